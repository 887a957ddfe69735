"""What is wrong with events that were held: by the site's own check of each with its games, which
`tournaments/tests/test_histories.py` holds to finding things, and by who should have sat where. That
standings are summed up by the published rules says `tournaments/pairing/tests/test_standings.py`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from games.models import Status
from tournaments.models import (
    Act,
    Entry,
    Event,
    EventStatus,
    EventTable,
    Format,
    Kind,
    Round,
    RoundKind,
    TableSeat,
)
from tournaments.services.checking import check_events

MISSING: Final = ("its game is missing", "does not sit", "have not met", "no game that has ended")
DOUBLED: Final = (
    *("no table has it", "for the second time", "others sit in its game", "was paired before"),
    *("is open beside", "sits too often", "have met again"),
)
"""In lines of this kind; the others are of results and standings."""


@dataclass
class Verdict:
    games: int = 0
    missing: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    differ: dict[str, list[str]] = field(default_factory=dict)
    """By event, also that it has not come to its end."""
    besides: list[str] = field(default_factory=list)
    """What was to happen and has not."""

    def add(self, title: str, line: str) -> None:
        kinds = [(MISSING, self.missing), (DOUBLED, self.doubled)]
        of = [lines for words, lines in kinds if any(word in line for word in words)]
        (of[0] if of else self.differ.setdefault(title, [])).append(f"{title}: {line}")

    @property
    def good(self) -> bool:
        return bool(self.games) and not self.lines

    @property
    def lines(self) -> list[str]:
        differ = [line for lines in self.differ.values() for line in lines]
        return [*self.missing, *self.doubled, *differ, *self.besides]

    def summary(self, events: int) -> str:
        return (
            f"tournaments: {events} events, {self.games} games, {len(self.missing)} missing, "
            f"{len(self.doubled)} doubled, {len(self.differ)} standings differ"
        )


def judge(events: Sequence[Event]) -> Verdict:
    """Of events that have had their time."""
    verdict = Verdict()
    titles = {f"event {event}:": event.title for event in events}
    for line in check_events():
        title = next((title for begins, title in titles.items() if line.startswith(begins)), "of no event")
        verdict.add(title, line)
    for event in Event.objects.filter(pk__in=[event.pk for event in events]).order_by("pk"):
        tables = EventTable.objects.filter(round__event=event, annulled_at=None, has_game=True)
        over = tables.filter(game__status=Status.FINISHED).count()
        verdict.games += over
        for line in _misplaced(event):
            verdict.add(event.title, line)
        if over < tables.count():
            verdict.add(event.title, f"{tables.count() - over} tables have no game that has ended")
        if event.status != EventStatus.FINISHED:
            verdict.add(event.title, f"it has not come to its end, but is {event.status}")
    return verdict


def _misplaced(event: Event) -> Iterator[str]:
    """Who sits too often in a round or not at all; in divisions whom somebody has not met, or met again. What
    follows what in a knock-out the site's check says."""
    tables = EventTable.objects.filter(round__event=event, annulled_at=None)
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event, number__isnull=False)}
    sat = defaultdict(list)
    for table, entry in TableSeat.objects.filter(table__in=tables).values_list("table", "entry"):
        sat[table].append(entries[entry].number)
    if event.format == Format.DIVISIONS:
        met = Counter(tuple(sorted(seats)) for seats in sat.values())
        pairs = combinations(sorted(entries.values(), key=lambda entry: entry.number or 0), 2)
        wanted = {(one.number, other.number) for one, other in pairs if one.division == other.division}
        yield from (f"{one} and {other} have not met" for one, other in sorted(wanted - met.keys()))
        again = [pair for pair, times in met.items() if times > (pair in wanted)]
        yield from (f"{' and '.join(map(str, pair))} have met again" for pair in again)
    elif event.format != Format.KNOCKOUT:
        gone = _gone(event)
        for round_ in Round.objects.filter(event=event).exclude(kind=RoundKind.FINAL):
            there = {
                entry.number
                for entry in entries.values()
                if entry.from_round <= round_.number and entry.player_id not in gone.get(round_.number, ())
            }
            of_round = tables.filter(round=round_).values_list("pk", flat=True)
            seated = Counter(number for pk in of_round for number in sat[pk])
            yield from (f"{number} does not sit in round {round_.number}" for number in there - seated.keys())
            often = [number for number, times in seated.items() if times > (number in there)]
            yield from (f"{number} sits too often in round {round_.number}" for number in often)


def _gone(event: Event) -> dict[int, frozenset[int]]:
    """By round who was withdrawn when it was paired, as the acts follow each other."""
    found: dict[int, frozenset[int]] = {}
    gone: set[int] = set()
    for act in Act.objects.filter(event=event).order_by("number"):
        if act.kind == Kind.PAIRED:
            found.setdefault(act.data["round"], frozenset(gone))
        elif act.player_id is not None and act.kind in (Kind.WITHDRAWN, Kind.RETURNED):
            (gone.add if act.kind == Kind.WITHDRAWN else gone.discard)(act.player_id)
    return found
