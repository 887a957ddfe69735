"""Deleting an account: the person goes, a number stays, so that games can still be told."""

from __future__ import annotations

import contextlib
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.logged_in import forget_sessions
from accounts.mail import SWITCHES
from accounts.models import Player
from accounts.own_data.erasing import erase_words, words_of
from accounts.signals import account_deleted
from upkeep.clock import database_now

FORMER_NAME: Final = "Former-player-"


class CannotBeDeleted(ValidationError):
    def __init__(self) -> None:
        super().__init__(
            _("The accounts of bots, guests and staff cannot be deleted here."), code="cannot_be_deleted"
        )


def may_be_deleted(player: Player) -> bool:
    return player.is_human and not player.is_staff and not player.is_superuser


@transaction.atomic
def delete_account(*, player: Player) -> Player:
    """Takes away everything that tells who the player is, and every way to log in; for ever. What staff wrote
    about the player stays, under the number.

    The row stays as the player of its games, under a number that nobody else gets. What others have
    muted stays muted. The apps above hear `account_deleted` and finish what the player leaves behind.
    The same again changes nothing. Locks the player. Raises CannotBeDeleted.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.is_former:
        return player
    if not may_be_deleted(player):
        raise CannotBeDeleted
    words = words_of(player)
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    player.former_names.all().delete()
    player.address_changes.all().delete()
    forget_sessions(player=player)
    player.quiets.all().delete()
    player.deleted_at = database_now()
    player.former_number = _numbered(player)
    player.name = f"{FORMER_NAME}{player.former_number}"
    player.email, player.is_active, player.last_login = None, False, None
    player.unconfirmed_since = player.suspended_until = player.silenced_until = None
    player.vacation_since = player.vacation_until = player.vacation_followed_from = None
    player.refused_address, player.acts_unread = "", False
    player.time_zone = player.language = ""
    player.palette, player.guide_step = Player.Palette.STANDARD, 0
    player.stated_strength = ""
    for switch in SWITCHES:
        setattr(player, switch, False)
    # Sessions elsewhere hang on the old one.
    player.set_unusable_password()
    player.save()
    erase_words(player, words, instead=player.name)
    account_deleted.send(sender=Player, player=player)
    return player


def _numbered(player: Player) -> int:
    """Gives the player a number that nobody has; whoever leaves at the same moment is waited for."""
    while True:
        last = Player.objects.aggregate(last=Max("former_number"))["last"]
        number = int(last or 0) + 1
        # That of somebody who left a moment ago, if it is refused.
        with contextlib.suppress(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=player.pk).update(former_number=number)
            return number
