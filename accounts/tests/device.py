"""A device that keeps passkeys, as a browser speaks for it: ES256, no attestation."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from django.urls import reverse
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestedCredentialData

from accounts.passkeys import origin_of_passkeys
from upkeep.tests.elements import page_of

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Device:
    key_id: bytes = b"the key of Alice"
    verifies: bool = True
    origin: str = field(default_factory=origin_of_passkeys)
    rp: str = "localhost"
    handle: bytes = b""

    def __post_init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())

    def _client_data(self, kind: str, options: Any) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _data(self, *flags: int) -> bytes:
        shown = PRESENT | (VERIFIED if self.verifies else 0) | sum(flags)
        return sha256(self.rp.encode()).digest() + bytes([shown]) + bytes(4)

    def _answer(self, **response: bytes) -> dict[str, Any]:
        key_id = websafe_encode(self.key_id)
        said = {name: websafe_encode(value) for name, value in response.items()}
        return {"id": key_id, "rawId": key_id, "type": "public-key", "response": said}

    def make(self, options: Any) -> dict[str, Any]:
        """What `navigator.credentials.create` answers."""
        self.handle = websafe_decode(options["user"]["id"])
        public = ES256.from_cryptography_key(self.key.public_key())
        attested = AttestedCredentialData.create(bytes(16), self.key_id, public)
        statement = {"fmt": "none", "attStmt": {}, "authData": self._data(ATTESTED) + attested}
        return self._answer(
            clientDataJSON=self._client_data("create", options), attestationObject=cbor.encode(statement)
        )

    def use(self, options: Any) -> dict[str, Any]:
        """What `navigator.credentials.get` answers."""
        said, data = self._client_data("get", options), self._data()
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=said, authenticatorData=data, signature=signature, userHandle=self.handle
        )


def options_on(answer: Any) -> Any:
    """What the page of an answer, or the answer for its script, asks a device for."""
    if answer["Content-Type"].startswith("application/json"):
        return answer.json()["request_options"]["publicKey"]
    (form,) = page_of(answer).select("form[data-passkey]")
    return json.loads(form["data-options"])["publicKey"]


def add_passkey(client: Client, device: Device, name: str = "Phone") -> Any:
    """By somebody who has just shown the password."""
    answer = device.make(options_on(client.get(reverse("mfa_add_webauthn"))))
    return client.post(reverse("mfa_add_webauthn"), {"name": name, "credential": json.dumps(answer)})


def ask_for_login(client: Client) -> Any:
    return client.get(reverse("mfa_login_webauthn"), HTTP_ACCEPT="application/json")


def log_in_with(client: Client, device: Device, **more: str) -> Any:
    answer = device.use(options_on(ask_for_login(client)))
    return client.post(reverse("mfa_login_webauthn"), {"credential": json.dumps(answer), **more})


def show_passkey(client: Client, device: Device, page: str, **more: str) -> Any:
    """On a page that asks for one of the player's."""
    answer = device.use(options_on(client.get(page)))
    return client.post(page, {"credential": json.dumps(answer), **more})
