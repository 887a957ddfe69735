"""The game that a notice is about, read once for whoever judges a try and then writes its letter."""

from __future__ import annotations

from typing import Final

from games.models import Game, Seat
from notices.models import Notice

_JUDGED: Final = "_judged_game"
_SEATS: Final = "_seats_of_notices"


def game_to_judge(notice: Notice) -> Game | None:
    """As it is now; the next letter of this notice is about the same moment."""
    game = Game.objects.select_related("creator").filter(public_id=notice.key).first()
    vars(notice)[_JUDGED] = game
    return game


def game_to_write_about(notice: Notice) -> Game:
    """What was judged, once; otherwise as it is now. Raises Game.DoesNotExist."""
    judged: Game | None = vars(notice).pop(_JUDGED, None)
    return judged or Game.objects.select_related("creator").get(public_id=notice.key)


def seats_of(game: Game) -> list[Seat]:
    """With their players, as they were when they were asked for first."""
    if _SEATS not in vars(game):
        vars(game)[_SEATS] = list(game.seats.select_related("player"))
    seats: list[Seat] = vars(game)[_SEATS]
    return seats
