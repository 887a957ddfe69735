"""The games on a profile: public ones only, whoever asks, a page at a time."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from accounts.models import Player
from games.access import Viewer
from games.models import Seat, Status, Visibility
from pages.some_games import SomeGames, some_games

PER_PAGE: Final = 20


def running_games_of(
    player: Player, viewer: Viewer, *, after: str = "", per_page: int = PER_PAGE
) -> SomeGames:
    """The games that go on, the one begun last before the others; `after` one of them: what follows it."""
    seats = _public_seats(player).filter(ended_at=None, game__status=Status.RUNNING)
    return some_games(seats, ["-game_id"], viewer, of=player, after=after, per_page=per_page)


def finished_games_of(
    player: Player, viewer: Viewer, *, after: str = "", per_page: int = PER_PAGE
) -> SomeGames:
    """The finished games, the one that ended last before the others; `after` as above."""
    seats = _public_seats(player).filter(ended_at__isnull=False)
    return some_games(seats, ["-ended_at", "-game_id"], viewer, of=player, after=after, per_page=per_page)


def _public_seats(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player, game__visibility=Visibility.PUBLIC)
