"""Who stands where in an event: a page of a division, with the games of everybody on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.access import Viewer
from games.lists import Listing
from games.models import SeatResult
from tournaments.models import Entry, Format, TieBreak
from tournaments.presenters.games import games_of
from tournaments.presenters.kept import ShownSheet
from tournaments.presenters.looking import Stands, who_stands_where
from tournaments.presenters.pages import listed_around, number_asked
from tournaments.presenters.words import figure
from tournaments.sheet import Line, Sheet, points_of_seats

PER_PAGE: Final = 20
LARGEST_SQUARE: Final = 12
"""A division of more has its games round by round."""
_SHORT: Final = {
    TieBreak.OPPONENTS: gettext_noop("Opp."),
    TieBreak.WINS: gettext_noop("Wins"),
    TieBreak.BERGER: gettext_noop("SB"),
    TieBreak.BUCHHOLZ: gettext_noop("BH-1"),
    TieBreak.DIRECT: gettext_noop("DE"),
    TieBreak.RATING: gettext_noop("Rating"),
}
_KINDS: Final = {
    SeatResult.WON: "won",
    SeatResult.SHARED: "won",
    SeatResult.DRAWN: "drawn",
    SeatResult.LOST: "lost",
    SeatResult.VOID: "void",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A game of somebody, led by the words for who cannot see them."""

    text: str
    kind: str
    """won, drawn, lost, void, bye, runs, waits; empty: no game."""
    words: str = ""
    address: str = ""
    is_viewers: bool = False
    """It runs, and is the viewer's."""
    against: str = ""
    """The place of the only opponent."""


NO_CELL: Final = Cell("", "")


@dataclass(frozen=True, slots=True)
class Row:
    entry: Entry
    place: int
    points: str
    breaks: tuple[str, ...]
    cells: tuple[Cell, ...]
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class Head:
    text: str
    words: str
    is_to_come: bool = False
    """A round that is not paired yet."""


@dataclass(frozen=True, slots=True)
class Standings:
    division: int
    """From 1; 0: the event has none."""
    divisions: int
    breaks: tuple[Head, ...]
    columns: tuple[Head, ...]
    """Above the cells."""
    listing: Listing[Row]
    is_square: bool

    @property
    def all_divisions(self) -> Sequence[int]:
        return range(1, self.divisions + 1)


def standings_of(sheet: ShownSheet, viewer: Viewer, *, division: str = "", page: str = "") -> Standings:
    """Where nothing is asked for, the viewer's division and page. Two queries beside those of the sheet."""
    found = who_stands_where(sheet, viewer)
    own = next((n for n, lines in enumerate(found) if any(line.is_viewer for line in lines)), 0)
    shown = number_asked(division, len(found), own + 1) - 1
    lines = found[shown] if found else []
    own_at = next((at for at, line in enumerate(lines) if line.is_viewer), 0)
    listed = listed_around(lines, own_at, page, PER_PAGE)
    part = listed.rows
    format_ = Format(sheet.event.format)
    is_square = format_ == Format.DIVISIONS and len(lines) <= LARGEST_SQUARE
    shows_games = format_ != Format.KNOCKOUT
    cells = _Cells(sheet, [line.standing.player for line in part] if shows_games else [], viewer)
    if is_square:
        columns = [Head(_initial(line.entry), line.entry.player.name) for line in lines]
        rows = {each.standing.player: cells.against(each.standing.player, lines) for each in part}
    elif not shows_games:
        columns, rows = [], {each.standing.player: () for each in part}
    else:
        paired = [each.number for each in sheet.rounds]
        rounds = [*paired, *_to_come(sheet)]
        columns = [
            Head(str(each), gettext("Round {number}").format(number=each), each not in paired)
            for each in rounds
        ]
        rows = {each.standing.player: cells.in_rounds(each.standing.player, rounds) for each in part}
    breaks = tuple(TieBreak(each) for each in sheet.event.tie_breaks)
    return Standings(
        division=shown + 1 if format_ == Format.DIVISIONS else 0,
        divisions=len(found) if format_ == Format.DIVISIONS else 0,
        breaks=tuple(Head(gettext(_SHORT[each]), str(each.label)) for each in breaks),
        columns=tuple(columns),
        listing=Listing(
            tuple(_row(each, breaks, rows[each.standing.player]) for each in part),
            listed.page,
            listed.pages,
            listed.total,
        ),
        is_square=is_square,
    )


def _to_come(sheet: Sheet) -> Sequence[int]:
    """Rounds that are not paired yet."""
    if sheet.event.is_over or Format(sheet.event.format).begins_at_once:
        return ()
    return range(sheet.paired + 1, sheet.event.rounds + 1)


def _initial(entry: Entry) -> str:
    return entry.player.name[:1].upper()[:1]


def _row(stands: Stands, breaks: Iterable[TieBreak], cells: tuple[Cell, ...]) -> Row:
    line = stands.standing
    values = {
        TieBreak.OPPONENTS: figure(line.opponents),
        TieBreak.WINS: figure(line.wins),
        TieBreak.BERGER: figure(line.sonneborn_berger),
        TieBreak.BUCHHOLZ: figure(line.buchholz),
        TieBreak.DIRECT: figure(line.direct),
        TieBreak.RATING: figure(round(line.rating)),
    }
    return Row(
        stands.entry,
        line.place,
        figure(line.points),
        tuple(values[each] for each in breaks),
        cells,
        stands.is_viewer,
    )


class _Cells:
    """The games of some players."""

    def __init__(self, sheet: ShownSheet, numbers: Sequence[int], viewer: Viewer) -> None:
        wanted = set(numbers)
        self._sheet, self._viewer = sheet, viewer
        self._places = {line.player: line.place for lines in sheet.standings for line in lines}
        self._lines: dict[int, list[Line]] = {number: [] for number in numbers}
        lines = [line for line in sheet.lines if not wanted.isdisjoint(line.seats)]
        for line in lines:
            for number in line.seats:
                if number in wanted:
                    self._lines[number].append(line)
        self._games = games_of(sheet, lines, viewer)

    def against(self, player: int, lines: Sequence[Stands]) -> tuple[Cell, ...]:
        """A cell for each of the lines."""
        met = {number: line for line in self._lines[player] for number in line.seats if number != player}
        others = [each.standing.player for each in lines]
        return tuple(self._cell(player, met[other]) if other in met else NO_CELL for other in others)

    def in_rounds(self, player: int, rounds: Sequence[int]) -> tuple[Cell, ...]:
        by_round = {line.round: line for line in self._lines[player]}
        return tuple(
            replace(self._cell(player, by_round[each]), against=self._against(player, by_round[each]))
            if each in by_round
            else NO_CELL
            for each in rounds
        )

    def _against(self, player: int, line: Line) -> str:
        others = [number for number in line.seats if number != player]
        return str(self._places.get(others[0]) or "") if len(others) == 1 else ""

    def _cell(self, player: int, line: Line) -> Cell:
        game, seat = self._games.get(line.pk), line.seats.index(player)
        address = game.address if game else ""
        if line.placed is not None:
            result = line.placed[seat].result
            points = figure(points_of_seats(self._sheet.event, line.placed)[seat])
            if line.is_bye:
                return Cell("+", "bye", gettext("a bye"))
            kind = _KINDS[result]
            text = "–" if kind == "void" else points
            return Cell(text, kind, self._words(player, line, str(result.label)), address)
        if game is None:
            return Cell("·", "waits", self._words(player, line, gettext("begins soon")))
        own = any(self._sheet.by_number[n].player_id == self._viewer.pk for n in line.seats)
        words = self._words(player, line, gettext("turn {number}").format(number=game.turn))
        return Cell(str(game.turn), "runs", words, address, own)

    def _words(self, player: int, line: Line, how: str) -> str:
        """Who it was with, and how it ended."""
        names = [self._sheet.by_number[number].player.name for number in line.seats if number != player]
        return gettext("with {names}: {how}").format(names=", ".join(names), how=how)


# --- explained on request


@dataclass(frozen=True, slots=True)
class Part:
    """What a tie-break of somebody is made of."""

    title: str
    value: str
    of: str


@dataclass(frozen=True, slots=True)
class Explained:
    name: str
    place: int
    points: str
    parts: tuple[Part, ...]


def explained(sheet: ShownSheet, viewer: Viewer, asked: str) -> Explained | None:
    """Why somebody stands where he stands; None: nobody was asked about."""
    if not (asked.isascii() and asked.isdigit() and len(asked) < 7):
        return None
    stands = next(
        (
            each
            for lines in who_stands_where(sheet, viewer)
            for each in lines
            if each.standing.player == int(asked)
        ),
        None,
    )
    if stands is None:
        return None
    line = stands.standing
    parts = {
        TieBreak.OPPONENTS: (line.opponents, _of(sheet, line.opponent_averages)),
        TieBreak.WINS: (float(line.wins), ""),
        TieBreak.BERGER: (line.sonneborn_berger, _of(sheet, line.beaten)),
        TieBreak.BUCHHOLZ: (line.buchholz, _of(sheet, line.opponent_points)),
        TieBreak.DIRECT: (line.direct, ""),
        TieBreak.RATING: (float(round(line.rating)), ""),
    }
    return Explained(
        stands.entry.player.name,
        line.place,
        figure(line.points),
        tuple(
            Part(str(each.label), figure(parts[each][0]), parts[each][1])
            for each in map(TieBreak, sheet.event.tie_breaks)
        ),
    )


def _of(sheet: Sheet, parts: Sequence[tuple[int, float]]) -> str:
    return ", ".join(f"{sheet.by_number[number].player.name} {figure(value)}" for number, value in parts)
