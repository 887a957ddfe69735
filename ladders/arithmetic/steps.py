"""The steps of the stairs: who moves by a table, and what becomes of all at the end of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

FIRST_STEP: Final = 1
LARGE: Final = 5
"""From so many players on a win is worth two steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a table has ended for those who sat down at it."""

    players: Sequence[int]
    winner: int | None = None
    """None: a draw, a void game, several winners, or a substitute has won."""
    fell: Mapping[int, int]
    """When each who is out went: the number of an entry of the game's log. Who was replaced went then."""
    is_played: bool = True
    """Whether it lasted long enough to be a win over people who were there."""
    is_void: bool = False
    """Void or drawn."""


def moves(ended: Ended) -> dict[int, int]:
    """By how many steps each moves whom the table moves: the winner up, all who fell first together down.

    >>> moves(Ended(players=[1, 2, 3, 4], winner=1, fell={2: 30, 3: 12, 4: 12}))
    {1: 1, 3: -1, 4: -1}
    """
    if ended.is_void:
        return {}
    first = min(ended.fell.values(), default=0)
    found = {player: -1 for player in ended.players if ended.fell.get(player) == first}
    if ended.winner is not None and ended.is_played:
        found[ended.winner] = 2 if len(ended.players) >= LARGE else 1
    return {player: found[player] for player in ended.players if player in found}


def moved(step: int, by: int) -> int:
    """Nobody goes below the first step."""
    return max(step + by, FIRST_STEP)


def compressed(step: int) -> int:
    """Where a player begins the next season: half as high, rounded up."""
    return (step + 1) // 2
