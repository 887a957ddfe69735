"""How many games wait for a player, the number on the icon, and how long the first of them has. Who knows is
the app whose games they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from accounts.models import Player

OF_TURNS: Final = frozenset({"turns", "warnings"})
"""Topics of which a message without words says how many games wait."""
_counts: Final[list[Callable[[Player], int]]] = []
_times: Final[list[Callable[[Player], str]]] = []


def counted_by(count: Callable[[Player], int], time_of_first: Callable[[Player], str]) -> None:
    """For the app, in its `AppConfig.ready`. The time in words; empty without a clock."""
    if count not in _counts:
        _counts.append(count)
        _times.append(time_of_first)


def games_that_wait(player: Player) -> int:
    return sum(count(player) for count in _counts)


def time_of_first(player: Player) -> str:
    return next((time for of_first in _times if (time := of_first(player))), "")
