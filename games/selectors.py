"""What leaves the server. Everything a viewer may not see is left out here, not in templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Case, F, IntegerField, QuerySet, Value, When
from django.http import Http404

from accounts.models import Player
from games.access import Viewer, seat_of, with_seats
from games.dealing import alignment_of_viewer
from games.game_words import (
    entry_sentence,
    goal_of_viewer,
    goal_sentence,
    result_sentence,
    turn_sentences,
)
from games.models import EntryKind, Game, LogEntry, Seat, SeatKind, Status
from games.places import Places
from games.record import first_moment, outcome_of, state_of
from homeworlds.actions import Turn
from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import Alignment, Outcome
from homeworlds.position import Position
from homeworlds.rules import RuleSet, Variant
from homeworlds.state import GameState

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it."""

    number: int
    """Turn order once the game has started, the order of the list before."""
    name: str
    """Empty while the seat is open."""
    kind: SeatKind
    public_id: str
    """The account's; empty while the seat is open."""
    novice: bool
    is_viewer: bool
    to_move: bool
    level: str = ""
    """Of a bot at the table."""
    living: bool = True
    departed: bool = False
    won: bool = False
    alignment: Alignment | None = None
    """Only once it is public."""
    fallen: bool = False


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


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a viewer may see of a game, and nothing else."""

    game: Game
    """Its fields and its creator are public."""
    rules: RuleSet
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
    position, places = _shown(game, seats, state, shown)
    entries = _entries(game, state, shown)
    last = entries[shown - 1] if shown else None
    latest = shown == game.log_number
    alignment = alignment_of_viewer(game, viewer)
    players = game.players
    over = state.outcome
    return TableView(
        game=game,
        rules=state.rules,
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
        goal=goal_of_viewer(state, me, alignment) if latest else goal_sentence(state.rules.variant),
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
    )


def _table_before_start(game: Game, viewer: Viewer, number: int | None) -> TableView:
    if number:
        raise Http404
    is_open = game.status == Status.OPEN
    seats = tuple([_listed(seat, n, viewer, game) for n, seat in enumerate(game.seats.all())])
    me = next((seat.number for seat in seats if seat.is_viewer), None)
    rules = game.rules()
    return TableView(
        game=game,
        rules=rules,
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
        may_join=is_open and not viewer.is_anonymous and not viewer.is_guest and me is None,
        may_leave=is_open and me is not None,
        may_cancel=is_open and viewer.pk == game.creator_id,
        may_resign=False,
    )


def _shown(game: Game, seats: list[Seat], state: GameState, shown: int) -> tuple[Position, Places]:
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
    return tuple(
        [_entry_view(entry, state, shown) for entry in LogEntry.objects.filter(game=game).values(*fields)]
    )


def _entry_view(entry: dict[str, Any], state: GameState, shown: int) -> EntryView:
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
    )


def _seat_view(seat: Seat, number: int, viewer: Viewer, state: GameState, next_seat: int | None) -> SeatView:
    return replace(
        _seated(seat, number, viewer),
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
        _seated(seat, number, viewer),
        to_move=number == position.mover,
        living=number in position.living,
        departed=number in left,
        alignment=known.get(seat.name),
    )


def _seated(seat: Seat, number: int, viewer: Viewer) -> SeatView:
    return SeatView(
        number=number,
        name=seat.name,
        kind=SeatKind(seat.kind),
        public_id=seat.player.public_id if seat.player else "",
        novice=seat.novice,
        is_viewer=seat.player_id == viewer.pk,
        to_move=False,
        level=seat.player.bot_level if seat.player else "",
    )


def _listed(seat: Seat, number: int, viewer: Viewer, game: Game) -> SeatView:
    return SeatView(
        number=number,
        name=seat.shown_name,
        kind=SeatKind(seat.kind),
        public_id=seat.player.public_id if seat.player else "",
        novice=seat.novice,
        is_viewer=seat.player_id is not None and seat.player_id == viewer.pk,
        to_move=game.next_seat is not None and number == game.next_seat,
    )


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list."""

    game: Game
    rules: RuleSet
    seats: tuple[SeatView, ...]
    """Without what only the table knows: who lives and who is revealed."""
    waits_for_viewer: bool
    viewer_sits: bool
    open_seats: int
    goal: str
    result: str
    """The outcome in words; empty before the end."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a list of games."""

    rows: tuple[GameRow, ...]
    page: int
    pages: int
    total: int

    @property
    def previous(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @property
    def next(self) -> int | None:
        return self.page + 1 if self.page < self.pages else None


def games_of(player: Player, *, page: int | str = 1, per_page: int = PER_PAGE) -> Listing:
    """The player's games in all states: first those that wait for him, the longest waiting before the
    others, then what goes on, then the rest, the latest first."""
    rank = Case(
        When(status=Status.RUNNING, next_seat=F("seats__number"), then=Value(0)),
        When(status=Status.RUNNING, then=Value(1)),
        When(status=Status.OPEN, then=Value(2)),
        When(status=Status.FINISHED, then=Value(3)),
        default=Value(4),
        output_field=IntegerField(),
    )
    waiting_since = Case(When(rank=0, then=F("changed_at")))
    games = Game.objects.filter(seats__player=player).annotate(rank=rank, waiting_since=waiting_since)
    return _listing(
        games.order_by("rank", F("waiting_since").asc(nulls_last=True), "-changed_at", "-pk"),
        player,
        page,
        per_page,
    )


def open_games(viewer: Viewer, *, page: int | str = 1, per_page: int = PER_PAGE) -> Listing:
    """The games that wait for players, the oldest first; the viewer's own too."""
    games = Game.objects.filter(status=Status.OPEN).order_by("created_at", "pk")
    return _listing(games, viewer, page, per_page)


def games_awaiting(player: Player) -> QuerySet[Game]:
    """The games in which it is the player's turn, the longest waiting first."""
    return Game.objects.filter(
        status=Status.RUNNING, seats__player=player, seats__number=F("next_seat")
    ).order_by("changed_at", "pk")


def _listing(games: QuerySet[Game], viewer: Viewer, page: int | str, per_page: int) -> Listing:
    paginator = Paginator(with_seats(games.select_related("creator")), per_page)
    found = paginator.get_page(page)
    rows = tuple([_row(game, viewer) for game in found.object_list])
    return Listing(rows=rows, page=found.number, pages=paginator.num_pages, total=paginator.count)


def _row(game: Game, viewer: Viewer) -> GameRow:
    seats = tuple([_listed(seat, n, viewer, game) for n, seat in enumerate(game.seats.all())])
    rules, outcome = game.rules(), outcome_of(game)
    return GameRow(
        game=game,
        rules=rules,
        seats=seats,
        waits_for_viewer=any(seat.is_viewer and seat.to_move for seat in seats),
        viewer_sits=any(seat.is_viewer for seat in seats),
        open_seats=sum(seat.kind is SeatKind.OPEN for seat in seats),
        goal=goal_sentence(rules.variant),
        result=result_sentence(outcome, [seat.name for seat in seats]) if outcome else "",
    )
