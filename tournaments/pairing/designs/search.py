"""Who sits with whom where no construction is known: two players of a round change places, again and again.

Simulated annealing (S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, "Optimization by Simulated Annealing",
1983), with a fixed number of steps instead of a time limit, so that a seed always gives the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.designs.known import Partition

AGAIN: Final = 4.0
MORE: Final = 2.0
"""The cost of a second meeting; each one more of the same couple costs this more, so that repeats are
shared out where there are no more of them so."""
SMALL: Final = 0.5
"""Where some tables are smaller: times the square of how often each player sits at one."""
HOT: Final = 1.3
COLD: Final = 0.25
LEAST_STEPS: Final = 150_000
STEPS_A_SEAT: Final = 150
TRIES: Final = 2


def searched_rounds(
    sizes: Sequence[int], rounds: int, lots: random.Random, before: Sequence[Partition] = ()
) -> tuple[Partition, ...]:
    """So many rounds with few repeats, among themselves and with the rounds before. None is better as soon as
    nobody meets more often than must be."""
    tries = []
    for _ in range(TRIES):
        seating = _Seating(sizes, rounds, lots, before)
        seating.cool()
        if seating.cost <= seating.least:
            return seating.rounds()
        tries.append(seating)
    return min(tries, key=lambda each: each.cost).rounds()


def least_cost(players: int, meetings: int) -> float:
    """When all couples meet equally often, but for one meeting."""
    often, more = divmod(meetings, players * (players - 1) // 2)
    couples = players * (players - 1) // 2
    return more * _cost(often + 1) + (couples - more) * _cost(often)


def _cost(met: int) -> float:
    return sum(AGAIN + MORE * again for again in range(met - 1))


class _Seating:
    def __init__(
        self, sizes: Sequence[int], rounds: int, lots: random.Random, before: Sequence[Partition]
    ) -> None:
        self._lots = lots
        self._players = sum(sizes)
        self._met = [[0] * self._players for _ in range(self._players)]
        self._tables: list[list[list[int]]] = []
        self._at: list[list[int]] = []
        self._small = [0] * self._players
        self._largest = max(sizes)
        for tables in before:
            self._count(tables)
        for _ in range(rounds):
            self._draw(sizes)
        more = rounds + len(before) + 1
        self._another = [0.0, *[AGAIN + MORE * again for again in range(more)]]
        """What one more meeting costs, by how often they met."""
        couples = list(combinations(range(self._players), 2))
        self.cost = sum(_cost(self._met[one][other]) for one, other in couples)
        self.cost += SMALL * sum(often**2 for often in self._small)
        meetings = sum(self._met[one][other] for one, other in couples)
        often, over = divmod(sum(self._small), self._players)
        self.least = least_cost(self._players, meetings) + SMALL * (
            over * (often + 1) ** 2 + (self._players - over) * often**2
        )

    def rounds(self) -> tuple[Partition, ...]:
        return tuple(tuple(tuple(table) for table in tables) for tables in self._tables)

    def cool(self) -> None:
        lots, players, rounds = self._lots, self._players, len(self._tables)
        steps = max(LEAST_STEPS, STEPS_A_SEAT * players * rounds)
        cooling = (COLD / HOT) ** (1 / steps)
        warmth = HOT
        for _ in range(steps):
            if self.cost <= self.least:
                return
            warmth *= cooling
            number = int(lots.random() * rounds)
            one, other = int(lots.random() * players), int(lots.random() * players)
            if self._at[number][one] == self._at[number][other]:
                continue
            more = self._more(number, one, other)
            if more <= 0 or lots.random() < math.exp(-more / warmth):
                self._change(number, one, other)
                self.cost += more

    def _draw(self, sizes: Sequence[int]) -> None:
        order = list(range(self._players))
        self._lots.shuffle(order)
        tables, at, begin = [], [0] * self._players, 0
        for place, size in enumerate(sizes):
            tables.append(order[begin : begin + size])
            begin += size
            for player in tables[-1]:
                at[player] = place
        self._tables.append(tables)
        self._at.append(at)
        self._count(tables)

    def _count(self, tables: Sequence[Sequence[int]]) -> None:
        for table in tables:
            for one, other in combinations(table, 2):
                self._met[one][other] += 1
                self._met[other][one] += 1
            if len(table) < self._largest:
                for player in table:
                    self._small[player] += 1

    def _more(self, number: int, one: int, other: int) -> float:
        """What it would cost more if these two changed places."""
        tables, at, another = self._tables[number], self._at[number], self._another
        met_one, met_other = self._met[one], self._met[other]
        more = 0.0
        for each in tables[at[one]]:
            if each != one:
                more += another[met_other[each]] - another[met_one[each] - 1]
        for each in tables[at[other]]:
            if each != other:
                more += another[met_one[each]] - another[met_other[each] - 1]
        less = len(tables[at[other]]) - len(tables[at[one]])
        if less:
            goes, comes = (one, other) if less < 0 else (other, one)
            more += SMALL * 2 * (self._small[goes] - self._small[comes] + 1)
        return more

    def _change(self, number: int, one: int, other: int) -> None:
        tables, at = self._tables[number], self._at[number]
        for player, instead in ((one, other), (other, one)):
            table = tables[at[player]]
            for each in table:
                if each != player:
                    self._met[player][each] -= 1
                    self._met[each][player] -= 1
            if len(table) < self._largest:
                self._small[player] -= 1
                self._small[instead] += 1
        here, there = tables[at[one]], tables[at[other]]
        here[here.index(one)], there[there.index(other)] = other, one
        at[one], at[other] = at[other], at[one]
        for player in (one, other):
            for each in tables[at[player]]:
                if each != player:
                    self._met[player][each] += 1
                    self._met[each][player] += 1
