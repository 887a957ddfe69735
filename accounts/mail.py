"""Which mails a player gets, and the link by which one kind is switched off without logging in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

SWITCHES: Final[Mapping[str, str | Promise]] = {
    "mail_turns": _("when it is my turn, or a draw is offered"),
    "mail_invitations": _("when I am invited to a game"),
    "mail_starts": _("when a game of mine starts, or its terms change before"),
    "mail_ends": _("when a game of mine ends, or is given up"),
}
"""The field of the player, and what follows “Send me an e-mail”."""
_SALT: Final = "accounts.mail.off"


def off_link(player: Player, switch: str) -> str:
    """The address that switches one kind of mail off for whoever has it: so only the player may get it."""
    token = signing.Signer(salt=_SALT).sign_object([player.public_id, switch])
    return settings.SITE_URL + reverse("mail_off", args=[token])


def read_off_token(token: str) -> tuple[str, str]:
    """The player's public id and the switch. Raises BadSignature: not made by `off_link`."""
    public_id, switch = signing.Signer(salt=_SALT).unsign_object(token)
    return public_id, switch
