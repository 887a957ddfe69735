"""Lists of games, as the viewer may see them: My games, open games, games that wait for somebody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.paginator import Paginator
from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When

from accounts.models import Player
from accounts.selectors import blocked_with
from board.words.game import goal_sentence, result_sentence
from board.words.rules import CUSTOM
from games.access import Viewer, version_of, with_seats
from games.lobby.seats import SeatView, listed
from games.lobby.terms import TermWords, terms_of
from games.lobby.waiting import Kept
from games.log.moments import outcome_of
from games.models import Answer, Game, Invitation, Seat, SeatKind, Status, Visibility
from games.talk.view import unread_talk
from homeworlds.rules import RuleSet

PER_PAGE = 50


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

    @property
    def version(self) -> str:
        """Changes with the table."""
        return version_of(self.game)


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
    seats = tuple([listed(seat, n, viewer, game, kept) for n, seat in enumerate(stored)])
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


def next_game(player: Player, present: Game) -> str:
    """The public id of the game that waits for the player after this one, from the longest waiting on and
    around again; empty when no other waits. One query."""
    later = Q(changed_at__gt=present.changed_at) | Q(changed_at=present.changed_at, pk__gt=present.pk)
    turn = Case(When(later, then=Value(0)), default=Value(1), output_field=IntegerField())
    waiting = games_awaiting(player).exclude(pk=present.pk).annotate(turn=turn)
    found = waiting.order_by("turn", "changed_at", "pk").values_list("public_id", flat=True).first()
    return found or ""
