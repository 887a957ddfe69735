"""The steps of the stairs: who moves by a table, and what becomes of all at the end of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

FIRST_STEP: Final = 1
UP_BY_ONE: Final = 2
"""So often in a season one moves up by wins over the same player."""
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
    is_repeated: bool = False
    """Whether the winner has moved up by most of these people often enough in this season."""


def moves(ended: Ended) -> dict[int, int]:
    """By how many steps each moves whom the table moves: the winner up, all who fell first together down.

    >>> moves(Ended(players=[1, 2, 3, 4], winner=1, fell={2: 30, 3: 12, 4: 12}))
    {1: 1, 3: -1, 4: -1}
    """
    if ended.is_void:
        return {}
    first = min(ended.fell.values(), default=0)
    found = {player: -1 for player in ended.players if ended.fell.get(player) == first}
    if ended.winner is not None and ended.is_played and not ended.is_repeated:
        found[ended.winner] = 2 if len(ended.players) >= LARGE else 1
    return {player: found[player] for player in ended.players if player in found}


def is_repeated(ups: Mapping[int, int], others: Sequence[int]) -> bool:
    """Whether by wins over most of these others (by player) the winner has moved up often enough.

    >>> is_repeated({2: 2, 3: 2}, [2, 3, 4]), is_repeated({2: 2, 3: 1}, [2, 3, 4])
    (True, False)
    """
    return sum(ups.get(other, 0) >= UP_BY_ONE for other in others) * 2 > len(others)


def moved(step: int, by: int) -> int:
    """Nobody goes below the first step."""
    return max(step + by, FIRST_STEP)


def compressed(step: int) -> int:
    """Where a player begins the next season: half as high, rounded up."""
    return (step + 1) // 2
