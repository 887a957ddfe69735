"""Players of known strength, whose ratings should find it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import count, islice
from statistics import NormalDist, correlation
from typing import Final

from ratings.arithmetic.glicko import SCALE
from ratings.arithmetic.rating_list import Book, Place, RatedGame, pool_of
from ratings.arithmetic.tables import shares
from ratings.arithmetic.two_players import RECOMMENDED

STRONGEST_OF: Final = 400
STRONGEST_WINS: Final = 0.9
"""The strongest of so many beats one in the middle this often; nobody learns."""


def strengths(players: int, dice: random.Random) -> list[float]:
    """Normally distributed, in logits.

    Where the strongest of 400 is to be awaited: Gunnar Blom, "Statistical Estimates and Transformed Beta
    Variables" (1958), (n - 3/8) / (n + 1/4).
    """
    strongest = NormalDist().inv_cdf((STRONGEST_OF - 3 / 8) / (STRONGEST_OF + 1 / 4))
    spread = math.log(STRONGEST_WINS / (1 - STRONGEST_WINS)) / strongest
    return [dice.gauss(0, spread) for _ in range(players)]


def converged(players: int, games: int, seats: int, seed: int, when: Sequence[int]) -> list[float]:
    """How the ratings agree in rank with the true strengths, after so many games of each player.

    Everybody plays one game a round, with others by lot; who is left over sits out.
    """
    dice = random.Random(seed)
    truth = strengths(players, dice)
    found = []
    for played, book in enumerate(islice(rounds(truth, seats, dice), games), start=1):
        if played in when:
            pool = pool_of("", seats)
            ratings = [book.standing(pool, player).rating.value for player in range(players)]
            found.append(rank_correlation(truth, ratings))
    return found


def rounds(truth: Sequence[float], seats: int, dice: random.Random) -> Iterator[Book]:
    """The same book after each of endless rounds."""
    book, numbers = Book(), count()
    while True:
        order = dice.sample(range(len(truth)), len(truth))
        for table in zip(*[iter(order)] * seats, strict=False):
            winner = _winner([truth[player] for player in table], dice)
            places = tuple(Place(player, float(seat == winner)) for seat, player in enumerate(table))
            book.add(RatedGame(next(numbers), pool_of("", seats), places))
        yield book


def _winner(table: Sequence[float], dice: random.Random) -> int:
    """Of two, the first to move is ahead, as in the real games."""
    ahead = RECOMMENDED.first_move / SCALE if len(table) == 2 else 0.0
    return dice.choices(range(len(table)), shares([table[0] + ahead, *table[1:]]))[0]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Charles Spearman, "The Proof and Measurement of Association between Two Things" (1904)."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    """Each twice; equal values share the mean of their ranks."""
    below: dict[float, list[int]] = {}
    for rank, value in enumerate(sorted(values)):
        below.setdefault(value, []).append(rank)
    return [below[value][0] + below[value][-1] for value in values]
