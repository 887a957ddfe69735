"""Seats adrift: those whose players stay away at a table of three and more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from games.clocks.arithmetic import NOTHING
from games.clocks.deadlines import is_timed
from games.models import Game, Seat
from homeworlds.position import Position

PASSES: Final = 3
"""A seat adrift whose turn was passed so often is lost."""
OPEN_TO_SUBSTITUTES: Final = timedelta(hours=72)
"""So long a substitute may take it, from the moment on in which it went adrift. Live games are for two, so no
seat of them is ever adrift."""
PASSED_ONCE_IN: Final = OPEN_TO_SUBSTITUTES / PASSES
"""So long a seat that is open waits from one pass to the next: a day."""


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
    return is_adrift(game, seat) and now < open_until(game, seat)


def takes_substitutes(game: Game) -> bool:
    return game.origin_kind not in _WITHOUT_SUBSTITUTES


def open_for(game: Game) -> timedelta:
    """So long a seat of this game is open that goes adrift."""
    return OPEN_TO_SUBSTITUTES if takes_substitutes(game) else NOTHING


def open_until(game: Game, seat: Seat) -> datetime:
    """Of a seat adrift."""
    return adrift_since(seat) + open_for(game)


def next_pass(game: Game, seat: Seat, passed_at: datetime | None) -> datetime:
    """From when on the turn of the seat adrift may be passed: the first a day after it went adrift, the third
    when the seat is open no longer, and `passed_at`, the last so far, a day before; open no longer, at
    once."""
    due = adrift_since(seat) + PASSED_ONCE_IN * (seat.passes + 1)
    if passed_at is not None:
        due = max(due, passed_at + PASSED_ONCE_IN)
    return min(due, open_until(game, seat))


def adrift_since(seat: Seat) -> datetime:
    """Raises ValueError: the seat is not adrift."""
    if seat.adrift_since is None:
        raise ValueError(f"the seat {seat} is not adrift")
    return seat.adrift_since


def nobody_plays_on(seats: Sequence[Seat], position: Position) -> bool:
    """All people who are still in the game stay away; bots alone are no such table."""
    living = [seats[seat] for seat in position.living]
    return any(seat.adrift_since for seat in living) and not any(is_timed(seat) for seat in living)
