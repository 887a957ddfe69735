"""The link in a mail about a game by which its reader gets no more of them, without logging in."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Player

_SALT: Final = "games.notices.muting"


def mute_link(player: Player, public_id: str) -> str:
    """The address that mutes one game for whoever has it: so only the player may get it."""
    token = signing.Signer(salt=_SALT).sign_object([player.public_id, public_id])
    return settings.SITE_URL + reverse("games:mute", args=[token])


def read_mute_token(token: str) -> tuple[str, str]:
    """The player's public id and the game's. Raises BadSignature: not made by `mute_link`."""
    player, public_id = signing.Signer(salt=_SALT).unsign_object(token)
    return player, public_id
