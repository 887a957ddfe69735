"""An event as its pages show it. All of it follows from a `Sheet`: five queries, however many play."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import Player
from games.access import Viewer
from tournaments.models import Act, Entry, Event, EventStatus, Format, Points, RoundKind
from tournaments.pairing.prospects import Prospect, Prospects, prospects
from tournaments.pairing.standings import Line as Standing
from tournaments.presenters.kept import ShownSheet
from tournaments.sheet import Line, Sheet, divisions_of


@dataclass(frozen=True, slots=True)
class Progress:
    """Of all that is paired."""

    over: int
    games: int
    ends_at: datetime | None
    """Of what runs in the round; None: its games end by their clocks, or none runs."""
    round: int
    rounds: int

    @property
    def percent(self) -> int:
        return 100 * self.over // self.games if self.games else 0


def progress_of(sheet: Sheet) -> Progress:
    games = [line for line in sheet.lines if not line.is_bye]
    until = {each.number: each.ends_at for each in sheet.rounds if each.closed_at is None}
    for line in games:
        if line.round in until and line.until is not None and not line.is_over:
            until[line.round] = max(until[line.round] or line.until, line.until)
    ends = [each for each in until.values() if each is not None]
    return Progress(
        over=sum(line.is_over for line in games),
        games=len(games),
        ends_at=min(ends, default=None),
        round=sheet.paired,
        rounds=max(sheet.event.rounds, sheet.paired),
    )


@dataclass(frozen=True, slots=True)
class Stands:
    """A line of the standings."""

    entry: Entry
    standing: Standing
    """Place, points and each tie-break, with what these are made of."""
    is_viewer: bool


def who_stands_where(sheet: ShownSheet, viewer: Viewer) -> list[list[Stands]]:
    """Of each division, the first one first; of other formats a single list."""
    return [
        [
            Stands(sheet.by_number[line.player], line, sheet.by_number[line.player].player_id == viewer.pk)
            for line in lines
        ]
        for lines in sheet.standings
    ]


def own_lines(sheet: Sheet, viewer: Viewer) -> list[Line]:
    """The tables of the viewer that are not over, in the order of rounds."""
    own = own_number(sheet, viewer)
    return [line for line in sheet.lines if own in line.seats and not line.is_over]


def own_number(sheet: Sheet, viewer: Viewer) -> int | None:
    """None: not in it."""
    if viewer.is_anonymous:
        return None
    return next((number for number, entry in sheet.by_number.items() if entry.player_id == viewer.pk), None)


def prospects_of(sheet: ShownSheet, viewer: Viewer) -> Prospects | None:
    """The places that are possible if the viewer wins what is open, draws it, or loses it; None: nothing of
    his is, or too much is open to say, or it is a knock-out."""
    own = own_number(sheet, viewer)
    mine = own_lines(sheet, viewer)
    if own is None or sheet.event.format == Format.KNOCKOUT or not mine:
        return None
    if any(sheet.rounds[line.round - 1].kind == RoundKind.FINAL for line in mine):
        return Prospects(Prospect(1, 1), None, Prospect(2, len(mine[0].seats)))
    if sheet.event.format != Format.DIVISIONS:
        (ranked,) = sheet.standings_by_division
        rivals = set(sheet.by_number)
    else:
        divisions = divisions_of(sheet)
        place = next(place for place, numbers in enumerate(divisions) if own in numbers)
        ranked, rivals = sheet.standings_by_division[place], set(divisions[place])
    running = [line.seats for line in sheet.lines if not line.is_over and rivals.issuperset(line.seats)]
    return prospects(ranked, running, own, by_order=sheet.event.points == Points.ORDER)


def acts_of(event: Event) -> QuerySet[Act]:
    """The last first; with what their sentences need."""
    return (
        Act.objects.filter(event=event).select_related("by", "player", "other", "table").order_by("-number")
    )


def medals_of(player: Player) -> QuerySet[Entry]:
    """The first three places of events that everybody sees, the last first."""
    found = Entry.objects.filter(player=player, place__lte=3, event__status=EventStatus.FINISHED)
    shown = found.exclude(event__club__hidden=True).select_related("event")
    return shown.order_by("-event__finished_at", "-pk")
