"""The sheet of an event as its pages show it. What is reckoned from it is reckoned once, and the whole is
kept for everybody who looks as long as nothing has happened."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from django.db.models import Count

from tournaments.models import Entry, Event, EventTable, Round
from tournaments.pairing.knockout import Match
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.standings import Line as Standing
from tournaments.pairing.standings import Standings
from tournaments.sheet import Sheet, bracket, standings, standings_by_division

KEPT: Final = 16
"""So many events at once, in each process."""


class ShownSheet(Sheet):
    """Nothing of it is changed, and nothing in it is anybody's secret: others are shown it too."""

    @cached_property
    def standings(self) -> list[list[Standing]]:
        return standings(self)

    @cached_property
    def standings_by_division(self) -> list[Standings]:
        return standings_by_division(self)

    @cached_property
    def bracket(self) -> list[list[Match]]:
        """Empty where there is none yet."""
        try:
            return bracket(self)
        except Impossible:
            return []


class _State(NamedTuple):
    """All that the sheet of an event follows from: two that are equal are of the same sheet. What the
    director and the players do has a number in the log of the event."""

    event: int
    public_id: str
    last_number: int
    status: str
    is_hidden: bool
    results: int
    games: int
    """That have begun."""
    rounds: tuple[tuple[int, datetime | None, datetime | None], ...]
    names: tuple[str, ...]


def shown_sheet(event: Event) -> ShownSheet:
    """Three queries, and five more where something has happened since somebody looked."""
    return _sheet(_state(event))


def _state(event: Event) -> _State:
    """The event was just read. Whatever is appended from here on has another state."""
    tables = EventTable.objects.filter(round__event=event)
    counted = tables.aggregate(results=Count("results"), games=Count("game", distinct=True))
    rounds = Round.objects.filter(event=event).order_by("number")
    entries = Entry.objects.filter(event=event, number__isnull=False).order_by("number")
    return _State(
        event.pk,
        event.public_id,
        event.last_number,
        event.status,
        event.is_hidden,
        counted["results"],
        counted["games"],
        tuple(rounds.values_list("number", "ends_at", "closed_at")),
        tuple(entries.values_list("player__name", flat=True)),
    )


@lru_cache(maxsize=KEPT)
def _sheet(state: _State) -> ShownSheet:
    return ShownSheet(Event(pk=state.event))
