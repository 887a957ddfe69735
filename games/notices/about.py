"""The game that a notice is about, read once for whoever judges a try and then writes its letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.models import Game, Seat
from notices.models import Notice
from upkeep.kept.compiled_query import CompiledQuery


class Judged(NamedTuple):
    """As it was at one moment."""

    game: Game
    seats: Sequence[Seat]
    """With their players."""


def game_of(notice: Notice) -> Judged | None:
    """As it is now; None: there is none."""
    for game in _GAME(notice.key or ""):
        return Judged(game, _SEATS(game.pk))
    return None


_GAME: Final = CompiledQuery(
    lambda public_id: Game.objects.select_related("creator").filter(public_id=public_id), str
)
_SEATS: Final = CompiledQuery(lambda game: Seat.objects.filter(game=game).select_related("player"), int)
