"""The page of an event with 20 entrants and with 200, of each format with rounds behind it, as somebody who
plays in it opens it again and again: milliseconds, queries, bytes. Called by `events`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Event

SMALL: Final = 20
LARGE: Final = 200
MOST_RATIO: Final = 1.2
VIEWS: Final = 30
ROUNDS_OVER: Final = 2


def measure_pages(people: Sequence[Player], report: TextIO) -> bool:
    """A line for each format; whether many cost at most `MOST_RATIO` times what few do, in as many queries.
    Needs `LARGE` people."""
    from tournaments.models import Format

    kept = True
    for format_ in Format:
        visits = [_Visit(_event(people[:number], format_)) for number in (SMALL, LARGE)]
        # By turns, so that whatever else the machine does slows both alike.
        for _ in range(VIEWS):
            for visit in visits:
                visit.look()
        few, many = visits
        ratio = min(many.taken) / min(few.taken)
        queries = few.queries(), many.queries()
        kept = kept and ratio <= MOST_RATIO and queries[0] == queries[1]
        report.write(
            f"page of {format_}, {SMALL} and {LARGE} entrants: {1000 * min(few.taken):.1f} and "
            f"{1000 * min(many.taken):.1f} ms, ratio {ratio:.2f}; {queries[0]} and {queries[1]} queries, "
            f"{few.bytes:,} and {many.bytes:,} bytes\n"
        )
    report.write(f"pages keep to {MOST_RATIO} times: {'yes' if kept else 'NO'}\n")
    return kept


class _Visit:
    """Somebody who plays in the event opens its page again and again."""

    def __init__(self, event: Event) -> None:
        from django.test import Client

        self._client, self._address = Client(), event.get_absolute_url()
        self._client.force_login(_somebody_playing(event))
        self.bytes = len(self._answer())
        self.taken: list[float] = []

    def _answer(self) -> bytes:
        page = self._client.get(self._address)
        if page.status_code != 200:
            raise RuntimeError(f"{self._address} answers {page.status_code}")
        return page.content

    def look(self) -> None:
        began = time.perf_counter()
        self._answer()
        self.taken.append(time.perf_counter() - began)

    def queries(self) -> int:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as asked:
            self._answer()
        return len(asked)


def _event(people: Sequence[Player], format_: Any) -> Event:
    """With rounds behind it, and half of the last one over."""
    from homeworlds.rules import Variant
    from tournaments.models import Entry, Format
    from tournaments.plans import usual_plan
    from tournaments.services.following import follow_event
    from tournaments.services.opening import announce
    from upkeep.clock import database_now

    now, two = database_now(), Format(format_).is_for_two
    variant = Variant.BINARY if two else Variant.SINISTER
    event = announce(usual_plan("Pages", format_, variant, most=LARGE, starts_at=now), now)
    Entry.objects.bulk_create([Entry(event=event, player=player, entered_at=now) for player in people])
    follow_event(event_id=event.pk)
    if not Format(format_).begins_at_once:
        for _ in range(ROUNDS_OVER):
            _end_games(event, every=1)
            follow_event(event_id=event.pk)
    _end_games(event, every=2)
    return event


def _somebody_playing(event: Event) -> Player:
    from tournaments.models import Entry, EventTable

    tables = list(EventTable.objects.filter(round__event=event, has_game=True, results=None).order_by("pk"))
    return Entry.objects.filter(seats__table=tables[len(tables) // 2]).order_by("number")[0].player


def _end_games(event: Event, *, every: int) -> None:
    """Of tables that are not over, as the event hears of it: whoever sits first wins."""
    from games.models import SeatResult
    from tournaments.models import EventTable, ResultKind
    from tournaments.placed import Placed
    from tournaments.services.hearing import append

    tables = EventTable.objects.filter(round__event=event, has_game=True, results=None)
    for table in tables.select_related("round").order_by("pk")[::every]:
        others = [Placed(result=SeatResult.LOST)] * (table.seats.count() - 1)
        append(table, ResultKind.GAME, 1, [Placed(result=SeatResult.WON), *others], table.round.paired_at)
