"""What friends, or somebody with many accounts, gain in a year by thrown games: the worst of many ways."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

from proofs.fraud.year import THROWN, Throw, Year

FRIENDS: Final = (2, 3, 5)
ACCOUNTS: Final = (10, 40)
HONEST: Final = 10
"""Games a month that each plays against strangers."""
BY_LOT: Final = 4
"""Schedules drawn for each number of friends."""
MAIN: Final = 1
HONEST_LIST: Final = sorted(NormalDist(1500, 150).inv_cdf((n + 0.5) / 100) for n in range(100))
"""The ratings of a hundred honest players."""


class Gain(NamedTuple):
    points: float
    """Of who gained most, over honest play."""
    moved: int
    """So many places one of the honest players stands lower, at most."""
    how: str


def by_friends(number: int, seed: int) -> Gain:
    """The worst schedule, with the gainer's year before or as newcomers."""
    friends = range(MAIN, MAIN + number)
    ways = [*_ways(friends).items(), *_by_lot(friends, random.Random(seed + number))]
    return _worst(f"{number} friends", friends, ways)


def by_accounts(number: int) -> Gain:
    """All lose to one, who is settled or new, all at once or over the year, and play with nobody else."""
    accounts = [(n * len(THROWN) // number, 100 + n) for n in range(number)]
    ways = {
        "each once": [Throw(month, MAIN, each, 1) for month, each in accounts],
        "each ten times at the end": [Throw(THROWN[-1], MAIN, each, 10) for _month, each in accounts],
        "each ten times": [Throw(month, MAIN, each, 10) for month, each in accounts],
    }
    return _worst(f"{number} accounts", [MAIN], ways.items())


def _worst(who: str, friends: Sequence[int], ways: Iterable[tuple[str, list[Throw]]]) -> Gain:
    return max(
        _gain(f"{who}, {how}", friends, throws, settled) for how, throws in ways for settled in (True, False)
    )


def _gain(how: str, friends: Sequence[int], throws: Sequence[Throw], settled: bool) -> Gain:
    thrown = Year(friends, HONEST, settled).after(throws)
    # Without his accounts somebody would not play these games at all.
    meant = throws if len(friends) > 1 else []
    honest = Year(friends, HONEST, settled).after(meant, thrown=False)
    said = how if settled else f"{how}, newcomers"
    return Gain(max(thrown[each] - honest[each] for each in friends), _overtaken(thrown, honest), said)


def _overtaken(thrown: Mapping[int, float], honest: Mapping[int, float]) -> int:
    """Each friend who passes one of the honest moves that one a place down."""
    passed = [0] * (len(HONEST_LIST) + 1)
    for friend, rating in thrown.items():
        for place in range(bisect(HONEST_LIST, honest[friend]), bisect(HONEST_LIST, rating)):
            passed[place] += 1
    return max(passed)


def _ways(friends: Sequence[int]) -> dict[str, list[Throw]]:
    """What is thrown to the first, or by whom to whom."""
    (strong, *weak), last = [each for each in friends if each != MAIN], THROWN[-1]
    others = (strong, *weak)
    every = [(month, each) for month in THROWN for each in others]
    two = [(month, one, other) for month in THROWN for one in friends for other in friends if one != other]
    return {
        "all year to one": [Throw(m, MAIN, each, 10) for m, each in every],
        "once a month": [Throw(m, MAIN, each, 1) for m, each in every],
        "all at the end": [Throw(last, MAIN, each, 10) for each in others],
        "by substitutes": [Throw(last, MAIN, each, 10, left=True) for each in others],
        "in turns": [Throw(m, one, other, 5) for m, one, other in two],
        "a month each": [
            Throw(m, one, other, 10) for m, one, other in two if one == friends[m % len(friends)]
        ],
        "on time, then back": [
            throw
            for m, each in every
            for throw in (Throw(m, each, MAIN, 4, on_time=True), Throw(m, MAIN, each, 6))
        ],
        "down, then up": [
            Throw(m, *((MAIN, each) if m > last / 2 else (each, MAIN)), 10) for m, each in every
        ],
        "drawn with one made strong": [
            *[Throw(m, MAIN, strong, 5, drawn=True) for m in THROWN],
            *[Throw(m, strong, each, 5) for m in THROWN for each in weak],
        ],
    }


def _by_lot(friends: Sequence[int], dice: random.Random) -> Iterator[tuple[str, list[Throw]]]:
    pairs = [(one, two) for one in friends for two in friends if one != two]
    for number in range(BY_LOT):
        share = dice.random()
        yield (
            f"drawn by lot ({number + 1})",
            [
                Throw(m, *pair, dice.randint(1, 6), on_time=dice.random() < 0.3)
                for m in THROWN
                for pair in pairs
                if dice.random() < share
            ],
        )
