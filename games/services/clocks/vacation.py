"""Vacation: begun by hand or by a clock that runs out, ended by hand or by a turn, and heeded by all clocks.

The player's row says whether a vacation goes on. The clocks follow, each game in a transaction of its own; a
clock that nobody has stopped yet does not fall for it.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import DatabaseError, connection, transaction
from django.db.models import F, QuerySet

from accounts.models import Player
from accounts.vacation.keeping import begin_vacation, end_vacation, lock_vacation, may_begin, vacation_of
from games.clocks.deadlines import heeds_vacation, is_timed, settle
from games.clocks.pulse import time_of
from games.models import Game, Seat, Status
from games.services.log import lock_game
from games.wake import wake_vacation
from upkeep.clock import database_now

logger = logging.getLogger(__name__)

AT_ONCE: Final = 100
SET_ASIDE: Final = timedelta(hours=1)
CLOCK: Final = ("clock_left", "clock_since", "due_at", "sweep_at")


@transaction.atomic
def go_on_vacation(*, player: Player, until: datetime) -> Player:
    """By hand, from now on. Locks the player. Raises NoSuchVacation (too_short, too_long, on_vacation,
    no_vacation)."""
    lock_vacation(player)
    begin_vacation(player, database_now(), until.astimezone(UTC))
    wake_vacation(player_id=player.pk)
    return player


@transaction.atomic
def end_own_vacation(*, player: Player) -> bool:
    """By hand, before its time; False: none goes on. Locks the player."""
    lock_vacation(player)
    return _end(player, database_now())


def begins_by_itself(game: Game, seat: Seat, now: datetime) -> bool:
    """The clock of the seat has run out: begins a vacation of all that its player has left, if this game
    heeds it and that is a day. The game must be locked; locks the player."""
    if seat.player is None or not heeds_vacation(game) or not may_begin(seat.player, now):
        return False
    lock_vacation(seat.player)
    if not vacation_of(seat.player, now):
        if not may_begin(seat.player, now):
            return False
        begin_vacation(seat.player, now)
    wake_vacation(player_id=seat.player.pk)
    return True


def ended_by_playing(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    """Whoever plays where time stood still is back from vacation. The game must be locked; locks the player
    if a vacation goes on."""
    if seat.player is None or not is_timed(seat) or not heeds_vacation(game):
        return
    if not vacation_of(seat.player, now):
        return
    settle(game, seats, now)
    lock_vacation(seat.player)
    _end(seat.player, now)


def _end(player: Player, now: datetime) -> bool:
    ended = end_vacation(player, now)
    if ended:
        wake_vacation(player_id=player.pk)
    return ended


def follow_vacation(*, player_id: int) -> int:
    """Has the clocks of the player's games stand still or run again, as the vacation is now; returns how many
    did. Each game is a transaction of its own, which locks it; done twice it does it once."""
    asked = Player.objects.filter(pk=player_id).values_list("vacation_followed_from", flat=True).first()
    if asked is None:
        return 0
    games = Game.objects.filter(
        status=Status.RUNNING,
        clock_since__isnull=False,
        vacation_allowed=True,
        seats__player=player_id,
        seats__number=F("next_seat"),
    )
    followed = sum(_follow(game_id) for game_id in games.order_by("pk").values_list("pk", flat=True))
    # Who has gone or come back meanwhile is followed once more.
    Player.objects.filter(pk=player_id, vacation_followed_from=asked).update(vacation_followed_from=None)
    return followed


@transaction.atomic
def _follow(game_id: int) -> bool:
    game, seats = lock_game(game_id)
    if game.status != Status.RUNNING or not settle(game, seats, time_of(game)):
        return False
    game.save(update_fields=CLOCK)
    return True


def due_vacations(now: datetime) -> QuerySet[Player]:
    return Player.objects.filter(vacation_followed_from__lte=now)


def follow_vacations() -> int:
    """For those whose clocks no worker has seen to, a bounded number at a time; returns how many. One that
    fails is set aside and reported. Raises DatabaseError when the database is away."""
    ids = (
        due_vacations(database_now())
        .order_by("vacation_followed_from")
        .values_list("pk", flat=True)[:AT_ONCE]
    )
    return sum(_follow_or_set_aside(player_id) for player_id in list(ids))


def _follow_or_set_aside(player_id: int) -> bool:
    try:
        follow_vacation(player_id=player_id)
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise
        logger.exception("The vacation of player %s stops no clocks yet; it is tried again.", player_id)
        Player.objects.filter(pk=player_id).update(vacation_followed_from=database_now() + SET_ASIDE)
        return False
    return True
