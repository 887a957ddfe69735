"""What leaves the server of a table. Everything a viewer may not see is left out here, not in templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias

from django.http import Http404
from django.utils.translation import get_language

from accounts.models import Player
from board.map.places import Arrangement, Places, is_tidy
from board.map.traces import Traces
from board.turn.making import turn_words
from board.words.game import goal_of_viewer, goal_sentence
from games.access import Viewer, seat_of
from games.lobby.seats import SeatView, listed, seated
from games.lobby.waiting import WaitingView, waiting_view
from games.log.alignments import alignment_of_viewer
from games.log.moments import first_moment, hash_of, state_of
from games.log.substitutes import Substitutes
from games.log.taking_back import undone_among, why_not_take_back
from games.log.words import entry_sentence
from games.models import ASIDES, EntryKind, Game, LogEntry, Seat
from games.table.about import AboutGame, about_game
from games.table.hindsight import MarkView, marks_of
from homeworlds.actions import Turn
from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position
from homeworlds.rules import RuleSet, Variant
from homeworlds.state import GameState
from upkeep.kept.compiled_query import CompiledQuery

ENTRY_FIELDS: Final = (
    "number",
    "kind",
    "seat",
    "text",
    "data",
    "created_at",
    "eliminated",
    "revealed",
    "position_hash",
)


@dataclass(frozen=True)
class EntryView:
    """An entry of the log; what it was is read when somebody asks, and once."""

    number: int
    kind: EntryKind
    seat: int | None
    name: str
    """The player's; empty for a draw."""
    names: tuple[str, ...]
    """Of all players, by seat."""
    text: str
    """The turn in notation; empty for other entries."""
    data: Mapping[str, Any]
    at: datetime
    eliminated: tuple[str, ...]
    """Names of the players who fell or left by it."""
    revealed: tuple[tuple[str, Alignment], ...]
    position_hash: str
    """Of the position that it led to."""
    taken_back: bool = False
    """A turn that its player took back, or what a reopening has undone: a later entry says so."""

    @cached_property
    def turn(self) -> Turn:
        """Empty for other entries."""
        return parse_turn(self.text, len(self.names)) if self.text else ()

    @cached_property
    def words(self) -> str:
        """What happened, without saying by whom if it was a turn."""
        if self.kind is not EntryKind.TURN or self.seat is None:
            return entry_sentence(self.kind, self.name, self.data)
        return _turn_in_words(self.text, self.seat, self.names, get_language())


@lru_cache(maxsize=4096)
def _turn_in_words(text: str, seat: int, names: tuple[str, ...], _language: str | None) -> str:
    """In the language that is active; kept, since the list of turns says the same with every choice."""
    return " · ".join(turn_words(parse_turn(text, len(names)), seat, names))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFrame:
    """What a viewer may see of a game whether it has begun or not."""

    game: Game
    """Its fields and its creator are public."""
    rules: RuleSet
    seats: tuple[SeatView, ...]
    viewer_seat: int | None
    """None for spectators. Before the start: the place in the list."""
    goal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingTable(TableFrame):
    """All that a viewer may see of a game that has not begun, and nothing else."""

    waiting: WaitingView | None
    """None once it was cancelled."""
    about: AboutGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The position that is looked at, and what led to it."""

    number: int
    """Of the entry that led to it; 0 for the empty table."""
    is_latest: bool
    position: Position
    places: Places
    turn: Turn = ()
    """Empty at the start, and after entries that are not turns."""
    mover: int | None = None
    """Whose turn that was."""
    entry: EntryView | None = None
    step: int | None = None
    """So many actions of the entry are done; None: all of it."""
    traces: Traces | None = None
    """What those actions moved, where one looks back."""
    variation: MarkView | None = None
    """It was not played: it is the turn that this mark speaks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningTable(TableFrame):
    """All that a viewer may see of a game that has begun, and nothing else."""

    state: GameState
    """The present."""
    at: Shown
    entries: tuple[EntryView, ...]
    alignment: Alignment | None
    """The viewer's own."""
    evil_left: int | None
    """Good vs Evil only."""
    marks: tuple[MarkView, ...]
    """Of a finished game only."""
    arrangement: Arrangement | None
    """The viewer's own of the map, if he had it tidied."""
    may_tidy: bool
    """Tidying would change what he sees."""
    may_take_back: bool
    """The viewer's own turn, which the last entry is."""
    red_alert: bool
    """The viewer is to move and warned of whoever could eliminate him with one turn."""
    may_resign: bool
    asks_to_keep: bool
    """The viewer is a guest who has made a turn here, and could lose the seat with the browser."""

    @property
    def my_turn(self) -> bool:
        own = self.viewer_seat
        return own is not None and own == self.game.next_seat and not self.seats[own].adrift

    @property
    def stands_since(self) -> int:
        """The number of the entry by which the present position came about: what answers a later one answers
        the same."""
        played = last_played(self.entries)
        return played.number if played else 0

    @property
    def plays_on(self) -> bool:
        """Turns are made from the position shown."""
        return self.at.is_latest and self.state.outcome is None

    @property
    def occurrences(self) -> int:
        """After how many turns that still stand the present position has stood."""
        now = hash_of(self.state.position)
        return sum(
            entry.position_hash == now and entry.kind is EntryKind.TURN and not entry.taken_back
            for entry in self.entries
        )

    @property
    def is_present(self) -> bool:
        """Nothing came to the log between the reading of the game and that of its entries."""
        return len(self.entries) == self.game.log_number


Table: TypeAlias = WaitingTable | RunningTable


def table_for(game: Game, viewer: Viewer, *, number: int | None = None) -> Table:
    """The game as this viewer sees it, after entry `number` (None: the last, 0: the empty table).

    Expects a game of `game_for_viewer`; takes at most four queries more, however long the game.
    Raises Http404: no such entry.
    """
    if game.started_at is not None:
        return running_table(game, viewer, game.log_number if number is None else number)
    if number:
        raise Http404
    waiting = waiting_view(game, viewer)
    kept = waiting.kept if waiting else {}
    seats = tuple([listed(seat, n, viewer, game, kept) for n, seat in enumerate(game.seats.all())])
    rules = game.rules()
    return WaitingTable(
        game=game,
        rules=rules,
        seats=seats,
        viewer_seat=next((seat.number for seat in seats if seat.is_viewer), None),
        goal=goal_sentence(rules.variant),
        waiting=waiting,
        about=about_game(game, viewer),
    )


def running_table(game: Game, viewer: Viewer, number: int) -> RunningTable:
    """`table_for` a game that has begun. Raises Http404: no such entry, or it has not begun."""
    if game.started_at is None or not 0 <= number <= game.log_number:
        raise Http404
    seats = list(game.seats.all())
    own = seat_of(game, viewer)
    me = own.number if own else None
    state = state_of(game, seats)
    entries = _entries(game, seats, state)
    at = _shown(game, seats, state, entries, number)
    alignment = alignment_of_viewer(game, viewer)
    present = own if at.is_latest else None
    arrangement = Arrangement.from_json(own.tidied) if own and own.tidied else None
    return RunningTable(
        game=game,
        rules=state.rules,
        seats=tuple([_seat_view(seat, n, viewer, state, at, entries) for n, seat in enumerate(seats)]),
        viewer_seat=me,
        goal=goal_of_viewer(state, me, alignment)
        if at.is_latest and state.outcome is None
        else goal_sentence(state.rules.variant),
        state=state,
        at=at,
        entries=entries,
        alignment=alignment,
        evil_left=state.evil_left() if at.is_latest and state.rules.variant is Variant.GOOD_VS_EVIL else None,
        marks=marks_of(game) if state.outcome else (),
        arrangement=arrangement,
        may_tidy=present is not None and not is_tidy(at.places, at.position, arrangement),
        may_take_back=present is not None
        and why_not_take_back(game, seats, present, last_played(entries)) is None,
        red_alert=present is not None and me == game.next_seat and game.warns(present),
        may_resign=state.outcome is None and me in state.position.living,
        asks_to_keep=isinstance(viewer, Player)
        and viewer.is_guest
        and me is not None
        and game.turn_count > me,
    )


def _shown(
    game: Game, seats: Sequence[Seat], state: GameState, entries: Sequence[EntryView], number: int
) -> Shown:
    position, places = position_after(game, seats, state, number)
    latest = number == game.log_number
    # What is noted aside does not take the last turn off the table that is played on.
    last = (
        last_played(entries) if latest and state.outcome is None else entries[number - 1] if number else None
    )
    return Shown(
        number=number,
        is_latest=latest,
        position=position,
        places=places,
        turn=last.turn if last else (),
        mover=last.seat if last and last.kind is EntryKind.TURN else None,
        entry=entries[number - 1] if number else None,
    )


def position_after(
    game: Game, seats: Sequence[Seat], state: GameState, shown: int
) -> tuple[Position, Places]:
    """After an entry of a started game; 0: the empty table."""
    if shown == game.log_number:
        return state.position, Places.from_json(game.places)
    if shown == 0:
        first = first_moment(game, seats)
        return first.state.position, first.places
    entry = LogEntry.objects.only("position", "places").get(game=game, number=shown)
    position = parse_position(entry.position, state.rules, state.position.names)
    return position, Places.from_json(entry.places)


def _entries(game: Game, seats: Sequence[Seat], state: GameState) -> tuple[EntryView, ...]:
    entries = [dict(zip(ENTRY_FIELDS, row, strict=True)) for row in _ENTRIES(game.pk)]
    names, undone = state.position.names, undone_among(entries)
    views = [
        EntryView(
            number=entry["number"],
            kind=EntryKind(entry["kind"]),
            seat=entry["seat"],
            name="" if entry["seat"] is None else names[entry["seat"]],
            names=names,
            text=entry["text"],
            data=entry["data"],
            at=entry["created_at"],
            eliminated=tuple([names[out] for out in entry["eliminated"]]),
            revealed=tuple([(names[who], Alignment(side)) for who, side in entry["revealed"]]),
            position_hash=entry["position_hash"],
            taken_back=entry["number"] in undone,
        )
        for entry in entries
    ]
    return _by_substitutes(views, seats) if any(seat.has_substitute for seat in seats) else tuple(views)


_ENTRIES = CompiledQuery(lambda game: LogEntry.objects.filter(game=game).values_list(*ENTRY_FIELDS), int)


def last_played(entries: Sequence[EntryView]) -> EntryView | None:
    """The last of these entries but for what was noted aside."""
    return next((entry for entry in reversed(entries) if entry.kind not in ASIDES), None)


def movers_of(entries: Sequence[EntryView]) -> dict[int, int]:
    """Who made the turns that stand, by their numbers."""
    return {
        entry.number: entry.seat
        for entry in entries
        if entry.kind is EntryKind.TURN and entry.seat is not None and not entry.taken_back
    }


def _by_substitutes(entries: Sequence[EntryView], seats: Sequence[Seat]) -> tuple[EntryView, ...]:
    """The entries of a game with substitutes, by whoever sat there then. One query."""
    substitutes = Substitutes(seats)
    return tuple(
        [
            each if each.seat is None else replace(each, name=substitutes.name(each.seat, each.number))
            for each in entries
        ]
    )


def _seat_view(
    seat: Seat, number: int, viewer: Viewer, state: GameState, at: Shown, entries: Sequence[EntryView]
) -> SeatView:
    """The seat as it stood at the position shown: of the past only what was known then."""
    outcome = state.outcome if at.is_latest else None
    living, to_move = number in at.position.living, outcome is None and number == at.position.mover
    if at.is_latest:
        return seated(
            seat,
            number,
            viewer,
            living=living,
            to_move=to_move,
            departed=number in state.departed,
            won=outcome is not None and not outcome.draw and number in outcome.winners,
            alignment=dict(state.revealed).get(number),
            fallen=number in state.fallen,
        )
    past = entries[: at.number]
    undone = undone_among([vars(entry) for entry in past])
    leaves = [entry for entry in past if entry.kind in (EntryKind.RESIGNATION, EntryKind.TIME)]
    left = {entry.seat for entry in leaves if entry.number not in undone}
    known = dict([told for entry in past for told in entry.revealed])
    return seated(
        seat,
        number,
        viewer,
        living=living,
        to_move=to_move,
        departed=number in left,
        alignment=known.get(seat.name),
    )
