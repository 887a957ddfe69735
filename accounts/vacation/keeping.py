"""A player's vacation, as the account keeps it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.vacation import arithmetic
from accounts.vacation.arithmetic import AT_JOINING, LEAST, Budget, TooLongError, TooShortError, Vacation

FIELDS: Final = (
    "vacation_left", "vacation_counted_at", "vacation_since", "vacation_until", "vacation_followed_from",
)  # fmt: skip


class NoSuchVacation(ValidationError):
    """A vacation that cannot begin: `too_short`, `too_long`, `on_vacation`, `no_vacation`."""


def has_vacation(player: Player) -> bool:
    """Guests have no account that could be away, and bots never are."""
    return player.is_human and not player.is_former


def budget_of(player: Player) -> Budget:
    left = AT_JOINING if player.vacation_left is None else player.vacation_left
    return Budget(left, player.vacation_counted_at or player.date_joined)


def vacation_of(player: Player, now: datetime) -> Vacation | None:
    """The one that goes on."""
    if player.vacation_since is None or player.vacation_until is None:
        return None
    vacation = Vacation(player.vacation_since, player.vacation_until)
    return vacation if vacation.goes_on(now) else None


def may_begin(player: Player, at: datetime) -> bool:
    """Whether there is a whole day to be taken then."""
    return has_vacation(player) and budget_of(player).held(at) >= LEAST


def begin_vacation(player: Player, now: datetime, until: datetime | None = None) -> None:
    """None: for all that is left. The player must be locked (`lock_vacation`). Raises NoSuchVacation."""
    if not has_vacation(player):
        raise NoSuchVacation(_("Vacation is for players with an account."), code="no_vacation")
    if vacation_of(player, now):
        raise NoSuchVacation(_("You are on vacation already."), code="on_vacation")
    budget = budget_of(player)
    try:
        begun = arithmetic.begin(budget, now, until or now + budget.held(now))
    except TooShortError as error:
        raise NoSuchVacation(
            _("A vacation lasts %(hours)s hours at least."),
            code="too_short",
            params={"hours": LEAST // timedelta(hours=1)},
        ) from error
    except TooLongError as error:
        raise NoSuchVacation(_("You do not have so much vacation left."), code="too_long") from error
    _keep(player, *begun, now)


def end_vacation(player: Player, now: datetime) -> bool:
    """False: none goes on (any more). The player must be locked."""
    vacation = vacation_of(player, now)
    if vacation is None:
        return False
    _keep(player, *arithmetic.end(budget_of(player), vacation, now), now)
    return True


def lock_vacation(player: Player) -> None:
    """Reads the player's vacation anew, the row locked to the end of the transaction; whoever needs a game's
    lock, too, must have it already."""
    # Rows that refer to the player can be written meanwhile: that would be a lock in no order at all.
    locked = Player.objects.select_for_update(no_key=True).only(*FIELDS).get(pk=player.pk)
    for name in FIELDS:
        setattr(player, name, getattr(locked, name))


def _keep(player: Player, budget: Budget, vacation: Vacation, now: datetime) -> None:
    player.vacation_left, player.vacation_counted_at = budget
    player.vacation_since, player.vacation_until = vacation
    player.vacation_followed_from = now
    player.save(update_fields=FIELDS)
