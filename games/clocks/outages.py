"""What an outage does to the clocks of games, which weekends may stop as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest

from games.clocks import ledger
from games.clocks.arithmetic import LIVE_BELOW, Ticking
from games.clocks.deadlines import set_deadline, ticking
from games.clocks.pulse import is_live
from games.models import Game, Status
from upkeep.models import Outage
from upkeep.timekeeping.moments import Span

AT_ONCE: Final = 500
MOVED: Final = ("clock_since", "due_at", "sweep_at")
LIVE: Final = Q(clock_cap__lt=LIVE_BELOW)


def outages_of(game: Game, since: datetime, until: datetime) -> list[ledger.Span]:
    """Those that its clocks do not count, between two moments, in their order."""
    found = Outage.objects.filter(ended_at__gt=since, began_at__lt=until)
    if not is_live(game):
        found = found.filter(live_only=False)
    return [ledger.Span(*pair) for pair in found.order_by("began_at").values_list("began_at", "ended_at")]


class Clocks:
    """Those that run. With their games all others that are not over are locked, of which other deadlines may
    move."""

    def over(self, span: Span) -> int:
        began, ended, live_only = span
        running = Game.objects.filter(clock_since__lt=ended)
        if live_only:
            running = running.filter(LIVE)
        _lock(running if live_only else Game.objects.filter(status__in=(Status.OPEN, Status.RUNNING)))
        moved = _move_at_once(running.filter(weekend_zone=""), began, ended)
        return moved + _move_one_by_one(running, lambda clock: clock.credited(began, ended))

    def back(self, by: timedelta, now: datetime) -> int:
        _lock(Game.objects.filter(status__in=(Status.OPEN, Status.RUNNING)))
        running = Game.objects.filter(clock_since__lte=now)
        lost = Value(-by, DurationField())
        moved = running.filter(weekend_zone="").update(**{name: _moved(name, lost) for name in MOVED})
        return moved + _move_one_by_one(running, lambda clock: clock.set_to(now, now - by))


def _lock(games: QuerySet[Game]) -> None:
    """In the order in which everybody locks them."""
    list(games.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))


def _move_at_once(running: QuerySet[Game], began: datetime, ended: datetime) -> int:
    """`Ticking.credited` in SQL, for clocks that weekends do not stop."""
    ran_from = Greatest(F("clock_since"), Value(began, DateTimeField()))
    lost = ExpressionWrapper(Value(ended, DateTimeField()) - ran_from, DurationField())
    return running.update(**{name: _moved(name, lost) for name in MOVED})


def _move_one_by_one(running: QuerySet[Game], moved: Callable[[Ticking], Ticking]) -> int:
    """What a weekend within takes of the outage, or the outage of a weekend, only the arithmetic knows."""
    return sum(_move(games, moved) for games in _chunks(running.exclude(weekend_zone="")))


def _chunks(running: QuerySet[Game]) -> Iterator[list[Game]]:
    last = 0
    while games := list(running.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        yield games
        last = games[-1].pk


def _move(games: Sequence[Game], moved: Callable[[Ticking], Ticking]) -> int:
    for game in games:
        clock = ticking(game)
        if clock is not None:
            warned = game.sweep_at == game.due_at
            game.clock_since = moved(clock).since
            set_deadline(game, warned=warned)
    return Game.objects.bulk_update(games, MOVED)


def _moved(name: str, by: Combinable) -> Combinable:
    return ExpressionWrapper(F(name) + by, DateTimeField())
