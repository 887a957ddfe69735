"""The sweep of the clocks: the only one that warns and lets clocks fall. It never depends on anybody opening
a page, and may run twice or in many places at once."""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet

from games.clocks.deadlines import set_deadline, settle
from games.clocks.pulse import time_of
from games.log.falls import RAN_OUT
from games.models import Game, Heartbeat, LogEntry, Seat, Status
from games.notices.enqueueing import notify_absence
from games.notices.kinds import NoticeKind
from games.services.clocks.falling import fall
from games.services.log import seats_of
from upkeep.clock import database_now
from upkeep.timekeeping.beats import beat
from upkeep.watching.logs import bind

logger = logging.getLogger(__name__)

AT_ONCE: Final = 500
A_ROUND: Final = 25
CHOICE: Final = 2000
"""Of the oldest so many those of a round are drawn by lot: few are then drawn by another sweep as well."""
SET_ASIDE: Final = timedelta(hours=1)
"""A game that cannot be settled waits for so long before it is tried again."""
BREAKER_LEAST: Final = 20
BREAKER_SHARE: Final = 0.01
BREAKER_SPAN: Final = timedelta(hours=1)
RELEASED: Final = timedelta(hours=48)
"""For so long at most staff let everything fall."""


def sweep_clocks() -> int:
    """Looks at every clock that is due, a bounded number at a time, and returns how many it settled.

    Each game is a transaction of its own that locks it. One that fails is set aside and reported. Raises
    DatabaseError when the database is away.
    """
    pulse = beat()
    now = pulse.now
    due = Game.objects.filter(sweep_at__lte=now)
    if not due.exists():
        if pulse.tripped:
            _tell_breaker(tripped=False)
        return 0
    if pulse.in_grace or _breaker_trips(now):
        due = due.filter(due_at__gt=now)
    return _settle_all(due)


def _settle_all(due: QuerySet[Game]) -> int:
    """The oldest; of many some by lot, so that two sweeps are not in each other's way."""
    settled = 0
    for _ in range(AT_ONCE // A_ROUND):
        found = list(due.order_by("sweep_at").values_list("pk", "sweep_at")[:CHOICE])
        drawn = random.sample(found, A_ROUND) if len(found) > A_ROUND else found
        settled += sum(_settle_or_set_aside(pk, sweep_at) for pk, sweep_at in drawn if sweep_at)
        if len(found) <= A_ROUND:
            break
    return settled


def _settle_or_set_aside(game_id: int, sweep_at: datetime) -> bool:
    try:
        return settle_clock(game_id=game_id, sweep_at=sweep_at)
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise
        logger.exception("The clock of game %s could not be settled; it is tried again in an hour.", game_id)
        waits = database_now() + SET_ASIDE
        Game.objects.filter(pk=game_id, sweep_at=sweep_at).update(sweep_at=waits)
        return False


@transaction.atomic
def settle_clock(*, game_id: int, sweep_at: datetime) -> bool:
    """Warns whoever's time runs short, or lets the clock fall, or stops it if it should stand still; False
    when there is nothing to do (any more).

    Takes the game only if it still is as it was found when the lock is held, and if nobody else holds it: the
    time, read after that, is the only judge. It stands at the last beat if the machine slept since, or its
    clock has jumped: what falls due by that waits for the next beat, which looks at the gap.
    """
    try:
        game = Game.objects.select_for_update(skip_locked=True).get(pk=game_id, sweep_at=sweep_at)
    except Game.DoesNotExist:
        return False
    seats, now = seats_of(game), time_of(game)
    if game.status != Status.RUNNING or game.due_at is None or sweep_at > now:
        return False
    bind(game=game.public_id)
    if settle(game, seats, now):
        game.save(update_fields=["clock_left", "clock_since", "due_at", "sweep_at"])
    elif game.due_at <= now:
        fall(game, seats, now)
    else:
        _warn(game, seats, now)
    return True


def _warn(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    set_deadline(game, warned=True)
    game.save(update_fields=["sweep_at"])
    if game.next_seat is not None:
        notify_absence(NoticeKind.WARNING, game, [seats[game.next_seat].player], now=now)


def _breaker_trips(now: datetime) -> bool:
    """Whether so many clocks would fall that something must be wrong with the site: none falls then."""
    if not settings.CLOCK_BREAKER:
        return False
    falling = Game.objects.filter(sweep_at__lte=now, due_at__lte=now)
    fallen = LogEntry.objects.filter(RAN_OUT, created_at__gt=now - BREAKER_SPAN, created_at__lte=now)
    number = falling.count()
    number += fallen.count() if number else 0
    tripped = number > BREAKER_LEAST and not _run_so_many(number / BREAKER_SHARE)
    # No command releases them for longer: what lies beyond was written by a clock that was believed wrongly.
    if (
        tripped
        and Heartbeat.objects.filter(released_until__gt=now, released_until__lte=now + RELEASED).exists()
    ):
        return False
    _tell_breaker(tripped=tripped)
    return tripped


def release(lasting: timedelta) -> datetime | None:
    """From now on the breaker holds nothing for so long; until when. None when the sweep has never run."""
    until = database_now() + lasting
    return until if Heartbeat.objects.update(released_until=until) else None


def _run_so_many(games: float) -> bool:
    """Whether so many games run; no more of them are counted."""
    least = math.ceil(games)
    return Game.objects.filter(status=Status.RUNNING)[:least].count() >= least


def _tell_breaker(*, tripped: bool) -> None:
    """The alarm of the breaker looks at this; reported once, when it trips."""
    hearts = Heartbeat.objects.filter(tripped_at__isnull=tripped)
    if hearts.update(tripped_at=database_now() if tripped else None) and tripped:
        logger.error("So many clocks ran out at once that none is let fall: see the page about health.")
