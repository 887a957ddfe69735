"""What staff may do to accounts. Each act needs a reason and is written down in the same commit; the player
reads it, unless it is a note. None is done by whom it concerns (`upkeep.concerns`)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.addresses import (
    TAKEN_BACK_WITHIN,
    AddressElsewhere,
    confirm_address,
    remember_address_change,
    undo_link,
)
from accounts.deletion import delete_account
from accounts.logged_in import forget_sessions
from accounts.models import AddressChange, Player
from accounts.own_data.export import export_of
from accounts.reading import as_read_by
from accounts.selectors import is_confirmed_elsewhere
from accounts.services import give_name
from upkeep.clock import database_now
from upkeep.concerns import asked_for
from upkeep.services import write_down_act

LONGEST: Final = timedelta(days=366)
"""For which staff suspend or mute somebody at once."""


class NotForYou(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("You may not do this to this account."), code="not_for_you")


class NothingToDo(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("That is done already, or there is nothing to do."), code="nothing_to_do")


class TooLong(ValidationError):
    def __init__(self) -> None:
        super().__init__(
            _("For one to %(days)s days; close the account of who shall not come back."),
            code="too_long",
            params={"days": LONGEST.days},
        )


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
    with asked_for(player, at_the_machine=True):
        _remove_second_factor(player, player, reason)


@transaction.atomic
def write_down_at_the_machine(*, act: str, player: Player, reason: str) -> None:
    """What a command of the framework has done to an account, as the player's own act. Raises ValidationError
    (no_reason)."""
    with asked_for(player, at_the_machine=True):
        _write_down(act, player, player, reason)


def _remove_second_factor(staff: Player, player: Player, reason: str) -> None:
    deleted, _each = Authenticator.objects.filter(user=player).delete()
    if not deleted:
        raise NothingToDo
    _write_down("remove_second_factor", staff, player, reason)


@transaction.atomic
def rename_player(*, staff: Player, player: Player, reason: str, name: str) -> None:
    """Gives a person or guest another name, at the tables too. Nobody gets the old one; its links lead on.

    Locks the player; games are locked after the commit. Raises ValidationError (no_reason, nothing_to_do,
    not_for_you, and what is wrong with the name).
    """
    player = _locked(player)
    _check_may(staff, player)
    if name == player.name:
        raise NothingToDo
    give_name(player=player, name=name)
    _write_down("rename_player", staff, player, reason)


@transaction.atomic
def change_address(*, staff: Player, player: Player, reason: str, address: str) -> None:
    """For somebody who reads mail at the old address no more and has shown otherwise who it is.

    Who reads the new one has the account, and what only its player knows: it takes two of staff. Ends every
    session. The old address is told, and its reader can take that back for a week. Locks the player. Raises
    ValidationError (no_reason, nothing_to_do, not_for_you, address_elsewhere) and NotAlone.
    """
    player, address = _locked(player), address.lower()
    _check_may(staff, player)
    if not player.is_human:
        raise NotForYou
    if address == player.email:
        raise NothingToDo
    if is_confirmed_elsewhere(address, player=player):
        raise AddressElsewhere
    old = EmailAddress.objects.filter(user=player, verified=True, primary=True).first()
    EmailAddress.objects.filter(user=player).delete()
    EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
    confirm_address(player=player, address=address)
    forget_sessions(player=player)
    _write_down("change_address", staff, player, reason, reveals=True)
    if old is not None:
        _tell_old_address(remember_address_change(player=player, old=old.email, new=address))


def _tell_old_address(change: AddressChange) -> None:
    context = {
        "user": change.player,
        "from_email": change.old,
        "to_email": change.new,
        "undo_link": undo_link(change),
        "days": TAKEN_BACK_WITHIN.days,
    }
    with as_read_by(change.player):
        get_adapter().send_mail("account/email/email_changed", change.old, context)


@transaction.atomic
def warn_player(*, staff: Player, player: Player, reason: str) -> None:
    """Tells somebody what may not go on. Locks the player. Raises ValidationError (no_reason,
    not_for_you)."""
    player = _locked(player)
    _check_may(staff, player)
    _write_down("warn_player", staff, player, reason)


@transaction.atomic
def silence_player(*, staff: Player, player: Player, reason: str, days: int) -> None:
    """The player plays and does not talk, for so many days from now; laid down anew it begins anew.

    Locks the player. Raises ValidationError (no_reason, not_for_you, too_long).
    """
    _lay_down("silence_player", "silenced_until", staff, player, reason, days)


@transaction.atomic
def end_silence(*, staff: Player, player: Player, reason: str) -> None:
    """Locks the player. Raises ValidationError (no_reason, nothing_to_do, not_for_you)."""
    _lift("end_silence", "silenced_until", staff, player, reason)


@transaction.atomic
def suspend_player(*, staff: Player, player: Player, reason: str, days: int) -> None:
    """The player neither plays nor talks for so many days from now, and still logs in, reads, takes the data
    away and writes to the staff. Games go on, and their clocks with them; staff may resign for the player.

    Locks the player. Raises ValidationError (no_reason, not_for_you, too_long).
    """
    _lay_down("suspend_player", "suspended_until", staff, player, reason, days)


@transaction.atomic
def end_suspension(*, staff: Player, player: Player, reason: str) -> None:
    """Locks the player. Raises ValidationError (no_reason, nothing_to_do, not_for_you)."""
    _lift("end_suspension", "suspended_until", staff, player, reason)


@transaction.atomic
def note_on_player(*, staff: Player, player: Player, reason: str) -> None:
    """For staff only, and for good: the reason is the note. Raises ValidationError (no_reason)."""
    write_down_act(
        staff=staff,
        act="note_on_player",
        done_to=player,
        public_id=player.public_id,
        reason=reason,
        concerns=(player,),
        internal=True,
    )


@transaction.atomic
def erase_player(*, staff: Player, player: Player, reason: str) -> None:
    """Deletes the account of somebody who has asked for it and cannot do so; as `accounts.deletion`.

    Locks the player. Raises ValidationError (no_reason, nothing_to_do, cannot_be_deleted).
    """
    player = _locked(player)
    if player.is_former:
        raise NothingToDo
    _write_down("erase_player", staff, player, reason)
    delete_account(player=player)


@transaction.atomic
def export_for_player(*, staff: Player, player: Player, reason: str) -> str:
    """The file of `accounts.own_data`, to be handed to somebody who cannot log in, without what nobody else
    may know while games run. Raises ValidationError (no_reason, not_for_you, concerned)."""
    _check_may(staff, player)
    _write_down("export_for_player", staff, player, reason)
    return export_of(player, by_staff=True)


ACTS: Final = {
    "warn": warn_player,
    "silence": silence_player,
    "end-silence": end_silence,
    "suspend": suspend_player,
    "end-suspension": end_suspension,
    "rename": rename_player,
    "address": change_address,
    "note": note_on_player,
    "export": export_for_player,
    "erase": erase_player,
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


def _check_may(staff: Player, player: Player) -> None:
    """Bots and who is gone are left alone, and staff by all but superusers."""
    if player.is_bot or player.is_former:
        raise NotForYou
    if player.is_staff or player.is_superuser:
        _check_superuser(staff, player)


def _lay_down(act: str, field: str, staff: Player, player: Player, reason: str, days: int) -> None:
    player = _locked(player)
    _check_may(staff, player)
    if not timedelta() < timedelta(days=days) <= LONGEST:
        raise TooLong
    setattr(player, field, database_now() + timedelta(days=days))
    player.save(update_fields=[field])
    _write_down(act, staff, player, reason)


def _lift(act: str, field: str, staff: Player, player: Player, reason: str) -> None:
    player = _locked(player)
    _check_may(staff, player)
    until = getattr(player, field)
    if until is None or until <= database_now():
        raise NothingToDo
    setattr(player, field, None)
    player.save(update_fields=[field])
    _write_down(act, staff, player, reason)


def _switch(player: Player, field: str, *, on: bool) -> None:
    if getattr(player, field) == on:
        raise NothingToDo
    setattr(player, field, on)
    player.save(update_fields=[field])


def _write_down(act: str, staff: Player, player: Player, reason: str, *, reveals: bool = False) -> None:
    write_down_act(
        staff=staff,
        act=act,
        done_to=player,
        public_id=player.public_id,
        reason=reason,
        concerns=(player,),
        reveals=reveals,
    )
