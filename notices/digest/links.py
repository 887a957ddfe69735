"""The link in a daily mail by which its reader gets no more of them, without logging in."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Player

_SALT: Final = "notices.digest.off"


def off_link(player: Player) -> str:
    """The address that ends the daily mail for whoever has it: so only the player may get it."""
    token = signing.Signer(salt=_SALT).sign_object([player.public_id])
    return settings.SITE_URL + reverse("notices:digest_off", args=[token])


def read_off_token(token: str) -> str:
    """The player's public id. Raises BadSignature: not made by `off_link`."""
    public_id: str = signing.Signer(salt=_SALT).unsign_object(token)[0]
    return public_id
