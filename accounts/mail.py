"""Which mails a player gets, and the link by which one kind is switched off without logging in."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

SWITCHES: Final[dict[str, str | Promise]] = {}
"""The field of the player, and what follows “Send me an e-mail”."""
AT_ALL: Final = "mail_at_all"
"""The field of the player that stops them all."""
ALL: Final = _("about anything but your account")
FOR_STAFF: Final[set[str]] = set()
"""Of them those that stop mails which only staff get."""
LOCKED: Final[set[str]] = set()
"""Of them those that players leave on as long as they get any mail."""
_SALT: Final = "accounts.mail.off"


def register_switch(
    field: str, when: str | Promise, *, for_staff: bool = False, locked: bool = False
) -> None:
    """For the app, in its `AppConfig.ready`, whose mails this field of the player stops.

    Raises ValueError for a field that players do not have, or that has its words already.
    """
    if field not in {each.name for each in Player._meta.get_fields()}:
        raise ValueError(
            f"Players have no field “{field}” to be a switch of mails; add it to accounts.models."
        )
    if field in SWITCHES:
        raise ValueError(f"“{field}” is a switch of mails already, “{SWITCHES[field]}”; use that one.")
    SWITCHES[field] = when
    if for_staff:
        FOR_STAFF.add(field)
    if locked:
        LOCKED.add(field)


def switches_of(player: Player) -> dict[str, str | Promise]:
    """Those that the player may turn."""
    return {field: when for field, when in SWITCHES.items() if player.is_staff or field not in FOR_STAFF}


def stopped_by(switch: str) -> str:
    """The field that stops these mails: the switch, or if that is locked the one that stops them all."""
    return AT_ALL if switch in LOCKED else switch


def words_of(switch: str) -> str | Promise:
    """What follows “Send me an e-mail”, of a switch or of the field that stops them all."""
    return SWITCHES.get(switch, ALL)


def off_link(player: Player, switch: str) -> str:
    """The address that switches one kind of mail off for whoever has it: so only the player may get it."""
    token = signing.Signer(salt=_SALT).sign_object([player.public_id, switch])
    return settings.SITE_URL + reverse("mail_off", args=[token])


def read_off_token(token: str) -> tuple[str, str]:
    """The player's public id and the switch. Raises BadSignature: not made by `off_link`."""
    public_id, switch = signing.Signer(salt=_SALT).unsign_object(token)
    return public_id, switch
