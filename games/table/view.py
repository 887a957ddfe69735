"""What leaves the server of a table. Everything a viewer may not see is left out here, not in templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404

from board.map.places import Arrangement, Places, is_tidy
from board.map.traces import Traces
from board.words.game import (
    goal_of_viewer,
    goal_sentence,
    result_sentence,
    turn_sentences,
)
from games.access import Viewer, seat_of
from games.lobby.seats import SeatView, listed, seated
from games.lobby.terms import TermWords, has_red_alert, terms_of
from games.lobby.waiting import WaitingView, waiting_view
from games.log.alignments import alignment_of_viewer
from games.log.moments import first_moment, state_of
from games.log.taking_back import why_not_take_back
from games.log.words import entry_sentence
from games.models import EntryKind, Game, LogEntry, Seat, Status, Visibility
from games.table.hindsight import MarkView, marks_of
from homeworlds.actions import Turn
from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import Alignment, Outcome
from homeworlds.position import Position
from homeworlds.rules import RuleSet, Variant
from homeworlds.state import GameState


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry of the log."""

    number: int
    kind: EntryKind
    seat: int | None
    name: str
    """The player's; empty for a draw."""
    text: str
    """The turn in notation; empty for other entries."""
    sentences: tuple[str, ...]
    """Of the turn shown last and of entries that are not turns; empty for other turns."""
    at: datetime
    eliminated: tuple[str, ...]
    """Names of the players who fell or left by it."""
    revealed: tuple[tuple[str, Alignment], ...]
    taken_back: bool = False
    """A turn that its player took back: the next entry says so."""


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a viewer may see of a game, and nothing else."""

    game: Game
    """Its fields and its creator are public."""
    rules: RuleSet
    terms: tuple[TermWords, ...]
    watch_token: str
    """Of an unlisted game, for its players and its creator only."""
    waiting: WaitingView | None
    """None once the game has started or was cancelled."""
    seats: tuple[SeatView, ...]
    viewer_seat: int | None
    """None for spectators. Before the start: the place in the list."""
    alignment: Alignment | None
    """The viewer's own."""
    goal: str
    state: GameState | None
    """The present; None before the start, and of a cancelled game."""
    position: Position | None
    """The one shown: after entry number `shown`."""
    places: Places | None
    shown: int
    is_latest: bool
    last_turn: Turn
    """The turn that led to the position shown; empty at the start, and after other entries."""
    last_mover: int | None
    last_entry: EntryView | None
    """The entry that led to the position shown."""
    entries: tuple[EntryView, ...]
    outcome: Outcome | None
    result: str
    """The outcome in words; empty before the end."""
    evil_left: int | None
    """Good vs Evil only."""
    my_turn: bool
    may_join: bool
    may_leave: bool
    may_cancel: bool
    may_resign: bool
    arrangement: Arrangement | None = None
    """The viewer's own of the map, if he had it tidied."""
    may_tidy: bool = False
    """Tidying would change what he sees."""
    may_take_back: bool = False
    """The viewer's own turn, which the last entry is."""
    step: int | None = None
    """So many actions of entry `shown` are done; None: all of it."""
    red_alert: bool = False
    """The viewer is to move and warned of whoever could eliminate him with one turn."""
    traces: Traces | None = None
    """What those actions moved, where one looks back."""
    marks: tuple[MarkView, ...] = ()
    """Of a finished game only."""
    variation: MarkView | None = None
    """What is shown was not played: it is the turn that this mark speaks of."""


def table_for(game: Game, viewer: Viewer, *, number: int | None = None) -> TableView:
    """The game as this viewer sees it, after entry `number` (None: the last, 0: the empty table).

    Expects a game of `game_for_viewer`; takes at most three queries more, however long the game.
    Raises Http404: no such entry.
    """
    if game.started_at is None:
        return _table_before_start(game, viewer, number)
    seats = list(game.seats.all())
    own = seat_of(game, viewer)
    me = own.number if own else None
    state = state_of(game, seats)
    shown = game.log_number if number is None else number
    if not 0 <= shown <= game.log_number:
        raise Http404
    position, places = position_after(game, seats, state, shown)
    entries = _entries(game, state, shown)
    last = entries[shown - 1] if shown else None
    latest = shown == game.log_number
    alignment = alignment_of_viewer(game, viewer)
    arrangement = Arrangement.from_json(own.tidied) if own and own.tidied else None
    players = game.players
    over = state.outcome
    return TableView(
        game=game,
        rules=state.rules,
        terms=tuple(terms_of(game, seats)),
        watch_token=_watch_token(game, viewer),
        waiting=None,
        seats=tuple(
            [
                _seat_view(seat, n, viewer, state, game.next_seat)
                if latest
                else _past_seat_view(seat, n, viewer, position, entries[:shown])
                for n, seat in enumerate(seats)
            ]
        ),
        viewer_seat=me,
        alignment=alignment,
        goal=goal_of_viewer(state, me, alignment)
        if latest and over is None
        else goal_sentence(state.rules.variant),
        state=state,
        position=position,
        places=places,
        shown=shown,
        is_latest=latest,
        last_turn=parse_turn(last.text, players) if last else (),
        last_mover=last.seat if last and last.kind is EntryKind.TURN else None,
        last_entry=last,
        entries=entries,
        outcome=over,
        result=result_sentence(over, state.position.names) if over else "",
        evil_left=state.evil_left() if latest and state.rules.variant is Variant.GOOD_VS_EVIL else None,
        my_turn=me is not None and me == game.next_seat,
        may_join=False,
        may_leave=False,
        may_cancel=False,
        may_resign=over is None and me in state.position.living,
        arrangement=arrangement,
        may_tidy=own is not None and latest and not is_tidy(places, position, arrangement),
        may_take_back=own is not None and latest and why_not_take_back(game, seats, own, last) is None,
        red_alert=own is not None and me == game.next_seat and latest and has_red_alert(game, own),
        marks=marks_of(game),
    )


def _table_before_start(game: Game, viewer: Viewer, number: int | None) -> TableView:
    if number:
        raise Http404
    is_open = game.status == Status.OPEN
    waiting = waiting_view(game, viewer)
    kept = waiting.kept if waiting else {}
    seats = tuple([listed(seat, n, viewer, game, kept) for n, seat in enumerate(game.seats.all())])
    me = next((seat.number for seat in seats if seat.is_viewer), None)
    rules = game.rules()
    return TableView(
        game=game,
        rules=rules,
        terms=tuple(terms_of(game, game.seats.all())),
        watch_token=_watch_token(game, viewer),
        waiting=waiting,
        seats=seats,
        viewer_seat=me,
        alignment=None,
        goal=goal_sentence(rules.variant),
        state=None,
        position=None,
        places=None,
        shown=0,
        is_latest=True,
        last_turn=(),
        last_mover=None,
        last_entry=None,
        entries=(),
        outcome=None,
        result="",
        evil_left=None,
        my_turn=False,
        may_join=waiting is not None and waiting.may_join,
        may_leave=is_open and me is not None,
        may_cancel=is_open and viewer.pk == game.creator_id,
        may_resign=False,
    )


def _watch_token(game: Game, viewer: Viewer) -> str:
    knows = seat_of(game, viewer) is not None or viewer.pk == game.creator_id
    return game.watch_token if knows and game.visibility == Visibility.UNLISTED else ""


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


def _entries(game: Game, state: GameState, shown: int) -> tuple[EntryView, ...]:
    fields = ("number", "kind", "seat", "text", "created_at", "eliminated", "revealed")
    entries = list(LogEntry.objects.filter(game=game).values(*fields))
    taken_back = {entry["number"] - 1 for entry in entries if entry["kind"] == EntryKind.TAKE_BACK}
    return tuple([_entry_view(entry, state, shown, entry["number"] in taken_back) for entry in entries])


def _entry_view(entry: dict[str, Any], state: GameState, shown: int, taken_back: bool) -> EntryView:
    names = state.position.names
    kind, seat = EntryKind(entry["kind"]), entry["seat"]
    name = "" if seat is None else names[seat]
    sentences: tuple[str, ...] = ()
    if kind is not EntryKind.TURN:
        sentences = (entry_sentence(kind, name),)
    elif entry["number"] == shown:
        sentences = turn_sentences(parse_turn(entry["text"], len(names)), seat, names)
    return EntryView(
        number=entry["number"],
        kind=kind,
        seat=seat,
        name=name,
        text=entry["text"],
        sentences=sentences,
        at=entry["created_at"],
        eliminated=tuple([names[out] for out in entry["eliminated"]]),
        revealed=tuple([(names[who], Alignment(side)) for who, side in entry["revealed"]]),
        taken_back=taken_back,
    )


def _seat_view(seat: Seat, number: int, viewer: Viewer, state: GameState, next_seat: int | None) -> SeatView:
    return replace(
        seated(seat, number, viewer),
        to_move=number == next_seat,
        living=number in state.position.living,
        departed=number in state.departed,
        won=state.outcome is not None and not state.outcome.draw and number in state.outcome.winners,
        alignment=dict(state.revealed).get(number),
        fallen=number in state.fallen,
    )


def _past_seat_view(
    seat: Seat, number: int, viewer: Viewer, position: Position, entries: Sequence[EntryView]
) -> SeatView:
    """The seat as it stood after these entries."""
    left = {entry.seat for entry in entries if entry.kind in (EntryKind.RESIGNATION, EntryKind.TIME)}
    known = dict([told for entry in entries for told in entry.revealed])
    return replace(
        seated(seat, number, viewer),
        to_move=number == position.mover,
        living=number in position.living,
        departed=number in left,
        alignment=known.get(seat.name),
    )
