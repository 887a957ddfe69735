"""Replay: where in the game one looks, the ways on from there, and the list of turns: the latest ones, or all
of them when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.charts.tide import line_at
from board.map.symbols import render_badge
from board.turn.making import turn_words
from games.models import EntryKind, MarkKind
from games.table.charts import BESIDE
from games.table.hindsight import MarkView, mark_sentence, mark_turn, short_words
from games.table.looking_back import seat_query, stage_address, stage_addresses
from games.table.variations import variation_address
from games.table.view import EntryView, RunningTable
from homeworlds.notation import parse_turn
from upkeep.kept.addresses import address_of

LISTED: Final = 20
"""So many entries are listed unless all are asked for: the page does not grow with the game."""
BEFORE_SHOWN: Final = 10
"""Of them so many before the one that is looked back at, when that is an old one."""
WHOLE_LIST: Final = ("log", "all")
"""In an address: all of them."""
TICK: Final = 10
TICK_HEIGHT: Final = 44
WIDEST_TICK: Final = 14
"""Pixels from one tick to the next, where there is room."""
MOST_WAYS: Final = 16
"""Links of a strip, each over so many turns that it is wide enough for a finger."""
_Stage: TypeAlias = tuple[int, int | None]
"""A number of the log, and how many actions of it are done; None: all."""


@dataclass(frozen=True, slots=True)
class StepLink:
    """A link to another position; `link` is empty where there is none, so that the others stay in place."""

    id: str
    label: str
    spoken: str
    keys: str
    """The key that does the same; empty without one."""
    link: SafeString


@dataclass(frozen=True, slots=True)
class MarkLine:
    """What the turn shown missed or walked into."""

    words: str
    turn: str
    link: str
    """Where the turn it speaks of is shown; empty when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What `games/_replay.html` shows, and where the way out leads."""

    links: tuple[StepLink, ...]
    ticks: SafeString | str = ""
    """The strip of turns; empty where turns were not played."""
    line: SafeString | str = ""
    """Marks the turn on the tide, in the past."""
    last: int = 0
    """The highest number on the strip."""
    at: int = 0
    heading: str = ""
    """Where one looks; empty in the present."""
    words: str = ""
    """What was done by the last step; empty at the start and in the present."""
    leave: str = ""
    """The way out; empty in the present."""
    leave_words: str = ""
    is_traced: bool = False
    """The map shows what a turn of the past moved."""
    hindsight: tuple[MarkLine, ...] = ()
    analysis: str = ""
    """Where the balance of a finished game is shown; empty while it runs."""


def replay_of(table: RunningTable, from_seat: int | None) -> Replay | None:
    """None before anything has happened. `from_seat` is the side a spectator looks from, and keeps."""
    at = table.at
    if at.variation:
        return _replay_of_variation(table, at.variation, from_seat)
    if not table.entries:
        return None
    last, public_id = len(table.entries), table.game.public_id
    turn = at.number - 1 if at.step == 0 else at.number
    runs = table.state.outcome is None
    # No action done is where the turn before ended.
    stage: _Stage = (turn, None if at.step == 0 else at.step)
    targets = {"back": _before(table.entries, stage, runs), "on": _after(table.entries, stage, runs)}
    addresses = {
        name: [
            stage_address(public_id, *target, last=last, from_seat=from_seat, fragment=fragment)
            for fragment in (False, True)
        ]
        for name, target in targets.items()
        if target is not None
    }
    past = not at.is_latest
    return Replay(
        links=_links(addresses),
        ticks=SafeString(
            _ticks(
                tuple([entry.seat for entry in table.entries]),
                at=turn,
                ways=stage_addresses(public_id, from_seat),
                present=stage_address(public_id, last, last=last, from_seat=from_seat),
            )
        ),
        line=SafeString(line_at(BESIDE, turn, last)) if past else "",
        last=last,
        at=turn,
        heading=_heading(table) if past else "",
        words=_words(table) if past else "",
        leave=stage_address(public_id, last, last=last, from_seat=from_seat) if past else "",
        leave_words=gettext("To the present"),
        is_traced=_is_traced(table),
        hindsight=_hindsight(table, from_seat),
        analysis=_analysis(table, from_seat),
    )


def _replay_of_variation(table: RunningTable, mark: MarkView, from_seat: int | None) -> Replay:
    """The ways through what was not played, and back to the game."""
    public_id, names, at = table.game.public_id, table.state.position.names, table.at
    step, total = at.step or 0, len(parse_turn(mark.text, len(names)))
    targets = {"back": step - 1 if step else None, "on": step + 1 if step < total else None}
    addresses = {
        name: [
            variation_address(public_id, mark, target, from_seat=from_seat, fragment=fragment)
            for fragment in (False, True)
        ]
        for name, target in targets.items()
        if target is not None
    }
    words = gettext("This was not played.")
    if step and mark.seat is not None:
        (done,) = turn_words(at.turn[-1:], mark.seat, names)
        told = gettext("{player}: {words}").format(player=names[mark.seat], words=done)
        words = f"{told} · {words}"
    return Replay(
        links=_links(addresses),
        heading=_heading_of_variation(mark, step, total),
        words=words,
        leave=stage_address(public_id, mark.number, from_seat=from_seat),
        leave_words=gettext("Back to the game"),
        is_traced=_is_traced(table),
        hindsight=_hindsight(table, from_seat),
        analysis=_analysis(table, from_seat),
    )


def _links(addresses: Mapping[str, Sequence[str]]) -> tuple[StepLink, ...]:
    """An action back and on; one without addresses, of the page and of the fragment, leads nowhere."""
    way = ' href="{}" hx-get="{}" hx-target="#table" hx-swap="outerHTML"'
    ways = {
        "back": ("←", gettext("Previous action"), "ArrowLeft"),
        "on": ("→", gettext("Next action"), "ArrowRight"),
    }
    return tuple(
        [
            StepLink(
                f"step-{name}",
                label,
                spoken,
                keys,
                format_html(way, *addresses[name]) if name in addresses else SafeString(""),
            )
            for name, (label, spoken, keys) in ways.items()
        ]
    )


# While the game runs the last turn is looked back at with all its actions done: the present shows a table
# to play on. Of a finished game the present does both.


def _before(entries: Sequence[EntryView], at: _Stage, runs: bool) -> _Stage | None:
    number, step = at
    if number == 0:
        return None
    actions = len(entries[number - 1].turn)
    if runs and actions and at == (len(entries), None):
        return number, actions
    done = (actions if step is None else step) - 1
    return (number, done) if done > 0 else (number - 1, None)


def _after(entries: Sequence[EntryView], at: _Stage, runs: bool) -> _Stage | None:
    number, step = at
    if step is None:
        number, step = number + 1, 0
    if number > len(entries):
        return None
    last = len(entries[number - 1].turn)
    if not (runs and number == len(entries)):
        last -= 1
    return (number, step + 1) if step < last else (number, None)


def _heading(table: RunningTable) -> str:
    number, step = table.at.number, table.at.step
    if step is not None:
        total = len(table.entries[number - 1].turn)
        if not step:
            return gettext("Before turn {number}").format(number=number)
        return gettext("Turn {number}, action {step} of {total}").format(
            number=number, step=step, total=total
        )
    if number:
        return gettext("After turn {number}").format(number=number)
    return gettext("Before the first turn")


def _words(table: RunningTable) -> str:
    """The step that led here: one action, or what ended the turn."""
    at = table.at
    entry = at.entry
    if entry is None:
        return ""
    if entry.kind is not EntryKind.TURN or at.mover is None:
        return entry.words
    names = at.position.names
    (words,) = turn_words(at.turn[-1:], at.mover, names)
    said = [gettext("{player}: {words}").format(player=names[at.mover], words=words)]
    if entry.eliminated:
        said.append(gettext("out: {players}").format(players=", ".join(entry.eliminated)))
    return " · ".join(said)


def _heading_of_variation(mark: MarkView, step: int, total: int) -> str:
    values = {"number": mark.number, "step": step, "total": total}
    if mark.kind != MarkKind.WALKED_INTO:
        words = gettext("Instead of turn {number}: action {step} of {total}")
        return (words if step else gettext("Instead of turn {number}")).format(**values)
    words = gettext("In answer to turn {number}: action {step} of {total}")
    return (words if step else gettext("In answer to turn {number}")).format(**values)


def _is_traced(table: RunningTable) -> bool:
    traces = table.at.traces
    return traces is not None and bool(traces.gone or traces.come)


def _analysis(table: RunningTable, from_seat: int | None) -> str:
    if table.state.outcome is None:
        return ""
    return reverse("games:analysis", args=[table.game.public_id]) + seat_query(from_seat)


def _hindsight(table: RunningTable, from_seat: int | None) -> tuple[MarkLine, ...]:
    """Of the turn that is shown."""
    names, public_id = table.state.position.names, table.game.public_id
    return tuple(
        [
            MarkLine(
                mark_sentence(mark, names),
                mark_turn(mark, names),
                variation_address(public_id, mark, 0, from_seat=from_seat) if mark.seat is not None else "",
            )
            for mark in table.marks
            if mark.number == table.at.number and mark != table.at.variation
        ]
    )


@dataclass(frozen=True, slots=True)
class TurnList:
    rows: SafeString
    """The entries listed, the latest first, as what a list holds."""
    others: str
    """Where all are listed, or only some again; empty when there are no others."""
    is_whole: bool


def turn_list(
    table: RunningTable, *, from_seat: int | None, whole: bool, chosen: Sequence[tuple[str, str]]
) -> TurnList:
    """`chosen` is what the address of the page says besides: a turn in the making, say."""
    entries, others = table.entries, ""
    if not whole:
        first = max(0, len(entries) - LISTED)
        if table.at.number <= first:
            first = max(0, table.at.number - 1 - BEFORE_SHOWN)
        entries = entries[first : first + LISTED]
    if len(table.entries) > LISTED:
        query = [*chosen, *([] if from_seat is None else [("seat", str(from_seat))])]
        query += [("panel", "log")] if whole else [WHOLE_LIST, ("panel", "log")]
        # The page may have come by a form, but what is looked back at has an address of its own.
        page = address_of("games:table", table.game.public_id) if table.at.is_latest else ""
        others = f"{page}?{urlencode(query)}#turns"
    links = stage_addresses(table.game.public_id, from_seat)
    rows = [_row(table, entry, links) for entry in reversed(entries)]
    return TurnList(SafeString("".join(rows)), others, whole)


def _row(table: RunningTable, entry: EntryView, links: str) -> str:
    """Put together here: a template would take longer for these lines than for most of the page."""
    words = entry.words
    if entry.eliminated and entry.kind is EntryKind.TURN:
        fallen = gettext("out: {players}").format(players=", ".join(entry.eliminated))
        words = f"{words} ({fallen})"
    told = escape(words)
    if entry.taken_back:
        told = f"<s>{told}</s> <em>{escape(gettext('taken back'))}</em>"
    # What it missed or walked into.
    marks = [f" <em>{escape(short_words(mark))}</em>" for mark in table.marks if mark.number == entry.number]
    notated = f" <code>{escape(entry.text)}</code>" if entry.text else ""
    badge = "" if entry.seat is None else render_badge(entry.seat, entry.name)
    current = ' aria-current="true"' if entry.number == table.at.number else ""
    return (
        f'<li><a href="{escape(links.format(entry.number))}"{current}><i>{entry.number}</i>{badge}'
        f"<span>{told}{''.join(marks)}{notated}</span></a>\n"
    )


def _ticks(seats: tuple[int | None, ...], *, at: int, ways: str, present: str) -> str:
    """The turns as a strip, one a turn in the colour of its player: an SVG as wide as its place, to a limit.
    `seats` made the entries from 1 on, None: nobody. `at` is the entry after which one looks, 0 the start.
    `ways` leads to entry `{}`, `present` to the last one. Out of the keyboard's way: a script makes it a
    slider that reaches each turn; without, a link leads to a few turns that a finger can tell apart."""
    width, ways, last = TICK * (len(seats) + 1), escape(ways), len(seats)
    marks: dict[int | None, str] = {}
    for number, seat in enumerate([None, *seats]):
        marks[seat] = f"{marks.get(seat, '')}M{TICK * number + 5} 12v20"
    drawn = [f'<path class="seat-{"" if seat is None else seat}" d="{d}"/>' for seat, d in marks.items()]
    stretch = -(-(last + 1) // MOST_WAYS)
    for number in range(0, last + 1, stretch):
        way = escape(present) if number + stretch > last else ways.format(number)
        end = min(TICK * (number + stretch), width)
        drawn.append(
            f'<a href="{way}" tabindex="-1"><path d="M{TICK * number} 0H{end}V44H{TICK * number}"/></a>'
        )
    now = f'<path class="ticks__now" d="M-2 4h14v36h-14z" transform="translate({TICK * at})"/>'
    return (
        f'<svg viewBox="0 0 {width} {TICK_HEIGHT}" '
        f'width="{WIDEST_TICK * (len(seats) + 1)}" height="{TICK_HEIGHT}" '
        f'preserveAspectRatio="none" aria-hidden="true" focusable="false" '
        f'data-ways="{ways}" data-present="{escape(present)}">{"".join(drawn)}{now}</svg>'
    )
