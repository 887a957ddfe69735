"""What a profile tells of a player's games: public ones only, whoever asks, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from accounts.models import Player
from board.words.rules import variant_name
from games.access import Viewer, with_seats
from games.lists import GameRow, rows_of
from games.models import Game, PairTally, PlayerTally, Seat, Status, Visibility
from homeworlds.rules import Variant

PER_PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class VariantResults:
    variant: str
    """In words; empty for all variants together."""
    played: int
    won: int
    shared: int
    drawn: int
    lost: int


def results_of(player: Player) -> list[VariantResults]:
    """A line for each variant played, and one for all when there are several; one query."""
    tallies = {row.variant: row for row in PlayerTally.objects.filter(player=player)}
    found = [tallies[variant] for variant in Variant if variant in tallies]
    lines = [_line(variant_name(Variant(row.variant)), [row]) for row in found]
    return [*lines, _line("", found)] if len(lines) > 1 else lines


def _line(variant: str, rows: list[PlayerTally]) -> VariantResults:
    return VariantResults(
        variant=variant,
        played=sum(row.played for row in rows),
        won=sum(row.won for row in rows),
        shared=sum(row.shared for row in rows),
        drawn=sum(row.drawn for row in rows),
        lost=sum(row.lost for row in rows),
    )


@dataclass(frozen=True, slots=True)
class Meetings:
    """Games of two players together, as one of them sees them."""

    played: int
    won: int
    lost: int
    both_won: int
    drawn: int
    neither: int


def meetings_of(viewer: Viewer, player: Player) -> Meetings | None:
    """None where there were none; one query at most."""
    if viewer.is_anonymous or viewer == player:
        return None
    first, second = sorted([viewer, player], key=lambda each: each.pk)
    row = PairTally.objects.filter(one=first, other=second).first()
    if row is None:
        return None
    won, lost = row.one_won, row.other_won
    if viewer == second:
        won, lost = lost, won
    return Meetings(
        played=won + lost + row.both_won + row.drawn + row.neither,
        won=won,
        lost=lost,
        both_won=row.both_won,
        drawn=row.drawn,
        neither=row.neither,
    )


@dataclass(frozen=True, slots=True)
class SomeGames:
    """Games of a long list, and where it goes on."""

    rows: tuple[GameRow, ...]
    older: str
    """The public id of the last one; empty when no more follow."""
    is_start: bool


def running_games_of(
    player: Player, viewer: Viewer, *, after: str = "", per_page: int = PER_PAGE
) -> SomeGames:
    """The games that go on, the one begun last before the others; `after` one of them: what follows it."""
    seats = _public_seats(player).filter(ended_at=None, game__status=Status.RUNNING)
    last = _seat_in(player, after)
    if last is not None:
        seats = seats.filter(game_id__lt=last.game_id)
    return _some(seats.order_by("-game_id"), viewer, per_page, is_start=last is None)


def finished_games_of(
    player: Player, viewer: Viewer, *, after: str = "", per_page: int = PER_PAGE
) -> SomeGames:
    """The finished games, the one that ended last before the others; `after` as above."""
    seats = _public_seats(player).filter(ended_at__isnull=False)
    last = _seat_in(player, after)
    if last is not None and last.ended_at is not None:
        same = Q(ended_at=last.ended_at, game_id__lt=last.game_id)
        seats = seats.filter(Q(ended_at__lt=last.ended_at) | same)
    return _some(seats.order_by("-ended_at", "-game_id"), viewer, per_page, is_start=last is None)


def _public_seats(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player, game__visibility=Visibility.PUBLIC)


def _seat_in(player: Player, public_id: str) -> Seat | None:
    """What was never a game of the list leads to its start."""
    if not public_id or "\0" in public_id:
        return None
    return _public_seats(player).filter(game__public_id=public_id).first()


def _some(seats: QuerySet[Seat], viewer: Viewer, per_page: int, *, is_start: bool) -> SomeGames:
    ids = list(seats.values_list("game_id", flat=True)[: per_page + 1])
    games = {game.pk: game for game in with_seats(Game.objects.filter(pk__in=ids[:per_page]))}
    rows = rows_of([games[pk] for pk in ids[:per_page]], viewer)
    older = rows[-1].game.public_id if len(ids) > per_page else ""
    return SomeGames(rows=tuple(rows), older=older, is_start=is_start)
