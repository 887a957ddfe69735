"""What friends, or somebody with many accounts, gain in a year by thrown games: the worst of many ways."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
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
    ways = [*_ways(friends), *_by_lot(friends, random.Random(seed + number))]
    return max(
        _gain(f"{number} friends, {how}", friends, throws, settled)
        for how, throws in ways
        for settled in (True, False)
    )


def by_accounts(number: int) -> Gain:
    """All lose to one, who is settled or new, all at once or over the year, and play with nobody else."""
    accounts = range(100, 100 + number)
    last = THROWN[-1]
    ways = {
        "each once": [Throw(n * len(THROWN) // number, MAIN, each, 1) for n, each in enumerate(accounts)],
        "each ten times at the end": [Throw(last, MAIN, each, 10) for each in accounts],
        "each ten times": [
            Throw(n * len(THROWN) // number, MAIN, each, 10) for n, each in enumerate(accounts)
        ],
    }
    return max(
        _gain(f"{number} accounts, {how}", [MAIN], throws, settled)
        for how, throws in ways.items()
        for settled in (True, False)
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


def _ways(friends: Sequence[int]) -> Iterator[tuple[str, list[Throw]]]:
    others, last = [each for each in friends if each != MAIN], THROWN[-1]
    yield "all year to one", [Throw(m, MAIN, each, 10) for m in THROWN for each in others]
    yield "once a month", [Throw(m, MAIN, each, 1) for m in THROWN for each in others]
    yield "all at the end", [Throw(last, MAIN, each, 10) for each in others]
    yield "by substitutes", [Throw(last, MAIN, each, 10, left=True) for each in others]
    yield (
        "in turns",
        [Throw(m, one, two, 5) for m in THROWN for one in friends for two in friends if one != two],
    )
    yield (
        "a month each",
        [
            Throw(m, friends[m % len(friends)], each, 10)
            for m in THROWN
            for each in friends
            if each != friends[m % len(friends)]
        ],
    )
    yield (
        "on time, then back",
        [
            throw
            for m in THROWN
            for each in others
            for throw in (Throw(m, each, MAIN, 4, on_time=True), Throw(m, MAIN, each, 6))
        ],
    )
    yield (
        "down, then up",
        [Throw(m, *((MAIN, each) if m > last / 2 else (each, MAIN)), 10) for m in THROWN for each in others],
    )
    strong = others[0]
    yield (
        "drawn with one made strong",
        [
            *[Throw(m, MAIN, strong, 5, drawn=True) for m in THROWN],
            *[Throw(m, strong, each, 5) for m in THROWN for each in others[1:]],
        ],
    )


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
