"""An event as it is stored, and as the arithmetic of pairings sees it. Whatever is said of rounds, points and
standings is reckoned from this, anew each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from accounts.models import Quiet
from games.models import SeatResult
from tournaments.models import Act, Entry, Event, EventTable, Format, Kind, Result, Round, TableSeat
from tournaments.pairing.plain import Entrant, Pairs, Played, State, pairs
from tournaments.sheet.placed import Placed, places_of_seats, points_of_seats


@dataclass(frozen=True, slots=True)
class Line:
    """A table that is not annulled."""

    pk: int
    round: int
    number: int
    match: int
    leg: int
    game: int | None
    seats: tuple[int, ...]
    """The numbers of the entries, in turn order."""
    placed: tuple[Placed, ...] | None
    """None: it goes on, or has not begun."""
    until: datetime | None = None
    """When it is adjudicated, if it goes on; None: never."""

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1

    @property
    def is_void(self) -> bool:
        return any(each.result is SeatResult.VOID for each in self.placed or ())

    @property
    def is_over(self) -> bool:
        return self.placed is not None


class Sheet:
    """All of an event that has started, read by five queries, however many play. `results` is how many rows
    were appended so far: with the number of the last act it tells whether anything has happened since."""

    def __init__(self, event: Event) -> None:
        # First what only grows: whatever is appended meanwhile is noticed by the number.
        self.unread, self.results, standing = _results_of(event)
        self.event = Event.objects.select_related("club").get(pk=event.pk)
        entries = Entry.objects.filter(event=event, number__isnull=False).select_related("player")
        self.entries: list[Entry] = list(entries.order_by("number"))
        self.rounds = list(Round.objects.filter(event=event).order_by("number"))
        self.lines = _lines_of(event, self.entries, standing)

    @property
    def fingerprint(self) -> tuple[int, int]:
        return self.event.last_number, self.results

    @cached_property
    def by_number(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.entries if entry.number is not None}

    @property
    def _numbers(self) -> dict[int, int]:
        """By player."""
        return {entry.player_id: number for number, entry in self.by_number.items()}

    @property
    def paired(self) -> int:
        """The last round that is paired; 0: none."""
        return self.rounds[-1].number if self.rounds else 0

    def of_round(self, number: int) -> list[Line]:
        return [line for line in self.lines if line.round == number]

    # --- as the arithmetic sees it

    def entrants(self, numbers: Collection[int] | None = None) -> tuple[Entrant, ...]:
        """Those, or all."""
        return tuple(
            Entrant(
                id=number,
                rating=entry.rating or 0.0,
                withdrawn=entry.withdrawn_at is not None,
                entered=entry.from_round,
            )
            for number, entry in self.by_number.items()
            if numbers is None or number in numbers
        )

    def played(self, lines: Iterable[Line] | None = None) -> tuple[Played, ...]:
        """Tables that are over or go on; without byes."""
        chosen = self.lines if lines is None else lines
        return tuple(self._played(line) for line in chosen if not line.is_bye)

    def _played(self, line: Line) -> Played:
        if line.placed is None:
            return Played(round=line.round, seats=line.seats)
        return Played(
            round=line.round,
            seats=line.seats,
            points=points_of_seats(self.event, line.placed),
            places=places_of_seats(line.placed),
        )

    def byes(self) -> tuple[tuple[int, int], ...]:
        return tuple((line.round, line.seats[0]) for line in self.lines if line.is_bye)

    def state(self, *, avoided: Pairs = frozenset(), forbidden: Pairs = frozenset()) -> State:
        """Before the next round. The seeds of a knock-out are the numbers, so that no lot decides among equal
        ratings."""
        entrants = self.entrants()
        if self.event.format == Format.KNOCKOUT:
            entrants = tuple(replace(each, rating=-float(each.id)) for each in entrants)
        return State(
            round=self.paired + 1,
            entrants=entrants,
            played=self.played(),
            byes=self.byes(),
            avoided=avoided,
            forbidden=forbidden,
        )

    def forbidden(self) -> Pairs:
        """Whom the director keeps apart. One query."""
        numbers = self._numbers
        return pairs(
            (numbers[one], numbers[other])
            for one, other in kept_apart(self.event)
            if one in numbers and other in numbers
        )

    def blocks(self) -> Pairs:
        """Who would rather not meet. One query."""
        numbers = self._numbers
        found = Quiet.objects.filter(owner__in=numbers, other__in=numbers, kind=Quiet.Kind.BLOCK)
        return pairs((numbers[owner], numbers[other]) for owner, other in found.values_list("owner", "other"))


def kept_apart(event: Event) -> list[tuple[int, int]]:
    """The ids of the couples that the director keeps apart, the lower one first, in the order of their
    acts."""
    acts = Act.objects.filter(event=event, kind__in=(Kind.FORBIDDEN, Kind.LIFTED)).order_by("number")
    kind_of: dict[tuple[int, int], str] = {}
    for kind, one, other in acts.values_list("kind", "player", "other"):
        kind_of.pop((one, other), None)
        kind_of[one, other] = kind
    return [couple for couple, kind in kind_of.items() if kind == Kind.FORBIDDEN]


def _results_of(event: Event) -> tuple[list[int], int, dict[int, list[Result]]]:
    """The ids of those that nobody has read, how many there are, and those of each table."""
    rows = Result.objects.filter(table__round__event=event).order_by("table", "number")
    unread, number, by_table = [], 0, defaultdict(list)
    for row in rows:
        number += 1
        by_table[row.table_id].append(row)
        if row.read_at is None:
            unread.append(row.pk)
    return unread, number, dict(by_table)


def count_results(event: Event) -> int:
    return Result.objects.filter(table__round__event=event).count()


def _lines_of(event: Event, entries: Sequence[Entry], results: dict[int, list[Result]]) -> list[Line]:
    numbers = {entry.pk: entry.number for entry in entries}
    tables = EventTable.objects.filter(round__event=event, annulled_at=None)
    seats = defaultdict(list)
    sat = TableSeat.objects.filter(table__round__event=event).order_by("table", "number")
    for table, entry in sat.values_list("table", "entry"):
        seats[table].append(numbers[entry] or 0)
    return [
        Line(
            pk=row.pk,
            round=row.round.number,
            number=row.number,
            match=row.match,
            leg=row.leg,
            game=row.game_id,
            seats=tuple(seats[row.pk]),
            placed=standing(results.get(row.pk, ())),
            until=row.until,
        )
        for row in tables.select_related("round").order_by("round__number", "number")
    ]


def standing(results: Sequence[Result]) -> tuple[Placed, ...] | None:
    """How a table stands by its results, in their order; None: it is not over."""
    if not sum(row.weight for row in results):
        return None
    return tuple(Placed.read(each) for each in results[-1].places)


def stayed_away(event: Event) -> set[int]:
    """The ids of the players who lost half of their games or more because they stayed away."""
    games: defaultdict[int, list[bool]] = defaultdict(list)
    sheet = Sheet(event)
    for line in sheet.lines:
        for number, placed in zip(line.seats, line.placed or (), strict=False):
            if not line.is_bye:
                games[sheet.by_number[number].player_id].append(placed.is_away)
    return {player for player, away in games.items() if 2 * sum(away) >= len(away)}
