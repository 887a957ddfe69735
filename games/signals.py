"""News of games for the apps above; sent inside the transaction that makes the news."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from django.dispatch import Signal


class Rank(enum.IntEnum):
    """When an app hears of the end of a game: in the order in which all take their locks, after the game's,
    whatever order the apps are loaded in."""

    GAME = 0
    EVENT = 1
    LADDER = 2
    TALLIES = 3
    """Rows by player."""
    RATINGS = 4
    """Their counter, which all rated games share, last."""


class RankedSignal(Signal):
    """Its receivers hear it in their ranks; those of one rank in the order in which they were connected."""

    def __init__(self) -> None:
        super().__init__()
        self._ranks: dict[str, Rank] = {}

    def connect(self, receiver: Callable[..., Any], *, rank: Rank = Rank.GAME, **more: Any) -> None:
        if uid := more.get("dispatch_uid"):
            self._ranks[uid] = rank
        super().connect(receiver, **more)
        with self.lock:
            # The first of the keys of a receiver is its dispatch_uid, where it has one.
            self.receivers.sort(key=lambda each: self._ranks.get(each[0][0], Rank.GAME))


game_finished = RankedSignal()
"""Keywords `game`, `seats`, and `by`, the player who brought the end about, None for a clock: the row of the
game is locked, its outcome and the results of its seats are saved, in the same transaction."""
game_reopened = RankedSignal()
"""Keywords `game` and `seats`: a finished game goes on after all. Its row is locked; its outcome and the
results of its seats are still those it had, so that each receiver can undo what it did at `game_finished`."""
leaver_settled = Signal()
"""Keyword `player`: what a deleted player has left is given up and forgotten; sent once more a while later,
for what a last click may have left meanwhile."""
seat_renamed = Signal()
"""Keywords `game`, whose row is locked, its number of `players`, and `names`: the old name of a seat and of
its homeworld, and what both are called from now on."""
