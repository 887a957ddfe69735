"""One round that turns in a circle: its tables are chosen so that the turned rounds repeat no meeting.

Players stand in rings of as many as there are rounds or a few more; some may stand still in the middle. To
turn is to move everybody on by one in his ring. Two meet again in a turned round only if another couple of
the same rings stood as far apart in the first one, so every distance may be used once: a difference family
with one orbit of rounds (C. J. Colbourn and J. H. Dinitz, "Handbook of Combinatorial Designs", 2007, II.16).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.designs.known import Partition

LONGER: Final = 4
"""Rings may have so many more places than there are rounds."""
TRIES: Final = 60
STEPS: Final = 2500
"""Of one try, until another order is drawn."""

_Distance = tuple[int, int, int]


def turned_rounds(sizes: Sequence[int], rounds: int) -> tuple[Partition, ...] | None:
    """Rounds without a repeat, always the same ones; None: none was found."""
    lots = random.Random(rounds)
    places = range(max(rounds, 2), rounds + LONGER)
    circles = [circle for each in places if (circle := _Circle(sum(sizes), each)).has_room(sizes)]
    for _ in range(TRIES):
        for circle in circles:
            first = _Search(circle, sizes, lots).found()
            if first is not None:
                return tuple(circle.turned(first, by) for by in range(rounds))
    return None


class _Circle:
    """Players from 0, ring by ring; those of no full ring stand still."""

    def __init__(self, players: int, places: int) -> None:
        self.players = players
        self.places = places
        self.rings = players // places
        self.still = players % places

    def has_room(self, sizes: Sequence[int]) -> bool:
        """Whether there are as many distances as couples, and a table for each of those who stand still,
        who would meet in every round; and for each of a table in the next round."""
        rings, places = self.rings, self.places
        distances = rings * ((places - 1) // 2) + rings * (rings - 1) // 2 * places + rings * self.still
        couples = sum(size * (size - 1) // 2 for size in sizes)
        return max(self.still, *sizes) <= len(sizes) and couples <= distances

    def distance(self, one: int, other: int) -> _Distance | None:
        """None: a couple that would meet again."""
        one, other = sorted((one, other))
        moving = self.rings * self.places
        if one >= moving:
            return None
        ring, place = divmod(one, self.places)
        if other >= moving:
            return (ring, -1, other)
        farther, there = divmod(other, self.places)
        apart = (there - place) % self.places
        if ring == farther:
            apart = min(apart, self.places - apart)
            return None if 2 * apart == self.places else (ring, ring, apart)
        return (ring, farther, apart)

    def turned(self, tables: Partition, by: int) -> Partition:
        return tuple(tuple(self._moved(player, by) for player in table) for table in tables)

    def _moved(self, player: int, by: int) -> int:
        if player >= self.rings * self.places:
            return player
        ring, place = divmod(player, self.places)
        return ring * self.places + (place + by) % self.places


class _Search:
    """Table by table, with a step back where nobody fits."""

    def __init__(self, circle: _Circle, sizes: Sequence[int], lots: random.Random) -> None:
        still = list(range(circle.rings * circle.places, circle.players))
        moving = list(range(circle.rings * circle.places))
        lots.shuffle(moving)
        self._order = still + moving
        self._circle = circle
        self._sizes = sizes
        self._used: set[_Distance] = set()
        self._tables: list[list[int]] = [[] for _ in sizes]
        self._steps = STEPS

    def found(self) -> Partition | None:
        if self._filled(0, self._order):
            return tuple(tuple(table) for table in self._tables)
        return None

    def _filled(self, number: int, left: Sequence[int]) -> bool:
        if number == len(self._sizes):
            return True
        table = self._tables[number]
        table.append(left[0])
        if self._joined(number, left[1:], 0):
            return True
        table.clear()
        return False

    def _joined(self, number: int, left: Sequence[int], begin: int) -> bool:
        """Whether this table and those after it can be filled; at this one with players from `begin` on."""
        table = self._tables[number]
        if len(table) == self._sizes[number]:
            return self._filled(number + 1, left)
        for place in range(begin, len(left)):
            self._steps -= 1
            if self._steps < 0:
                return False
            player = left[place]
            new = [self._circle.distance(other, player) for other in table]
            apart = {each for each in new if each is not None}
            if len(apart) < len(new) or apart & self._used:
                continue
            self._used |= apart
            table.append(player)
            if self._joined(number, [*left[:place], *left[place + 1 :]], place):
                return True
            table.pop()
            self._used -= apart
        return False


def repeats_nothing(rounds: Sequence[Partition]) -> bool:
    """Whether nobody meets anybody twice."""
    met = [frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)]
    return len(met) == len(set(met))
