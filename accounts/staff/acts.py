"""What staff may do to accounts. Each act needs a reason and is written down in the same commit."""

from __future__ import annotations

from typing import Final

from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from upkeep.services import write_down_act


class NotForYou(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("You may not do this to this account."), code="not_for_you")


class NothingToDo(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("That is done already, or there is nothing to do."), code="nothing_to_do")


@transaction.atomic
def close_account(*, staff: Player, player: Player, reason: str) -> None:
    """Ends the player's sessions and log-ins; games go on, and their clocks with them.

    Locks the player. Raises ValidationError (no_reason, not_for_you for staff and for bots, nothing_to_do).
    """
    player = _locked(player)
    if player.is_staff or player.is_bot:
        raise NotForYou
    _switch(player, "is_active", on=False)
    _write_down("close_account", staff, player, reason)


@transaction.atomic
def reopen_account(*, staff: Player, player: Player, reason: str) -> None:
    """Lets the player log in again.

    Locks the player. Raises ValidationError (no_reason, nothing_to_do, not_for_you for a deleted account).
    """
    player = _locked(player)
    if player.deleted_at is not None:
        raise NotForYou
    _switch(player, "is_active", on=True)
    _write_down("reopen_account", staff, player, reason)


@transaction.atomic
def make_staff(*, staff: Player, player: Player, reason: str) -> None:
    """Lets a person into the admin.

    Locks the player. Raises ValidationError (no_reason, nothing_to_do, not_for_you unless by a superuser).
    """
    player = _locked(player)
    _check_superuser(staff, player)
    if not player.is_human or not player.is_active:
        raise NotForYou
    _switch(player, "is_staff", on=True)
    _write_down("make_staff", staff, player, reason)


@transaction.atomic
def end_staff(*, staff: Player, player: Player, reason: str) -> None:
    """Locks the player. Raises ValidationError as `make_staff`."""
    player = _locked(player)
    _check_superuser(staff, player)
    _switch(player, "is_staff", on=False)
    _write_down("end_staff", staff, player, reason)


@transaction.atomic
def remove_second_factor(*, staff: Player, player: Player, reason: str) -> None:
    """For somebody who has lost the authenticator app and the recovery codes; ask who it is first.

    Locks the player. Raises ValidationError (no_reason, nothing_to_do, not_for_you unless by a superuser).
    """
    player = _locked(player)
    _check_superuser(staff, player)
    _remove_second_factor(staff, player, reason)


@transaction.atomic
def remove_second_factor_at_the_machine(*, player: Player, reason: str) -> None:
    """The same without another superuser, for whoever may give commands on the server anyway.

    It is written down as the player's own act. Locks the player. Raises ValidationError (no_reason,
    nothing_to_do).
    """
    player = _locked(player)
    _remove_second_factor(player, player, reason)


def _remove_second_factor(staff: Player, player: Player, reason: str) -> None:
    deleted, _each = Authenticator.objects.filter(user=player).delete()
    if not deleted:
        raise NothingToDo
    _write_down("remove_second_factor", staff, player, reason)


ACTS: Final = {
    "close": close_account,
    "reopen": reopen_account,
    "make-staff": make_staff,
    "end-staff": end_staff,
    "remove-second-factor": remove_second_factor,
}
"""By their names in addresses."""


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update().get(pk=player.pk)


def _check_superuser(staff: Player, player: Player) -> None:
    if not staff.is_superuser or player.pk == staff.pk:
        raise NotForYou


def _switch(player: Player, field: str, *, on: bool) -> None:
    if getattr(player, field) == on:
        raise NothingToDo
    setattr(player, field, on)
    player.save(update_fields=[field])


def _write_down(act: str, staff: Player, player: Player, reason: str) -> None:
    write_down_act(staff=staff, act=act, done_to=player, public_id=player.public_id, reason=reason)
