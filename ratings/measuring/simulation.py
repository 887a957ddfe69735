"""Players of known strength, whose ratings should find it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from statistics import NormalDist, correlation
from typing import Final

from ratings.arithmetic.book import Book, Place, Pool, RatedGame
from ratings.arithmetic.glicko import SCALE, logistic
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
    pool, play = (Pool.TWO, _duel) if seats == 2 else (Pool.TABLES, _table)
    book, found = Book(), []
    for round_number in range(1, games + 1):
        _play_round(book, pool, seats, truth, play, dice)
        if round_number in when:
            ratings = [book.standing(pool, player).rating.value for player in range(players)]
            found.append(rank_correlation(truth, ratings))
    return found


def _play_round(
    book: Book,
    pool: Pool,
    seats: int,
    truth: Sequence[float],
    play: Callable[[Sequence[float], random.Random], int],
    dice: random.Random,
) -> None:
    order = list(range(len(truth)))
    dice.shuffle(order)
    for start in range(0, len(order) - seats + 1, seats):
        table = order[start : start + seats]
        winner = play([truth[player] for player in table], dice)
        places = tuple(Place(player, float(seat == winner)) for seat, player in enumerate(table))
        book.add(RatedGame((book.last_number or 0) + 1, pool, places))


def _duel(table: Sequence[float], dice: random.Random) -> int:
    """Who wins; the first to move is ahead, as in the real games."""
    first, second = table
    return 0 if dice.random() < logistic(first - second + RECOMMENDED.first_move / SCALE) else 1


def _table(table: Sequence[float], dice: random.Random) -> int:
    return dice.choices(range(len(table)), shares(table))[0]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Charles Spearman, "The Proof and Measurement of Association between Two Things" (1904)."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    """Equal values share the mean of their ranks."""
    below: dict[float, list[int]] = {}
    for rank, value in enumerate(sorted(values)):
        below.setdefault(value, []).append(rank)
    return [(below[value][0] + below[value][-1]) / 2 for value in values]
