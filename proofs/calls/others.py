"""What stands at the other end of each channel: it takes its time, refuses now and then, and writes down what
it took. Messages are opened as their readers open them, and signatures are checked."""

from __future__ import annotations

import base64
import json
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from standardwebhooks import Webhook, WebhookVerificationError

from notices.push.tests.service import Subscription
from proofs.kit.mail import MailServer, Mood

SLOW: Final = 8.0
"""Seconds: longer than the site waits for push services and addresses elsewhere."""
ASKS_FOR: Final = "1"
"""Seconds of rest, by Retry-After."""


@dataclass(frozen=True, slots=True)
class Came:
    reader: str
    """Whose it is, by the address it was sent to."""
    name: str
    """What tells one message from another: the same each time that it is sent."""
    at: float
    text: str


@dataclass
class Troubles:
    """Of so many messages one has each of these; 0: none has."""

    slow: int = 100
    asks_for_rest: int = 30
    fails: int = 40


@dataclass
class Other:
    """One end. `is_away`: it hangs up on everybody."""

    dice: random.Random
    troubles: Troubles
    came: list[Came] = field(default_factory=list)
    forged: list[str] = field(default_factory=list)
    is_away: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def lot(self) -> str:
        """What becomes of the next message."""
        with self.lock:
            for name, one_in in vars(self.troubles).items():
                if one_in and not self.dice.randrange(one_in):
                    return str(name)
        return ""

    def take(self, reader: str, name: str, text: str) -> None:
        with self.lock:
            self.came.append(Came(reader, name, time.time(), text))

    def times(self) -> Mapping[tuple[str, str], list[Came]]:
        """How each message came, by its reader and its name."""
        found: dict[tuple[str, str], list[Came]] = defaultdict(list)
        with self.lock:
            for each in self.came:
                found[each.reader, each.name].append(each)
        return found


class Post(MailServer):
    """The readers are addresses; daily mails are kept apart from those at once."""

    def __init__(self, at_once: Other, daily: Other) -> None:
        self.at_once, self.daily = at_once, daily
        super().__init__()

    def pause(self) -> float:
        return SLOW if self.at_once.lot() == "slow" else 0.0

    def take(self, letter: bytes) -> None:
        mail = message_from_bytes(letter, policy=policy.default)
        body = mail.get_body(("plain",))
        text = f"{mail['Subject']}\n{body.get_content() if body else ''}"
        from notices.digest.letter import NAME as DAILY

        name = str(mail["Message-ID"]).strip("<>").partition("@")[0]
        other = self.daily if name.startswith(f"{DAILY}.") else self.at_once
        other.take(str(mail["To"]), name, text)

    def goes_away(self, away: bool) -> None:
        self.mood = Mood.REFUSES if away else Mood.KIND


@dataclass
class Elsewhere(Other):
    """Servers of people's own; by the last part of the path whose."""

    secrets: dict[str, str] = field(default_factory=dict)

    def open(self, reader: str, headers: Mapping[str, str], body: bytes) -> tuple[str, str]:
        """The name of a message, and what it says. Raises ValueError: it is not from the site."""
        try:
            Webhook(self.secrets[reader]).verify(body, dict(headers))
        except WebhookVerificationError as error:
            raise ValueError(str(error)) from error
        said = json.loads(body)
        return headers["webhook-id"], json.dumps(said, ensure_ascii=False)


@dataclass
class PushService(Other):
    """Browsers open what it takes; the readers are their addresses."""

    browsers: dict[str, Subscription] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    """Browsers that have unsubscribed and are known no more."""

    def open(self, reader: str, headers: Mapping[str, str], body: bytes) -> tuple[str, str]:
        """Likewise."""
        _check_vapid(headers["authorization"])
        said = self.browsers[reader].read(body)
        return str(said["id"]), json.dumps(said, ensure_ascii=False)


def _check_vapid(header: str) -> None:
    """RFC 8292. Raises ValueError."""
    parts = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    signed, _, signature = parts["t"].rpartition(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(parts["k"]))
    raw = _bytes(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    try:
        key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise ValueError("its signature is not that of its key") from error
    claims = json.loads(_bytes(signed.split(".")[1]))
    if claims["exp"] < time.time():
        raise ValueError("it is too old")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@contextmanager
def listening(other: Elsewhere | PushService, taken: int) -> Iterator[str]:
    """Lets it answer; where, as scheme, host and port. `taken`: the status for what it takes."""
    answers: dict[str, Callable[[], tuple[int, dict[str, str]]]] = {
        "asks_for_rest": lambda: (429, {"Retry-After": ASKS_FOR}),
        "fails": lambda: (500, {}),
    }

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 60

        def do_POST(self) -> None:
            if other.is_away:
                self.close_connection = True
                return
            body = self.rfile.read(int(self.headers["Content-Length"]))
            reader, lot = self.path.rpartition("/")[2], other.lot()
            if reader in getattr(other, "gone", ()):
                self._say(410, {})
                return
            if lot in answers:
                self._say(*answers[lot]())
                return
            try:
                opened = other.open(reader, {name.lower(): said for name, said in self.headers.items()}, body)
            except (ValueError, KeyError) as error:
                other.forged.append(f"{self.path}: {error}")
                self._say(400, {})
                return
            other.take(reader, *opened)
            if lot == "slow":
                time.sleep(SLOW)
            self._say(taken, {})

        def _say(self, status: int, headers: Mapping[str, str]) -> None:
            self.send_response(status)
            for name, said in {**headers, "Content-Length": "0"}.items():
                self.send_header(name, said)
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            """The proof says what matters."""

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:  # the worker was killed
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
