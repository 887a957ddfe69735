"""Pods round by round: tables of three to six, of players with as many points, who have rarely met."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.past import Past
from tournaments.pairing.plain import Round, State
from tournaments.pairing.points import POD_WIN
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.seats import least_uneven, over, owed_seats, seat_table
from tournaments.pairing.sizes import check_size, table_sizes

FORBIDDEN: Final = 1e12
AVOIDED: Final = 1e9
AGAIN: Final = 1e6
"""Costs of a table: this for each earlier meeting of two who sit there."""
SMALL_AGAIN: Final = 1e4
"""For a player at a small table, by how many small ones he had."""
UNEVEN: Final = 500.0
"""For a seat that somebody had once more often than another,"""
UNEVEN_NEEDLESSLY: Final = 1e7
"""and where nobody needs to have such a seat."""
APART: Final = 50.0
"""For two whom the points of a win set apart; grows with the square."""
HIGH_AT_SMALL: Final = 100.0
"""For a player at a small table, by how many wins he has."""
TRIED_OUT: Final = 10
"""So few players are seated in every possible way."""
SHAKEN: Final = 200
"""So often at most some change places by lot, where it is still not as it should be,"""
COMPARED: Final = 60_000
"""fewer where many tables have many seats: so many exchanges of two players with all others are compared."""
QUICKLY: Final = 5
"""A forecast shakes so many times less."""
MUCH: Final = UNEVEN
"""What is worth to be shaken for."""

_Table = list[int]


def pair(
    state: State, *, size: int, hunting: bool, seed: int, win: float = POD_WIN, quickly: bool = False
) -> Round:
    """The next round. `win`: what a win pays, and a bye; `hunting`: each hunts the next seat (Sinister);
    `quickly`: some seats may be less even.

    In the first round, where nobody has points, each table has one player of each band of ratings. Later,
    players of as many points meet. Nobody meets anybody again if that can be avoided, small tables go to
    those with the fewest points among those who had none yet, and everybody's seats stay even: among more
    than TRIED_OUT players within one of each other, as long as all tables have `size` seats and the same
    people play. Raises Impossible.
    """
    check_size(size)
    lots = random.Random(f"pods {seed} {state.round}")
    drawn = sorted(state.to_pair(), key=lambda each: each.id)
    past = Past(state.played)
    if not drawn and state.fixed:
        return Round(number=state.round, tables=state.fixed)
    lots.shuffle(drawn)
    scores = state.scores(bye=win)
    sizes = table_sizes(len(drawn), size)
    scored = any(points for points in scores.values())
    by_rank = sorted(drawn, key=lambda each: (-scores[each.id], 0 if scored else -each.rating))
    room = _Room([each.id for each in by_rank], scores, sizes, size, win, state, past, lots, bands=not scored)
    tables = room.seated(QUICKLY if quickly else 1)
    if any(frozenset(pair) in state.forbidden for table in tables for pair in combinations(table, 2)):
        raise Impossible("forbidden-at-tables", size=size)
    seated = [seat_table(table, past, lots, hunting=hunting, even=room.even) for table in tables]
    return Round(number=state.round, tables=(*state.fixed, *seated))


class _Room:
    """Players are numbered by rank here, the first is 0."""

    def __init__(
        self,
        ranked: Sequence[int],
        scores: dict[int, float],
        sizes: Sequence[int],
        size: int,
        win: float,
        state: State,
        past: Past,
        lots: random.Random,
        *,
        bands: bool,
    ) -> None:
        self._ranked = ranked
        self._sizes = sizes
        self._size = size
        self._lots = lots
        self._bands = bands
        self._wins = [scores[player] / win for player in ranked]
        self._smaller = [past.smaller(player, size) for player in ranked]
        self._over = {seats: [over(past.seats[player][:seats]) for player in ranked] for seats in set(sizes)}
        self._couple = self._couples(state, past)
        many = len(ranked) > TRIED_OUT and len(set(sizes)) == 1
        self._owed = owed_seats(self._over[sizes[0]]) if many else None
        self.even = self._owed is not None
        """Nobody needs to have a seat that he had more often than another."""
        self._uneven = UNEVEN_NEEDLESSLY if self.even else UNEVEN
        self._tables: list[_Table] = []
        self._costs: list[float] = []

    def seated(self, less: int) -> list[tuple[int, ...]]:
        """The tables, the best players first."""
        if len(self._ranked) <= TRIED_OUT:
            drawn = self._lots.sample(range(len(self._ranked)), len(self._ranked))
            self._sit(min(_ways(drawn, self._sizes), key=self._cost_of_all))
        else:
            self._sit(self._banded() if self._bands else self._by_points())
            if self._owed is not None and any(map(self._unevenness, self._tables)):
                self._sit(self._by_seats(self._owed))
            self._improve(set(range(len(self._tables))))
            self._shake(less)
        order = sorted(self._tables, key=lambda table: -sum(self._wins[each] for each in table) / len(table))
        return [tuple(self._ranked[each] for each in table) for table in order]

    def _couples(self, state: State, past: Past) -> list[list[float]]:
        """What it costs that two sit together."""
        ranked, tables = self._ranked, len(self._sizes)
        found = [[0.0] * len(ranked) for _ in ranked]
        for one, other in combinations(range(len(ranked)), 2):
            cost = APART * (self._wins[one] - self._wins[other]) ** 2
            if self._bands and one // tables == other // tables:
                cost += APART
            found[one][other] = found[other][one] = cost
        number = {player: place for place, player in enumerate(ranked)}
        for couples, cost in ((state.forbidden, FORBIDDEN), (state.avoided, AVOIDED)):
            for couple in couples:
                _add(found, couple, number, cost)
        for couple, often in past.met.items():
            _add(found, couple, number, AGAIN * often)
        return found

    # --- a beginning

    def _banded(self) -> list[_Table]:
        """One of each band of ratings at each table, by lot."""
        tables: list[_Table] = [[] for _ in self._sizes]
        for begin in range(0, len(self._ranked), len(tables)):
            band = list(range(begin, min(begin + len(tables), len(self._ranked))))
            self._lots.shuffle(band)
            for table, each in zip(tables, band, strict=False):
                table.append(each)
        return tables

    def _by_points(self) -> list[_Table]:
        """From the top; the small tables for the last of those who had the fewest of them."""
        at_small = sum(size for size in self._sizes if size < self._size)
        rank = range(len(self._ranked))
        last = sorted(rank, key=lambda each: (self._smaller[each], -each))[:at_small]
        order = [each for each in rank if each not in set(last)] + sorted(last)
        tables, begin = [], 0
        for size in self._sizes:
            tables.append(order[begin : begin + size])
            begin += size
        return tables

    def _by_seats(self, owed: Sequence[int]) -> list[_Table]:
        """From the top, one for each seat at each table."""
        seats = [[each for each, seat in enumerate(owed) if seat == place] for place in range(self._sizes[0])]
        return [list(table) for table in zip(*seats, strict=True)]

    # --- better ones

    def _sit(self, tables: Sequence[Sequence[int]]) -> None:
        self._tables = [list(table) for table in tables]
        self._costs = [self._cost(table) for table in self._tables]

    def _cost(self, table: Sequence[int]) -> float:
        cost = self._uneven * self._unevenness(table)
        for one, other in combinations(table, 2):
            cost += self._couple[one][other]
        if len(table) < self._size:
            for each in table:
                cost += SMALL_AGAIN * self._smaller[each] + HIGH_AT_SMALL * self._wins[each]
        return cost

    def _unevenness(self, table: Sequence[int]) -> int:
        over = self._over[len(table)]
        return least_uneven([over[each] for each in table])

    def _cost_of_all(self, tables: Sequence[Sequence[int]]) -> float:
        return sum(map(self._cost, tables))

    def _improve(self, changed: set[int]) -> None:
        """Any two players of two tables change places, of which one has changed, as long as that is
        better."""
        while changed:
            one = min(changed)
            changed.remove(one)
            for other in range(len(self._tables)):
                while other != one and self._costs[one] + self._costs[other] and self._exchanged(one, other):
                    changed |= {one, other}

    def _exchanged(self, one: int, other: int) -> bool:
        best, found = self._costs[one] + self._costs[other] - 1e-6, None
        here, there = self._tables[one], self._tables[other]
        for i, mine in enumerate(here):
            for j, yours in enumerate(there):
                first, second = [*here[:i], yours, *here[i + 1 :]], [*there[:j], mine, *there[j + 1 :]]
                costs = self._cost(first), self._cost(second)
                if sum(costs) < best:
                    best, found = sum(costs), (first, second, costs)
        if found is None:
            return False
        self._tables[one], self._tables[other], (self._costs[one], self._costs[other]) = found
        return True

    def _shake(self, less: int) -> None:
        """Where two have met, or a seat is uneven, some change places by lot and all is improved again."""
        for _ in range(min(SHAKEN, COMPARED // (len(self._tables) * self._size**2)) // less):
            bad = [number for number, cost in enumerate(self._costs) if cost >= MUCH]
            if not bad or len(self._tables) == 1:
                return
            before = [list(table) for table in self._tables]
            cost = sum(self._costs)
            touched: set[int] = set()
            for _ in range(2):
                one = self._lots.choice(bad)
                other = self._lots.choice([each for each in range(len(before)) if each != one])
                here, there = self._tables[one], self._tables[other]
                i, j = self._lots.randrange(len(here)), self._lots.randrange(len(there))
                here[i], there[j] = there[j], here[i]
                touched |= {one, other}
            self._sit(self._tables)
            self._improve(touched)
            if sum(self._costs) > cost:
                self._sit(before)


def _add(costs: list[list[float]], couple: frozenset[int], number: dict[int, int], cost: float) -> None:
    if all(player in number for player in couple) and len(couple) == 2:
        one, other = (number[player] for player in couple)
        costs[one][other] += cost
        costs[other][one] += cost


def _ways(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to seat them at tables of these sizes, each once."""
    if not sizes:
        yield []
        return
    first, *others = players
    for size in sorted(set(sizes)):
        rest_sizes = list(sizes)
        rest_sizes.remove(size)
        for company in combinations(others, size - 1):
            rest = [each for each in others if each not in company]
            for tables in _ways(rest, rest_sizes):
                yield [(first, *company), *tables]
