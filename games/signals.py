"""News of games for the apps above; sent inside the transaction that makes the news."""

from django.dispatch import Signal

game_finished = Signal()
"""Keywords `game`, `seats`, and `by`, the player who brought the end about, None for a clock: the row of the
game is locked, its outcome and the results of its seats are saved, in the same transaction."""
game_reopened = Signal()
"""Keywords `game` and `seats`: a finished game goes on after all. Its row is locked; its outcome and the
results of its seats are still those it had, so that each receiver can undo what it did at `game_finished`."""
leaver_settled = Signal()
"""Keyword `player`: what a deleted player has left is given up and forgotten; sent once more a while later,
for what a last click may have left meanwhile."""
seat_renamed = Signal()
"""Keywords `game`, whose row is locked, its number of `players`, and `names`: the old name of a seat and of
its homeworld, and what both are called from now on."""
