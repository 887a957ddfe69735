"""How many games wait for a player: the number on the icon. Who knows is the app whose games they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from accounts.models import Player

OF_TURNS: Final = frozenset({"turns", "warnings"})
"""Topics of which a message without words says how many games wait."""
_counts: Final[list[Callable[[Player], int]]] = []


def counted_by(count: Callable[[Player], int]) -> None:
    """For the app, in its `AppConfig.ready`."""
    if count not in _counts:
        _counts.append(count)


def games_that_wait(player: Player) -> int:
    return sum(count(player) for count in _counts)
