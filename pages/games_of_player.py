"""The games on a profile: public ones only, whoever asks, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from accounts.models import Player
from games.access import Viewer, with_seats
from games.lists import GameRow, rows_of
from games.models import Game, Seat, Status, Visibility

PER_PAGE: Final = 20


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
