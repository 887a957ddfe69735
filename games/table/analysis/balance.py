"""What was read in the positions of a finished game, as chances over its turns. Arithmetic alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from board.charts.balance import Point

WHOLE: Final = 1000
MOST_DECISIVE: Final = 3
DECISIVE: Final = 0.1
"""So much of a chance at least is lost by a turn that decided something."""
NOTICED: Final = 0.05
"""From so much on another turn is said to be better: the estimates are no finer."""


class Row(NamedTuple):
    """Of a position, as `games.models.Analysis` keeps it."""

    number: int
    """Of the entry that led to it."""
    depth: int
    chances: tuple[float, ...]
    promised: float | None
    best: str


class JudgedTurn(NamedTuple):
    number: int
    seat: int
    promised: float
    """The chance of who made it after the best turn that was found."""
    kept: float
    """The same after the turn that was made."""
    better: str
    """In notation; empty when no turn was noticeably better."""

    @property
    def loss(self) -> float:
        return max(0.0, self.promised - self.kept)


def rows_of(readings: Iterable[Sequence[Any]]) -> tuple[Row, ...]:
    return tuple(
        [
            Row(
                number,
                depth,
                tuple([chance / WHOLE for chance in chances]),
                None if promised is None else promised / WHOLE,
                best,
            )
            for number, depth, chances, promised, best in readings
        ]
    )


def judged_turns(
    rows: Sequence[Row], movers: Mapping[int, int], wins: Mapping[int, str]
) -> tuple[JudgedTurn, ...]:
    """`movers` has the seat of each turn, by its number, and `wins` the turn that would have won in its
    place, where there was one for certain."""
    found = []
    for before, after in pairwise(rows):
        seat = movers.get(after.number)
        if seat is None or not before.best:
            continue
        kept = after.chances[seat]
        promised, better = kept if before.promised is None else before.promised, before.best
        if after.number in wins:
            promised, better = 1.0, wins[after.number]
        noticed = promised - kept >= NOTICED
        found.append(JudgedTurn(after.number, seat, promised, kept, better if noticed else ""))
    return tuple(found)


def decisive(turns: Sequence[JudgedTurn]) -> tuple[JudgedTurn, ...]:
    """The few by which most was lost, in the order in which they were made."""
    lost = sorted([turn for turn in turns if turn.loss >= DECISIVE], key=lambda turn: -turn.loss)
    return tuple(sorted(lost[:MOST_DECISIVE], key=lambda turn: turn.number))


def points_of(rows: Sequence[Row], movers: Mapping[int, int]) -> tuple[Point, ...]:
    """The curve. Whoever is to move seems to a search a little better off than he is: between two it is
    weighed against what the same search says once he has moved."""
    points = []
    for before, after in zip(rows, [*rows[1:], None], strict=True):
        seat = None if after is None else movers.get(after.number)
        chances = before.chances
        if after is not None and seat is not None and before.depth and len(chances) == 2:
            later = max(before.promised or 0.0, after.chances[seat])
            chance = (chances[seat] + later) / 2
            chances = (chance, 1 - chance) if seat == 0 else (1 - chance, chance)
        points.append(Point(before.number, chances))
    return tuple(points)
