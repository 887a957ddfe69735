"""The heartbeat of the sweep. Where it was missing, nobody could play: no clock counts that time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest

from games.clocks.arithmetic import LIVE_BELOW
from games.clocks.deadlines import set_deadline, ticking
from games.clocks.pulse import GAP, GRACE, LIVE_GAP
from games.models import Game, Heartbeat, Outage
from upkeep.clock import database_now

AT_ONCE: Final = 500
MOVED: Final = ("clock_since", "due_at", "sweep_at")


class Pulse(NamedTuple):
    now: datetime
    tripped: bool
    """The breaker held the clocks when the sweep was last there."""

    @property
    def in_grace(self) -> bool:
        """An outage is just over: no clock falls yet. A query that most sweeps need not ask."""
        return Outage.objects.filter(live_only=False, ended_at__gt=self.now - GRACE).exists()


def beat() -> Pulse:
    """Says that the site is there. After a gap all running deadlines are moved by it, once, whoever comes
    first: the row is locked. A backup that is restored holds the heartbeat of its hour, so what was lost
    since is a gap like any other.

    The row is written by every sweep, one small row a few times a minute: were it written less often, a gap
    of live clocks could not be told from two sweeps that follow each other. Nearly every time one statement
    does it, which finds no gap and no breaker that has tripped; whatever else there is `_beat_after` sees.
    """
    now = database_now()
    steady = Heartbeat.objects.filter(pk=1, at__gte=now - LIVE_GAP, tripped_at=None)
    return Pulse(now, tripped=False) if steady.update(at=now) else _beat_after()


@transaction.atomic
def _beat_after() -> Pulse:
    heart = _heart() or _first_heart()
    now = database_now()
    if now - heart.at > LIVE_GAP:
        note_outage(heart.at, now, live_only=now - heart.at <= GAP)
    # Also where the clock was set back: no gap would be seen until it has caught up again.
    Heartbeat.objects.filter(pk=1).update(at=now)
    return Pulse(now, heart.tripped_at is not None)


def _heart() -> Heartbeat | None:
    return Heartbeat.objects.select_for_update().filter(pk=1).first()


def _first_heart() -> Heartbeat:
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": database_now()})
    return Heartbeat.objects.select_for_update().get(pk=1)


def note_outage(began: datetime, ended: datetime, *, live_only: bool) -> int:
    """Writes the outage down and moves the deadlines of the clocks that ran then; returns how many."""
    Outage.objects.create(began_at=began, ended_at=ended, live_only=live_only)
    running = Game.objects.filter(clock_since__lt=ended)
    if live_only:
        running = running.filter(clock_cap__lt=LIVE_BELOW)
    return _move_at_once(running.filter(weekend_zone=""), began, ended) + sum(
        [_move_one_by_one(games, began, ended) for games in _chunks(running.exclude(weekend_zone=""))]
    )


def _move_at_once(running: QuerySet[Game], began: datetime, ended: datetime) -> int:
    """`Ticking.credited` in SQL, for clocks that weekends do not stop."""
    ran_from = Greatest(F("clock_since"), Value(began, DateTimeField()))
    lost = ExpressionWrapper(Value(ended, DateTimeField()) - ran_from, DurationField())
    moved = {name: _moved(name, lost) for name in MOVED}
    return running.update(**moved)


def _chunks(running: QuerySet[Game]) -> Iterator[list[Game]]:
    last = 0
    while games := list(running.filter(pk__gt=last).order_by("pk").select_for_update()[:AT_ONCE]):
        yield games
        last = games[-1].pk


def _move_one_by_one(games: Sequence[Game], began: datetime, ended: datetime) -> int:
    """What a weekend within takes of the outage, or the outage of a weekend, only the arithmetic knows."""
    for game in games:
        clock = ticking(game)
        if clock is not None:
            warned = game.sweep_at == game.due_at
            game.clock_since = clock.credited(began, ended).since
            set_deadline(game, warned=warned)
    return Game.objects.bulk_update(games, MOVED)


def _moved(name: str, by: Combinable) -> Combinable:
    return ExpressionWrapper(F(name) + by, DateTimeField())
