"""Seats adrift: those whose players stay away at a table of three and more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from games.clocks.deadlines import is_timed
from games.models import Game, Seat
from homeworlds.position import Position

PASSES: Final = 3
"""A seat adrift whose turn was passed so often is lost."""
OPEN_TO_SUBSTITUTES: Final = timedelta(hours=72)
"""So long a substitute may take it, from the moment on in which it went adrift."""


_WITHOUT_SUBSTITUTES: Final[set[str]] = set()


def take_no_substitutes(origin: str) -> None:
    """For the app above whose games have this kind of origin, in its `AppConfig.ready`: nobody takes a seat
    over there."""
    _WITHOUT_SUBSTITUTES.add(origin)


def is_adrift(game: Game, seat: Seat) -> bool:
    """Still: it is in the game."""
    return seat.adrift_since is not None and seat.number not in game.departed


def is_open_to_substitutes(game: Game, seat: Seat, now: datetime) -> bool:
    """Whether somebody may take the seat of this running game up now."""
    since = seat.adrift_since
    if since is None or not takes_substitutes(game):
        return False
    return is_adrift(game, seat) and now < since + OPEN_TO_SUBSTITUTES


def takes_substitutes(game: Game) -> bool:
    return game.origin_kind not in _WITHOUT_SUBSTITUTES


def nobody_plays_on(seats: Sequence[Seat], position: Position) -> bool:
    """All people who are still in the game stay away; bots alone are no such table."""
    living = [seats[seat] for seat in position.living]
    return any(seat.adrift_since for seat in living) and not any(is_timed(seat) for seat in living)
