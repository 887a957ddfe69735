"""The page of an event with 20 entrants and with 200, of each format with rounds behind it, as somebody who
plays in it opens it again and again: milliseconds, queries, bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from django.test import Client

from accounts.models import Player
from benchmarks.site.measuring import by_turns, got, statements_of
from games.models import SeatResult
from homeworlds.rules import Variant
from proofs.kit.cast import person
from tournaments.models import Entry, Event, EventTable, Format, ResultKind
from tournaments.plans import usual_plan
from tournaments.services.following import follow_event
from tournaments.services.opening import announce
from tournaments.services.receivers import append
from tournaments.sheet import Placed
from upkeep.clock import database_now

SMALL: Final = 20
LARGE: Final = 200
MOST_RATIO: Final = 1.2
VIEWS: Final = 30
ROUNDS_OVER: Final = 2


def run() -> int:
    """A line for each format; the exit code says whether many cost at most `MOST_RATIO` times what few do, in
    as many queries."""
    people = [person(f"P{number}", by_mail=True) for number in range(LARGE)]
    kept = True
    for format_ in Format:
        looks = [_look(_event(people[:number], format_)) for number in (SMALL, LARGE)]
        few, many = map(min, by_turns(*looks, times=VIEWS, clock=time.perf_counter))
        queries = [len(statements_of(look)) for look in looks]
        kept = kept and many / few <= MOST_RATIO and queries[0] == queries[1]
        sizes = [len(look()) for look in looks]
        print(
            f"page of {format_}, {SMALL} and {LARGE} entrants: {few:.1f} and {many:.1f} ms, "
            f"ratio {many / few:.2f}; {queries[0]} and {queries[1]} queries, "
            f"{sizes[0]:,} and {sizes[1]:,} bytes"
        )
    print(f"pages keep to {MOST_RATIO} times: {'yes' if kept else 'NO'}")
    return 0 if kept else 1


def _look(event: Event) -> Callable[[], bytes]:
    """What opens its page, as somebody who plays in it."""
    client = Client()
    client.force_login(_somebody_playing(event))
    return lambda: got(client, event.get_absolute_url())


def _event(people: Sequence[Player], format_: Any) -> Event:
    """All play in it; with rounds behind it, and half of the last one over."""
    now = database_now()
    variant = Variant.BINARY if Format(format_).is_for_two else Variant.SINISTER
    event = announce(usual_plan("Bench", format_, variant, most=LARGE, starts_at=now), now)
    Entry.objects.bulk_create([Entry(event=event, player=player, entered_at=now) for player in people])
    follow_event(event_id=event.pk)
    if not Format(format_).begins_at_once:
        for _ in range(ROUNDS_OVER):
            _end_games(event, every=1)
            follow_event(event_id=event.pk)
    _end_games(event, every=2)
    return event


def _somebody_playing(event: Event) -> Player:
    tables = list(EventTable.objects.filter(round__event=event, has_game=True, results=None).order_by("pk"))
    return Entry.objects.filter(seats__table=tables[len(tables) // 2]).order_by("number")[0].player


def _end_games(event: Event, *, every: int) -> None:
    """Of tables that are not over, as the event hears of it: whoever sits first wins."""
    tables = EventTable.objects.filter(round__event=event, has_game=True, results=None)
    for table in tables.select_related("round").order_by("pk")[::every]:
        others = [Placed(result=SeatResult.LOST)] * (table.seats.count() - 1)
        append(table, ResultKind.GAME, 1, [Placed(result=SeatResult.WON), *others], table.round.paired_at)
