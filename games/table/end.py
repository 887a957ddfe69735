"""The end of a game: who won and how, the tide, and the moments on which it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from board.charts.course import Course
from board.charts.tide import Moment
from board.map.page import render_cards
from board.map.places import Places
from board.map.snapshot import Snapshot, touched
from board.map.symbols import render_badge, render_symbols
from board.words.game import result_sentence, turn_sentences
from games.access import Viewer
from games.log.results import says_too_short
from games.log.words import UNCOUNTED
from games.models import EntryKind, LogEntry, MarkKind
from games.table.charts import KEPT_SECONDS, SmallChart, course_of, small_chart
from games.table.hindsight import mark_sentence
from games.table.looking_back import stage_address
from games.table.slots import END_CHANGES, PLACES_MOVED, EndChanges
from games.table.view import RunningTable
from games.table.whats_next import WhatsNext, whats_next
from homeworlds.actions import Catastrophe, Turn
from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import Outcome, Termination
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.turn import make_turn

TOLD_AS: Final = 1
"""Raised when a story is told otherwise, for those that are kept."""
MOST_MOMENTS: Final = 3
LOOKED_BACK: Final = 12
"""Over so many entries it is asked since when the win was possible."""
MOST_CARDS: Final = 2
"""Of a moment, so that it is seen at a glance."""


class _Found(NamedTuple):
    """A moment before its cards are drawn."""

    number: int
    title: str
    words: str
    shown: int
    """The entry after which the cards lay so."""
    turn: Turn
    """What touches the cards."""
    seat: int


class _Lying:
    """The positions of a game, by the number of the entry that led to them."""

    def __init__(self, table: RunningTable) -> None:
        self.table = table

    @cached_property
    def _latest(self) -> dict[int, LogEntry]:
        first = self.table.game.log_number - LOOKED_BACK
        return self._rows(Q(number__gte=first))

    def _rows(self, wanted: Q) -> dict[int, LogEntry]:
        rows = LogEntry.objects.filter(wanted, game=self.table.game)
        return {row.number: row for row in rows.only("number", "position", "places")}

    def _row(self, number: int) -> LogEntry:
        return self._latest.get(number) or self._rows(Q(number=number))[number]

    def position(self, number: int) -> Position:
        table = self.table
        return parse_position(self._row(number).position, table.rules, table.state.position.names)

    def places(self, number: int) -> Places:
        return Places.from_json(self._row(number).places)


class KeyMoment(NamedTuple):
    mark: int
    """Its number on the tide."""
    title: str
    words: str
    cards: SafeString
    link: str
    """Where it is looked back at."""


class Story(NamedTuple):
    """The course of a finished game: the same for all who look from one side."""

    drawn: SmallChart
    moments: tuple[KeyMoment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """What `games/_ended.html` shows besides the table."""

    badges: tuple[SafeString, ...]
    """Of the winners."""
    heading: str
    how: str
    changes: tuple[EndChanges, ...]
    story: Story
    symbols: SafeString
    """Of the map, the bank and the story."""
    replay: str
    """Where it begins anew."""
    next: WhatsNext | None
    """What to play now; None for who has nothing to be led to."""


def end_of(table: RunningTable, viewer: Viewer, shown: Sequence[str], from_seat: int | None) -> End | None:
    """None while the game runs and in its past; `shown` is what else uses symbols."""
    outcome = table.state.outcome
    if outcome is None or not table.at.is_latest:
        return None
    names, story = table.state.position.names, _story_of(table, from_seat)
    return End(
        badges=tuple([render_badge(seat, names[seat]) for seat in outcome.winners if not outcome.draw]),
        heading=_heading(table, outcome),
        how=_how(table, outcome),
        changes=tuple([each for each in (PLACES_MOVED(table.game), END_CHANGES(table.game)) if each]),
        story=story,
        symbols=render_symbols(*shown, story.drawn.lifelines, *[moment.cards for moment in story.moments]),
        replay=stage_address(table.game.public_id, 0, from_seat=from_seat),
        next=whats_next(table, viewer),
    )


def _story_of(table: RunningTable, from_seat: int | None) -> Story:
    """Told once, and kept until the log goes on after all, more is found in hindsight or somebody is called
    otherwise. A few queries when it is told."""
    slot = f"story:{TOLD_AS}:{table.game.public_id}:{get_language()}:{from_seat}"
    of = (table.game.log_number, table.state.position.names, table.marks)
    kept: tuple[object, Story] | None = cache.get(slot)
    if kept is None or kept[0] != of:
        kept = (of, _told(table, from_seat))
        cache.set(slot, kept, KEPT_SECONDS)
    return kept[1]


def _told(table: RunningTable, from_seat: int | None) -> Story:
    course, lying = course_of(table.game), _Lying(table)
    found = sorted(_found(table, course, lying))
    marked = [Moment(each.number, mark) for mark, each in enumerate(found, 1)]
    drawn = small_chart(table.game, course, marked, from_seat)
    return Story(drawn, tuple(_drawn(table, found, lying, from_seat)))


def _heading(table: RunningTable, outcome: Outcome) -> str:
    if outcome.termination is Termination.VOID:
        return gettext("Void")
    if outcome.draw:
        return gettext("A draw")
    me, winners = table.viewer_seat, outcome.winners
    if me is not None and me not in winners:
        return gettext("You lost")
    if me is not None:
        return gettext("You won") if len(winners) == 1 else gettext("You share the win")
    names = ", ".join([table.seats[seat].person for seat in winners])
    return ngettext("{player} won", "{player} won together", len(winners)).format(player=names)


def _how(table: RunningTable, outcome: Outcome) -> str:
    """By which stroke the last ones fell, or the rule by which it ended."""
    last, names = table.entries[-1], table.state.position.names
    said = result_sentence(outcome, names)
    if says_too_short(table.game):
        said = f"{said} {gettext(UNCOUNTED)}"
    if outcome.draw or last.kind is not EntryKind.TURN or not last.eliminated:
        return said
    blows = [each for each in last.turn if isinstance(each, Catastrophe)]
    stroke = {
        "red": gettext("{players} fell to a red catastrophe on turn {number}."),
        "yellow": gettext("{players} fell to a yellow catastrophe on turn {number}."),
        "green": gettext("{players} fell to a green catastrophe on turn {number}."),
        "blue": gettext("{players} fell to a blue catastrophe on turn {number}."),
        "": gettext("{players} fell on turn {number}."),
    }[blows[-1].colour.word if blows and blows[-1].system in last.eliminated else ""]
    return f"{said} {stroke.format(players=', '.join(last.eliminated), number=last.number)}"


def _found(table: RunningTable, course: Course, lying: _Lying) -> list[_Found]:
    """The first few that there are, of: a win missed or walked into at last, the turn by which the one that
    came was possible, the catastrophe that cost most, the last stroke. One a turn."""
    found: dict[int, _Found] = {}
    for each in (*_not_taken(table), *_opened(table, lying), *_turning(table, course), *_last(table)):
        if len(found) < MOST_MOMENTS:
            found.setdefault(each.number, each)
    return list(found.values())


def _not_taken(table: RunningTable) -> Iterator[_Found]:
    names = table.state.position.names
    wins = [mark for mark in table.marks if mark.seat is not None and mark.victim is None]
    for mark in wins[-1:]:
        # Missed was what could be done before the turn, walked into what could be done after it.
        shown = mark.number - (mark.kind is MarkKind.MISSED)
        title = gettext("A win not taken") if mark.kind is MarkKind.MISSED else gettext("A win is let in")
        turn = parse_turn(mark.text, len(names))
        yield _Found(mark.number, title, mark_sentence(mark, names), shown, turn, mark.seat or 0)


def _opened(table: RunningTable, lying: _Lying) -> Iterator[_Found]:
    """Since when the very turn that won could have been made, had it been its player's turn."""
    last, names = table.entries[-1], table.state.position.names
    if last.kind is not EntryKind.TURN or last.seat is None or not last.eliminated:
        return
    turn, since = last.turn, last.number
    fallen = {names.index(name) for name in last.eliminated}
    for number in range(last.number - 1, max(0, last.number - LOOKED_BACK), -1):
        if not _would_fall(table, lying.position(number), turn, last.seat) >= fallen:
            break
        since = number
    if since < last.number:
        words = gettext("From here on {player} could make the turn that won.").format(player=names[last.seat])
        yield _Found(since, gettext("The win is on the table"), words, since, turn, last.seat)


def _would_fall(table: RunningTable, position: Position, turn: Turn, seat: int) -> frozenset[int]:
    try:
        half = make_turn(table.rules, position._replace(mover=seat), turn)
    except Refusal:
        return frozenset()
    return frozenset(half.effects().would_fall)


def _turning(table: RunningTable, course: Course) -> Iterator[_Found]:
    names = table.state.position.names
    costs = {blow.number: sum(course.lost_by(blow.number)) for blow in course.blows}
    if not costs:
        return
    number = max(costs, key=lambda each: costs[each])
    entry = table.entries[number - 1]
    if entry.seat is None or number == len(table.entries):
        return
    cost = costs[number]
    blows = [each for each in entry.turn if isinstance(each, Catastrophe)]
    words = [
        *turn_sentences(tuple(blows), entry.seat, names),
        ngettext("It cost {number} pip.", "It cost {number} pips.", cost).format(number=cost),
    ]
    yield _Found(number, gettext("The largest loss"), " ".join(words), number - 1, tuple(blows), entry.seat)


def _last(table: RunningTable) -> Iterator[_Found]:
    entry, names = table.entries[-1], table.state.position.names
    if entry.kind is not EntryKind.TURN or entry.seat is None:
        return
    words = gettext("{player}: {words}").format(player=names[entry.seat], words=entry.words)
    yield _Found(entry.number, gettext("The last stroke"), words, entry.number - 1, entry.turn, entry.seat)


def _drawn(
    table: RunningTable, found: Sequence[_Found], lying: _Lying, from_seat: int | None
) -> Iterator[KeyMoment]:
    """With the cards as they lay, and whose turn touches them."""
    public_id, last = table.game.public_id, table.game.log_number
    for mark, each in enumerate(found, start=1):
        cards = SafeString("")
        if each.shown:
            position = lying.position(each.shown)
            # The last steps are what it is all about.
            systems = [name for name in touched(position, each.turn, each.seat) if position.find(name)]
            prefix = f"moment-{mark}-"
            table = Snapshot(position, lying.places(each.shown))
            cards = render_cards(table, systems[-MOST_CARDS:], prefix=prefix)
        # The present is this page: the last stroke is looked at from before.
        number = each.number - (each.number == last)
        link = stage_address(public_id, number, last=last, from_seat=from_seat)
        yield KeyMoment(mark, each.title, each.words, cards, link)
