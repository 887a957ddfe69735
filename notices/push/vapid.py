"""The site's own keys, by which push services and browsers know that a message is from it (RFC 8292)."""

from __future__ import annotations

import base64
import time
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

GOOD_FOR: Final = 12 * 3600
"""Seconds; services take no more than a day."""
SIGNED_EVERY: Final = 3600


def is_offered() -> bool:
    """Without keys nobody can be called."""
    return bool(settings.VAPID_PRIVATE_KEY)


@lru_cache(maxsize=4)
def public_key(private: str) -> str:
    """What a browser is given when it subscribes, of this private key."""
    key = Vapid02.from_string(private).private_key.public_key()
    return _text(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def header_for(audience: str) -> dict[str, str]:
    """The Authorization of a message to this service, by its scheme and host."""
    return _header(settings.VAPID_PRIVATE_KEY, audience, int(time.time()) // SIGNED_EVERY)


@lru_cache(maxsize=32)
def _header(private: str, audience: str, _hour: int) -> dict[str, str]:
    claims = {"aud": audience, "sub": _contact(), "exp": int(time.time()) + GOOD_FOR}
    signed: dict[str, str] = Vapid02.from_string(private).sign(claims)
    return signed


def _contact() -> str:
    """Whom a service may turn to: an address that some refuse where no host is named."""
    if settings.HTTPS:
        return str(settings.SITE_URL)
    return f"mailto:{settings.DEFAULT_FROM_EMAIL}"


def new_private_key() -> str:
    """As the setting holds it."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
