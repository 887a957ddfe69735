"""The drawn game: the course of a game in figures, kept from one look to the next, and drawings of it.

All of it is public to whoever may see the game: fleets, systems and the bank lie on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.core.cache import cache
from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from board.charts.course import Course, Told, extended
from board.charts.frame import Reading
from board.charts.lettering import BURST
from board.charts.lifelines import lifelines
from board.charts.scarcity import scarcity
from board.charts.tide import Moment, Size, tide
from board.map.symbols import render_badge, render_symbols
from board.words.game import turn_sentences
from board.words.rules import variant_name
from games.models import EntryKind, Game, LogEntry
from games.table.looking_back import seat_query, stage_address, stage_addresses
from homeworlds.actions import Catastrophe
from homeworlds.notation import parse_position, parse_turn

FIGURED_AS: Final = 1
"""Raised when a course holds something else, for those that are kept."""
KEPT_SECONDS: Final = 24 * 3600
BESIDE: Final = Size(300, 190)
"""The tide beside the table."""
WIDE: Final = Size(1060, 270, 190)
NARROW: Final = Size(358, 200, 88)
"""All drawings of a page have one axis: beside them stand the names of systems."""
WIDE_END: Final = Size(724, 214)
NARROW_END: Final = Size(338, 164)
SMALL_LEFT: Final = 88.0
SMALL_LIFE: Final = 14.0
SMALL_STOCK: Final = 10.0
"""The heights of lines in the small drawings of the end, which are as wide as its narrow tide."""
EVERY: Final = 10
"""The table of figures has a row for so many turns."""


class Pair(NamedTuple):
    """The same drawing for a wide screen and for a phone, where letters stay as large."""

    wide: SafeString
    narrow: SafeString


class Event(NamedTuple):
    """A catastrophe or an elimination, in words."""

    number: int
    link: str
    badge: SafeString
    words: str
    losses: tuple[tuple[SafeString, str], ...]
    """Of each fleet that became smaller, its badge and by how many pips."""


class Figures(NamedTuple):
    number: int
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChart:
    """What `games/drawn.html` shows."""

    summary: str
    table: str
    """Where the game is."""
    tide: Pair
    lifelines: Pair
    scarcity: Pair
    symbols: SafeString
    """Of the stars in the lifelines."""
    seats: tuple[tuple[SafeString, str], ...]
    """Badge and name."""
    burst: str = BURST
    events: tuple[Event, ...]
    figures: tuple[Figures, ...]


def course_of(game: Game) -> Course:
    """The figures of a started game up to now: worked out once for every entry of the log, and kept.

    Two queries at most. Raises Http404: the game has not begun.
    """
    if game.started_at is None:
        raise Http404
    names = tuple([seat.name for seat in game.seats.all()])
    slot = f"course:{FIGURED_AS}:{game.public_id}"
    kept: Course | None = cache.get(slot)
    # Homeworlds are called after their players, who may have got other names.
    if kept is None or kept.names != names or kept.last > game.log_number:
        kept = Course(names)
    if kept.last < game.log_number:
        kept = extended(kept, _told(game, names, kept.last))
        cache.set(slot, kept, KEPT_SECONDS)
    return kept


def _told(game: Game, names: Sequence[str], after: int) -> Iterator[Told]:
    rules = game.rules()
    entries = LogEntry.objects.filter(game=game, number__gt=after, number__lte=game.log_number)
    fields = ("number", "kind", "seat", "text", "eliminated", "position")
    for number, kind, seat, text, eliminated, position in entries.order_by("number").values_list(*fields):
        turn = parse_turn(text, game.players) if kind == EntryKind.TURN else ()
        yield Told(number, seat, turn, eliminated, parse_position(position, rules, names))


def game_chart(game: Game, *, at: int | None, from_seat: int | None) -> GameChart:
    """Raises Http404: the game has not begun, or has no such entry."""
    course = course_of(game)
    if at is not None and not 0 <= at <= course.last:
        raise Http404
    reading = _reading(game, from_seat, at)
    lives = _pair(lambda sheet: lifelines(course, sheet.width, left=sheet.left, reading=reading))
    return GameChart(
        summary=_summary(game, course),
        table=reverse("games:table", args=[game.public_id]) + seat_query(from_seat),
        tide=_pair(lambda sheet: tide(course, sheet, reading=reading)),
        lifelines=lives,
        scarcity=_pair(lambda sheet: scarcity(course, sheet.width, left=sheet.left, reading=reading)),
        symbols=render_symbols(lives.wide),
        seats=tuple([(render_badge(seat, name), name) for seat, name in enumerate(course.names)]),
        events=tuple(_events(game, course, link_to_turns(game, from_seat))),
        figures=tuple(
            [
                Figures(number, course.stages[number - 1].pips)
                for number in [*range(EVERY, course.last, EVERY), course.last]
                if number
            ]
        ),
    )


def tide_beside(game: Game, from_seat: int | None) -> SafeString:
    """The tide for beside the table. Raises Http404: the game has not begun."""
    course = course_of(game)
    return SafeString(tide(course, BESIDE, reading=_reading(game, from_seat)))


class SmallChart(NamedTuple):
    """The drawn game on the page of its end."""

    tide: Pair
    """With the numbers of what is told beside it."""
    lifelines: SafeString
    """Its symbols stand on the page."""
    scarcity: SafeString


def small_chart(game: Game, course: Course, moments: Sequence[Moment], from_seat: int | None) -> SmallChart:
    """The tide leads to the turns, the others do not."""
    reading = _reading(game, from_seat)
    width = NARROW_END.width
    return SmallChart(
        _pair(lambda sheet: tide(course, sheet, moments=moments, reading=reading), WIDE_END, NARROW_END),
        SafeString(lifelines(course, width, left=SMALL_LEFT, row=SMALL_LIFE)),
        SafeString(scarcity(course, width, left=SMALL_LEFT, row=SMALL_STOCK)),
    )


def _pair(draw: Callable[[Size], str], wide: Size = WIDE, narrow: Size = NARROW) -> Pair:
    return Pair(SafeString(draw(wide)), SafeString(draw(narrow)))


def _reading(game: Game, from_seat: int | None, at: int | None = None) -> Reading:
    return Reading(link_to_turns(game, from_seat), turn_title, at)


def link_to_turns(game: Game, from_seat: int | None) -> Callable[[int], str]:
    """Where a press on a drawing leads."""
    ways, last = stage_addresses(game.public_id, from_seat), game.log_number
    present = stage_address(game.public_id, last, last=last, from_seat=from_seat)
    return lambda number: present if number == last else ways.format(number)


def turn_title(number: int) -> str:
    return gettext("Turn {number}").format(number=number)


def _summary(game: Game, course: Course) -> str:
    count = ngettext("{number} turn", "{number} turns", course.last)
    words = [variant_name(game.rules().variant), count.format(number=course.last)]
    if blows := len(course.blows):
        words.append(ngettext("{number} catastrophe", "{number} catastrophes", blows).format(number=blows))
    if falls := len(course.falls):
        fallen = ngettext("{number} player eliminated", "{number} players eliminated", falls)
        words.append(fallen.format(number=falls))
    return " · ".join(words)


def _events(game: Game, course: Course, link: Callable[[int], str]) -> Iterator[Event]:
    """By turn: the catastrophes that its player set off, and who fell."""
    names = course.names
    numbers = sorted({*[blow.number for blow in course.blows], *[fall.number for fall in course.falls]})
    turns = LogEntry.objects.filter(game=game, number__in=numbers, kind=EntryKind.TURN)
    texts = dict(turns.values_list("number", "text"))
    for number in numbers:
        seat, words = course.stages[number - 1].seat, []
        if number in texts:
            turn = [a for a in parse_turn(texts[number], len(names)) if isinstance(a, Catastrophe)]
            words = list(turn_sentences(turn, seat, names))
        fallen = [names[fall.seat] for fall in course.falls if fall.number == number]
        if fallen:
            words.append(gettext("Out: {players}.").format(players=", ".join(fallen)))
        badge = render_badge(seat, names[seat]) if seat >= 0 else SafeString("")
        losses = [
            (render_badge(loser, names[loser]), f"−{pips}")
            for loser, pips in enumerate(course.lost_by(number))
            if pips
        ]
        yield Event(number, link(number), badge, " ".join(words), tuple(losses))
