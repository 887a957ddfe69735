"""Who has which seat: everybody each seat equally often, and nobody hunts somebody twice.

The seats of a whole schedule are an edge colouring of players and tables (D. König, "Über Graphen und ihre
Anwendung auf Determinantentheorie und Mengenlehre", 1916): when all tables are of one size there is one in
which nobody has a seat twice more often than another. Where couples meet again, seats are exchanged until
no hunter meets a target again, or until a fixed number of steps is made.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Final

from tournaments.pairing.past import Past
from tournaments.pairing.plain import hunts

Seats = tuple[int, ...]
Tables = tuple[Seats, ...]

AGAIN: Final = 2.0
"""What hunting somebody once more costs, in exchanges of seats that leave two players a seat apart."""
HOT: Final = 0.8
COLD: Final = 0.3
STEPS_A_SEAT: Final = 250
LEAST_STEPS: Final = 20_000
MOST_STEPS: Final = 60_000
PATIENCE: Final = 3000
"""Steps without success, when nobody hunts anybody again and only seats at smaller tables are not even."""


def seat_table(
    players: Iterable[int], past: Past, lots: random.Random, *, hunting: bool = True, even: bool = False
) -> Seats:
    """One table: nobody hunts again whom he hunted, if it can be helped, then seats are evened out; `even`:
    the other way round."""
    drawn = sorted(players)
    lots.shuffle(drawn)
    size = len(drawn)
    uneven = [[over(past.seats[player][:size])[seat] for seat in range(size)] for player in drawn]
    number = {player: place for place, player in enumerate(drawn)}

    def cost(seats: Seats) -> tuple[int, int]:
        again = sum(past.hunted[pair] for pair in hunts(seats)) if hunting else 0
        apart = sum(uneven[number[player]][seat] for seat, player in enumerate(seats))
        return (apart, again) if even else (again, apart)

    return min(permutations(drawn), key=cost)


def least_uneven(costs: Iterable[tuple[int, ...]]) -> int:
    """What the best seats of a table cost; `costs`: those of each player, from `over`, by seat."""
    return _least(tuple(sorted(costs)))


def owed_seats(costs: Sequence[tuple[int, ...]]) -> list[int] | None:
    """By player a seat that costs him nothing, each seat for as many players as the others; None: there is no
    such way. `costs`: those of each player, from `over`, by seat.

    While all have played every round at tables of one size there always is one, since each seat is then
    owed equally often (König, above).
    """
    import networkx  # type: ignore[import-untyped]  # large, and wanted where a round is paired only

    players, seats = len(costs), len(costs[0])
    chairs = networkx.Graph()
    chairs.add_nodes_from(range(players))
    for player, by_seat in enumerate(costs):
        for chair in range(players):
            if not by_seat[chair % seats]:
                chairs.add_edge(player, players + chair)
    found = networkx.bipartite.hopcroft_karp_matching(chairs, range(players))
    if any(player not in found for player in range(players)):
        return None
    return [(found[player] - players) % seats for player in range(players)]


def over(had: Sequence[int]) -> tuple[int, ...]:
    """By seat: the square of how much more often than the rarest one it was had. Nothing, if it is the
    rarest."""
    least = min(had)
    return tuple((often - least) ** 2 for often in had)


@lru_cache(maxsize=100_000)
def _least(costs: tuple[tuple[int, ...], ...]) -> int:
    """The cheapest way to give each its own seat, set of taken seats by set."""
    best = {0: 0}
    for each in costs:
        after: dict[int, int] = {}
        for taken, cost in best.items():
            for seat, more in enumerate(each):
                if not taken >> seat & 1:
                    key = taken | 1 << seat
                    after[key] = min(after.get(key, cost + more), cost + more)
        best = after
    return min(best.values())


def seat_rounds(rounds: Sequence[Tables], lots: random.Random) -> tuple[Tables, ...]:
    """The same tables in seat order. Where all are of one size, everybody's seats are within one of each
    other."""
    sizes = {len(table) for tables in rounds for table in tables}
    start = coloured(rounds) if len(sizes) == 1 else _one_by_one(rounds, lots)
    return _Order(start, lots).settled()


def _one_by_one(rounds: Sequence[Tables], lots: random.Random) -> list[list[list[int]]]:
    past, found = Past(), []
    for tables in rounds:
        seated = [seat_table(table, past, lots) for table in tables]
        for table in seated:
            past.add(table)
        found.append([list(table) for table in seated])
    return found


# --- an edge colouring

_Vertex = tuple[int, int, int]


def coloured(rounds: Sequence[Tables]) -> list[list[list[int]]]:
    """The tables, all of one size, in a seat order that is even.

    As many tables of a player as there are seats are one vertex, so that he has each seat once in them.
    """
    size = len(rounds[0][0])
    at: dict[_Vertex, list[_Vertex | None]] = {}
    played: Counter[int] = Counter()
    for number, tables in enumerate(rounds):
        for place, table in enumerate(tables):
            for player in table:
                ends = (0, number, place), (1, player, played[player] // size)
                for vertex in ends:
                    at.setdefault(vertex, [None] * size)
                _colour(at, *ends)
                played[player] += 1
    return [
        [[vertex[1] for vertex in at[0, number, place] if vertex is not None] for place in range(len(tables))]
        for number, tables in enumerate(rounds)
    ]


def _colour(at: dict[_Vertex, list[_Vertex | None]], table: _Vertex, player: _Vertex) -> None:
    """One more edge. Where no seat is free on both sides, a path of two seats is exchanged."""
    free = [seat for seat, taken in enumerate(at[table]) if taken is None]
    common = [seat for seat in free if at[player][seat] is None]
    if not common:
        here, there = free[0], at[player].index(None)
        path, seat = [player], here
        while (following := at[path[-1]][seat]) is not None:
            path.append(following)
            seat = there if seat == here else here
        edges = list(pairwise(path))
        for each, edge in enumerate(edges):
            for vertex in edge:
                at[vertex][here if each % 2 == 0 else there] = None
        for each, (one, other) in enumerate(edges):
            exchanged = there if each % 2 == 0 else here
            at[one][exchanged], at[other][exchanged] = other, one
        common = [here]
    at[table][common[0]], at[player][common[0]] = player, table


# --- hunters


class _Order:
    """Seats of a whole schedule, exchanged so that nobody's seats become less even.

    For two seats a and b each table is an arrow from who has a to who has b. To turn a circle of arrows round
    leaves everybody's numbers as they are; so does a path, but for its ends.
    """

    def __init__(self, rounds: list[list[list[int]]], lots: random.Random) -> None:
        self._lots = lots
        self._rounds = rounds
        self._tables = [table for tables in rounds for table in tables]
        self._size = max(map(len, self._tables))
        players = {player for table in self._tables for player in table}
        self._at: dict[int, list[list[int]]] = {player: [[] for _ in range(self._size)] for player in players}
        """By player and seat: the tables where he has it."""
        self._hunted: Counter[tuple[int, int]] = Counter()
        for number, table in enumerate(self._tables):
            self._hunted.update(hunts(tuple(table)))
            for seat, player in enumerate(table):
                self._at[player][seat].append(number)
        self._again = sum(often - 1 for often in self._hunted.values())
        self._uneven = sum(_unevenness(list(map(len, at))) for at in self._at.values())

    def settled(self) -> tuple[Tables, ...]:
        best, least = self._written(), self._cost()
        seats = sum(map(len, self._tables))
        steps = min(max(LEAST_STEPS, STEPS_A_SEAT * seats), MOST_STEPS)
        warmth, cooling = HOT, (COLD / HOT) ** (1 / steps)
        found, hunted_again = 0, self._again
        for step in range(steps):
            if not least or (step - found > PATIENCE and not hunted_again):
                break
            warmth *= cooling
            one, other = self._lots.sample(range(self._size), 2)
            path = self._path(one, other)
            before = self._cost()
            self._turn(path, one, other)
            more = self._cost() - before
            if more > 0 and self._lots.random() >= math.exp(-more / warmth):
                self._turn(path, other, one)
            elif self._cost() < least:
                best, least = self._written(), self._cost()
                found, hunted_again = step, self._again
        return best

    def _cost(self) -> float:
        return AGAIN * self._again + self._uneven

    def _written(self) -> tuple[Tables, ...]:
        return tuple(tuple(tuple(table) for table in tables) for tables in self._rounds)

    def _path(self, one: int, other: int) -> list[int]:
        """Tables whose two seats can be exchanged and nobody's become less even; there may be none."""
        number = int(self._lots.random() * len(self._tables))
        path: list[int] = []
        passed: list[int] = []
        while len(self._tables[number]) > max(one, other):
            path.append(number)
            passed.append(self._tables[number][one])
            last = self._tables[number][other]
            if last in passed:
                return path[passed.index(last) :]
            if self._less_even(passed[0], one, other) + self._less_even(last, other, one) <= 0:
                return path
            following = self._at[last][one]
            if not following:
                break
            number = following[int(self._lots.random() * len(following))]
        return []

    def _less_even(self, player: int, one: int, other: int) -> int:
        """By how much, if the player had the other seat once instead of the first."""
        had = list(map(len, self._at[player]))
        before = _unevenness(had)
        had[one] -= 1
        had[other] += 1
        return _unevenness(had) - before

    def _turn(self, path: Sequence[int], one: int, other: int) -> None:
        for number in path:
            table = self._tables[number]
            self._hunt(table, -1)
            for seat, to in ((one, other), (other, one)):
                player = table[seat]
                self._uneven += self._less_even(player, seat, to)
                self._at[player][seat].remove(number)
                self._at[player][to].append(number)
            table[one], table[other] = table[other], table[one]
            self._hunt(table, 1)

    def _hunt(self, table: Sequence[int], more: int) -> None:
        hunter = table[-1]
        for player in table:
            before = self._hunted[hunter, player]
            self._hunted[hunter, player] = before + more
            self._again += max(before + more - 1, 0) - max(before - 1, 0)
            hunter = player


def _unevenness(had: Sequence[int]) -> int:
    """Half of what it takes to even out the seats of a player; nothing when they are within one of each
    other."""
    often, more = divmod(sum(had), len(had))
    least = (len(had) - more) * often**2 + more * (often + 1) ** 2
    return (sum(each**2 for each in had) - least) // 2
