"""What leaves the server. Everything a viewer may not see is left out here, not in templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.http import Http404

from accounts.models import Player
from accounts.selectors import blocked_with
from games.access import Viewer, seat_of, with_seats
from games.dealing import alignment_of_viewer
from games.game_words import (
    entry_sentence,
    goal_of_viewer,
    goal_sentence,
    result_sentence,
    turn_sentences,
)
from games.hindsight import MarkView, marks_of
from games.models import Answer, EntryKind, Game, Invitation, LogEntry, Seat, SeatKind, Status, Visibility
from games.option_words import CUSTOM
from games.places import Places
from games.record import first_moment, outcome_of, state_of
from games.talk import unread_talk
from games.terms import TermWords, has_red_alert, terms_of
from games.traces import Traces
from games.waiting import Kept, WaitingView, seat_agrees, waiting_view
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
    kept: Kept | None = None
    """Before the start: somebody is invited to the open seat."""
    agreed: bool = True
    """To the terms as they stand."""
    profile: str = ""
    """The address of the player's profile; empty while the seat is open."""


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
        red_alert=own is not None and me == game.next_seat and latest and has_red_alert(game, own),
        marks=marks_of(game),
    )


def _table_before_start(game: Game, viewer: Viewer, number: int | None) -> TableView:
    if number:
        raise Http404
    is_open = game.status == Status.OPEN
    waiting = waiting_view(game, viewer)
    kept = waiting.kept if waiting else {}
    seats = tuple([_listed(seat, n, viewer, game, kept) for n, seat in enumerate(game.seats.all())])
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
        profile=seat.player.get_absolute_url() if seat.player else "",
    )


def _listed(seat: Seat, number: int, viewer: Viewer, game: Game, kept: Mapping[int, Kept]) -> SeatView:
    return SeatView(
        number=number,
        name=seat.shown_name,
        kind=SeatKind(seat.kind),
        public_id=seat.player.public_id if seat.player else "",
        novice=seat.novice,
        is_viewer=seat.player_id is not None and seat.player_id == viewer.pk,
        to_move=game.next_seat is not None and number == game.next_seat,
        kept=kept.get(seat.pk),
        agreed=game.status != Status.OPEN or seat_agrees(game, seat),
        profile=seat.player.get_absolute_url() if seat.player else "",
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
    may_join: bool
    goal: str
    terms: tuple[TermWords, ...]
    result: str
    """The outcome in words; empty before the end."""
    new_talk: int = 0
    """So many messages of other players the viewer has not seen; of the own games only."""


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
    listing = _listing(
        games.order_by("rank", F("waiting_since").asc(nulls_last=True), "-changed_at", "-pk"),
        player,
        page,
        per_page,
    )
    new = unread_talk(player, [row.game for row in listing.rows])
    rows = [replace(row, new_talk=new.get(row.game.pk, 0)) for row in listing.rows]
    return replace(listing, rows=tuple(rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGamesFilter:
    """Which open games are wanted; empty: all."""

    variant: str = ""
    players: int | None = None
    rule_set: str = ""
    """A preset, or `custom`."""
    only_mine_to_join: bool = False


ALL_OPEN_GAMES: Final = OpenGamesFilter()


def open_games(
    viewer: Viewer,
    *,
    wanted: OpenGamesFilter = ALL_OPEN_GAMES,
    page: int | str = 1,
    per_page: int = PER_PAGE,
) -> Listing:
    """The public games with a seat for whoever joins, the oldest first; the viewer's own too.

    Games of other people are left out where anybody sits, or the creator is somebody, who has blocked the
    viewer or whom the viewer has blocked.
    """
    kept = Invitation.objects.filter(seat=OuterRef("pk"), answer=Answer.WAITING)
    free = Seat.objects.filter(~Exists(kept), game=OuterRef("pk"), kind=SeatKind.OPEN)
    games = Game.objects.filter(Exists(free), status=Status.OPEN, visibility=Visibility.PUBLIC)
    if not viewer.is_anonymous:
        blocks = blocked_with(viewer)
        sits = Seat.objects.filter(game=OuterRef("pk"), player=viewer)
        shunned = Seat.objects.filter(
            Q(player__in=blocks.values("owner")) | Q(player__in=blocks.values("other")), game=OuterRef("pk")
        )
        strangers = (
            ~Exists(blocks.filter(owner=OuterRef("creator")))
            & ~Exists(blocks.filter(other=OuterRef("creator")))
            & ~Exists(shunned)
        )
        games = games.filter(Q(creator=viewer) | Exists(sits) | strangers)
    if wanted.variant:
        games = games.filter(variant=wanted.variant)
    if wanted.players:
        games = games.filter(players=wanted.players)
    if wanted.rule_set:
        games = games.filter(preset="" if wanted.rule_set == CUSTOM else wanted.rule_set)
    if wanted.only_mine_to_join and not viewer.is_anonymous:
        games = games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player=viewer)))
    return _listing(games.order_by("created_at", "pk"), viewer, page, per_page)


def games_awaiting(player: Player) -> QuerySet[Game]:
    """The games in which it is the player's turn, the longest waiting first."""
    return Game.objects.filter(
        status=Status.RUNNING, seats__player=player, seats__number=F("next_seat")
    ).order_by("changed_at", "pk")


def _listing(games: QuerySet[Game], viewer: Viewer, page: int | str, per_page: int) -> Listing:
    paginator = Paginator(with_seats(games.select_related("creator")), per_page)
    found = paginator.get_page(page)
    shown = list(found.object_list)
    kept = _kept_seats(shown)
    rows = tuple([_row(game, viewer, kept) for game in shown])
    return Listing(rows=rows, page=found.number, pages=paginator.num_pages, total=paginator.count)


def rows_of(games: Sequence[Game], viewer: Viewer) -> list[GameRow]:
    """The rows of games that have started, fetched with their seats; no query."""
    return [_row(game, viewer, {}) for game in games]


def _kept_seats(games: Sequence[Game]) -> dict[int, Kept]:
    """Without the names of the invited."""
    waiting = Invitation.objects.filter(seat__game__in=games, answer=Answer.WAITING)
    found = waiting.values_list("seat", "player")
    return {seat: Kept(by_link=player is None, name="") for seat, player in found}


def _row(game: Game, viewer: Viewer, kept: Mapping[int, Kept]) -> GameRow:
    stored = list(game.seats.all())
    seats = tuple([_listed(seat, n, viewer, game, kept) for n, seat in enumerate(stored)])
    rules, outcome = game.rules(), outcome_of(game)
    sits = any(seat.is_viewer for seat in seats)
    free = any(seat.kind is SeatKind.OPEN and seat.kept is None for seat in seats)
    return GameRow(
        game=game,
        rules=rules,
        seats=seats,
        waits_for_viewer=any(seat.is_viewer and seat.to_move for seat in seats),
        viewer_sits=sits,
        open_seats=sum(seat.kind is SeatKind.OPEN for seat in seats),
        may_join=free and not sits and not viewer.is_anonymous and viewer.is_human,
        goal=goal_sentence(rules.variant),
        terms=tuple(terms_of(game, stored)) if game.status == Status.OPEN else (),
        result=result_sentence(outcome, [seat.name for seat in seats]) if outcome else "",
    )
