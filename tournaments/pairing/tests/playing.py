"""Events that are played by lot in tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

from hypothesis import strategies as st

from tournaments.pairing.plain import Entrant, Pairs, Played, Round, State, pairs
from tournaments.pairing.points import of_two, winner_takes


@dataclass
class Event:
    """People leave, come back and come late; games are won, drawn and lost on time."""

    number: int
    seed: int
    leaving: float = 0.0
    late: float = 0.0
    played: list[Played] = field(default_factory=list)
    byes: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lots = random.Random(self.seed)
        self.people = [
            Entrant(
                id=each,
                rating=self.lots.gauss(1500, 200),
                entered=self.lots.randint(2, 3) if self.lots.random() < self.late else 1,
            )
            for each in range(self.number)
        ]

    def state(self, number: int) -> State:
        """Before a round: some have left since the last one, some are back."""
        if number > 1:
            self.people = [replace(each, withdrawn=self.lots.random() < self.leaving) for each in self.people]
        return State(
            round=number, entrants=tuple(self.people), played=tuple(self.played), byes=tuple(self.byes)
        )

    def play(self, found: Round) -> None:
        self.played += [self.game(found.number, table) for table in found.tables]
        self.byes += [(found.number, player) for player in found.byes]

    def game(self, number: int, seats: tuple[int, ...]) -> Played:
        """One winner, or a draw of two."""
        first, second = self.lots.sample(range(len(seats)), 2)
        drawn = self.lots.random() < 0.15
        places = [1 if seat == first or (drawn and seat == second) else 2 for seat in range(len(seats))]
        points = of_two(places) if len(seats) == 2 else winner_takes(places)
        return Played(round=number, seats=seats, points=points)


def everybody_sits_once(found: Round, state: State) -> bool:
    seated = [player for table in found.tables for player in table] + list(found.byes)
    return sorted(seated) == sorted(each.id for each in state.playing())


def repeats(played: list[Played] | list[tuple[int, ...]]) -> int:
    """How often two met who had met before."""
    tables = [each.seats if isinstance(each, Played) else each for each in played]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return met.total() - len(met)


def apart(number: int, part: float, seed: int) -> Pairs:
    """About so many of all couples."""
    lots = random.Random(seed)
    return pairs(couple for couple in combinations(range(number), 2) if lots.random() < part)


def crowds(most: int = 200) -> st.SearchStrategy[int]:
    """Mostly few, now and then many."""
    return st.one_of(st.integers(3, 16), st.integers(3, 40), st.integers(3, most))


def ways(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to seat them at tables of these sizes."""
    if not players:
        yield ()
        return
    for size in sorted(set(sizes)):
        for company in combinations(players[1:], size - 1):
            rest = tuple(each for each in players[1:] if each not in company)
            fewer = list(sizes)
            fewer.remove(size)
            for more in ways(rest, tuple(fewer)):
                yield ((players[0], *company), *more)
