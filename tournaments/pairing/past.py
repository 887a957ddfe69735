"""What the games so far add up to, for those who come together next."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from tournaments.pairing.plain import Played, hunts

MOST_SEATS: Final = 6


class Past:
    def __init__(self, played: Iterable[Played] = ()) -> None:
        self.met: Counter[frozenset[int]] = Counter()
        self.hunted: Counter[tuple[int, int]] = Counter()
        """By hunter and hunted."""
        self.seats: defaultdict[int, list[int]] = defaultdict(lambda: [0] * MOST_SEATS)
        """How often a player had each seat."""
        self.running: Counter[int] = Counter()
        """In how many of his last games running the player moved first; below 0: did not."""
        self._sizes: defaultdict[int, Counter[int]] = defaultdict(Counter)
        for game in sorted(played, key=lambda each: each.round):
            self.add(game.seats)

    def add(self, seats: tuple[int, ...]) -> None:
        self.met.update(frozenset(pair) for pair in combinations(seats, 2))
        self.hunted.update(hunts(seats))
        for seat, player in enumerate(seats):
            self.seats[player][seat] += 1
            before = self.running[player]
            self.running[player] = max(before, 0) + 1 if seat == 0 else min(before, 0) - 1
            self._sizes[player][len(seats)] += 1

    def smaller(self, player: int, size: int) -> int:
        """How many tables of fewer seats the player sat at."""
        return sum(number for seats, number in self._sizes[player].items() if seats < size)

    def first_moves(self, player: int) -> int:
        """Games of two in which the player moved first, less those in which he moved second."""
        first, second = self.seats[player][:2]
        return first - second
