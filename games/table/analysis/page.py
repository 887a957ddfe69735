"""The page of a finished game's analysis: nothing but what can be worked out of what its own page shows."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.charts.balance import Point, balance, percent
from board.charts.frame import Reading
from board.charts.tide import Moment, Size
from board.map.symbols import render_badge
from board.turn.making import turn_words
from games.log.results import is_analysed_unasked
from games.models import BETTER, Analysis, Marking, MarkKind
from games.table.analysis.balance import JudgedTurn, Row, decisive, judged_turns, points_of, rows_of
from games.table.charts import Pair, link_to_turns, turn_title
from games.table.hindsight import MarkView, mark_sentence, mark_turn
from games.table.looking_back import seat_query
from games.table.variations import variation_address
from games.table.view import RunningTable, movers_of
from homeworlds.notation import parse_turn

WIDE: Final = Size(1060, 300, 46)
NARROW: Final = Size(358, 230, 46)


class Progress(enum.StrEnum):
    NO_TURNS = "no turns"
    UNASKED = "unasked"
    WORKING = "working"
    DONE = "done"


class Decisive(NamedTuple):
    """A turn that decided something."""

    mark: int
    """Its number on the curve."""
    number: int
    link: str
    """Where it is looked back at."""
    badge: SafeString
    sentence: str
    played: str
    better: str
    notation: str
    better_link: str
    """Where the better turn is shown on the map."""


class MarkLine(NamedTuple):
    number: int
    link: str
    badge: SafeString
    sentence: str
    turn: str
    turn_link: str


class Figures(NamedTuple):
    """A row of the table: how it stood after a turn."""

    number: int
    link: str
    player: str
    chances: tuple[str, ...]
    better: str
    """In notation; empty when no turn was noticeably better."""
    better_link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is shown once all is worked out."""

    curve: Pair
    seats: tuple[tuple[SafeString, str], ...]
    """Badge and name."""
    how: str
    """How it was worked out, and how far it can be trusted."""
    decisive: tuple[Decisive, ...]
    marks: tuple[MarkLine, ...]
    figures: tuple[Figures, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisPage:
    """What `games/analysis.html` shows."""

    progress: Progress
    table: str
    """Where the game is."""
    done: int = 0
    """So many positions, while it is being worked out."""
    found: Found | None = None


def analysis_of(table: RunningTable, from_seat: int | None) -> AnalysisPage:
    """Of a finished game, in its present. Two queries at most."""
    game = table.game
    address = reverse("games:table", args=[game.public_id]) + seat_query(from_seat)
    analysis = Analysis.objects.filter(game=game).first()
    if analysis is not None and analysis.due_at is None:
        found = _found(table, rows_of(analysis.readings), from_seat)
        return AnalysisPage(progress=Progress.DONE, table=address, found=found)
    if analysis is not None:
        return AnalysisPage(progress=Progress.WORKING, table=address, done=analysis.checked)
    if not game.turn_count:
        return AnalysisPage(progress=Progress.NO_TURNS, table=address)
    is_next = is_analysed_unasked(game) and Marking.objects.filter(game=game, due_at__isnull=False).exists()
    return AnalysisPage(progress=Progress.WORKING if is_next else Progress.UNASKED, table=address)


def _found(table: RunningTable, rows: Sequence[Row], from_seat: int | None) -> Found:
    names, movers = table.state.position.names, movers_of(table.entries)
    wins = {mark.number: mark.text for mark in _wins(table)}
    turns, points = judged_turns(rows, movers, wins), points_of(rows, movers)
    marked = decisive(turns)
    decided = {turn.number: mark for mark, turn in enumerate(marked, start=1)}
    return Found(
        curve=_curve(table, points, decided, from_seat),
        seats=tuple([(render_badge(seat, name), name) for seat, name in enumerate(names)]),
        how=_how(rows, len(names)),
        decisive=tuple([_decisive(table, decided[turn.number], turn, wins, from_seat) for turn in marked]),
        marks=tuple(_marks(table, decided, from_seat)),
        figures=tuple(_figures(table, points, {turn.number: turn for turn in turns}, from_seat)),
    )


def _wins(table: RunningTable) -> list[MarkView]:
    """Those that were missed for certain."""
    return [mark for mark in table.marks if mark.kind == MarkKind.MISSED and mark.victim is None]


def _curve(
    table: RunningTable, points: Sequence[Point], decided: Mapping[int, int], from_seat: int | None
) -> Pair:
    names, last = table.state.position.names, table.game.log_number
    reading = Reading(link_to_turns(table.game, from_seat), turn_title)
    moments = [Moment(number, mark) for number, mark in decided.items()]
    wide, narrow = [
        SafeString(balance(names, points, last, size, moments=moments, reading=reading))
        for size in (WIDE, NARROW)
    ]
    return Pair(wide, narrow)


def _how(rows: Sequence[Row], players: int) -> str:
    depths = sorted([row.depth for row in rows if row.depth])
    if depths and players == 2:
        words = gettext(
            "These are estimates: a search looked at each position about {depth} turns ahead. "
            "Wins in one turn are certain."
        )
        return words.format(depth=depths[len(depths) // 2])
    return gettext(
        "These are rough estimates, of what lay on the table after each turn, without looking further ahead. "
        "Wins in one turn are certain."
    )


def _decisive(
    table: RunningTable, mark: int, turn: JudgedTurn, wins: Mapping[int, str], from_seat: int | None
) -> Decisive:
    entry, names = table.entries[turn.number - 1], table.state.position.names
    values = {
        "player": entry.name,
        "promised": as_percent(turn.promised),
        "kept": as_percent(turn.kept),
    }
    if turn.number in wins:
        sentence = gettext(
            "{player} could have won with this turn. After the one that was made the chance was {kept}."
        )
    else:
        sentence = gettext(
            "After this turn {player}’s chance to win was {kept}. "
            "After the better one it would have been {promised}."
        )
    link = link_to_turns(table.game, from_seat)(turn.number)
    return Decisive(
        mark=mark,
        number=turn.number,
        link=link,
        badge=render_badge(turn.seat, entry.name),
        sentence=sentence.format(**values),
        played=entry.words,
        better=" · ".join(turn_words(parse_turn(turn.better, len(names)), turn.seat, names)),
        notation=turn.better,
        better_link=_better_address(table, turn.number, from_seat),
    )


def _better_address(table: RunningTable, number: int, from_seat: int | None) -> str:
    """Where the turn is shown step by step: by the mark, where that is a win."""
    won = [mark for mark in _wins(table) if mark.number == number]
    shown = won[0] if won else MarkView(number, BETTER, None, None, "")
    return variation_address(table.game.public_id, shown, 0, from_seat=from_seat)


def _marks(table: RunningTable, decided: Mapping[int, int], from_seat: int | None) -> Iterator[MarkLine]:
    """What else was missed or walked into, for certain."""
    names, link = table.state.position.names, link_to_turns(table.game, from_seat)
    for mark in table.marks:
        if mark.number in decided and mark in _wins(table):
            continue
        entry = table.entries[mark.number - 1]
        badge = SafeString("") if entry.seat is None else render_badge(entry.seat, entry.name)
        shown = ""
        if mark.seat is not None:
            shown = variation_address(table.game.public_id, mark, 0, from_seat=from_seat)
        yield MarkLine(
            mark.number, link(mark.number), badge, mark_sentence(mark, names), mark_turn(mark, names), shown
        )


def _figures(
    table: RunningTable, points: Sequence[Point], judged: Mapping[int, JudgedTurn], from_seat: int | None
) -> Iterator[Figures]:
    link = link_to_turns(table.game, from_seat)
    for point in points:
        if not point.number:
            continue
        turn = judged.get(point.number)
        better = turn.better if turn else ""
        yield Figures(
            point.number,
            link(point.number),
            table.entries[point.number - 1].name,
            tuple([as_percent(chance) for chance in point.chances]),
            better,
            _better_address(table, point.number, from_seat) if better else "",
        )


def as_percent(chance: float) -> str:
    """Nothing that is not over is quite certain."""
    if 0 < chance < 1:
        chance = min(0.99, max(0.01, chance))
    return percent(round(100 * chance))
