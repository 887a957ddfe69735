"""What a game brings, by the places at its table: 1 the best, equal places for those who drew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

POD_WIN: Final = 5.0
DRAW_CAP: Final = 2.0
"""A draw among survivors never pays more than this."""
WIN: Final = 1.0
LATE: Final = 0.5
"""For all the rounds before a late entry into a Swiss event together."""


def winner_takes(places: Sequence[int]) -> tuple[float, ...]:
    """5 for a win; a draw of k: 5/k each, at most 2; others nothing."""
    winners = places.count(1)
    each = POD_WIN if winners == 1 else min(POD_WIN / winners, DRAW_CAP)
    return tuple(each if place == 1 else 0.0 for place in places)


def shared_win(places: Sequence[int]) -> tuple[float, ...]:
    """Good vs Evil: those who win together share the 5 points of a win."""
    winners = places.count(1)
    return tuple(POD_WIN / winners if place == 1 else 0.0 for place in places)


def by_elimination(places: Sequence[int]) -> tuple[float, ...]:
    """Last Captain: a point for everybody who fell before; equals share. At a table of four 3, 2, 1, 0."""
    behind = [sum(other > place for other in places) for place in places]
    level = [places.count(place) for place in places]
    return tuple(less + (same - 1) / 2 for less, same in zip(behind, level, strict=True))


def of_two(places: Sequence[int]) -> tuple[float, ...]:
    """1, half a point for a draw, 0."""
    winners = places.count(1)
    return tuple(WIN / winners if place == 1 else 0.0 for place in places)
