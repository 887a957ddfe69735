"""Divisions: everybody meets everybody of about his strength, all games at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.plain import Entrant, Played
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.sizes import even_parts

LARGEST: Final = 10
UP: Final = 2
"""The first two go up,"""
STAY: Final = 5
"""who comes after the first five goes down."""


def divide(entrants: Sequence[Entrant], most: int = LARGEST) -> list[list[int]]:
    """By rating, the best division first; as few as can be, their sizes differ by at most one."""
    ranked = sorted(entrants, key=lambda each: (-each.rating, each.id))
    return _cut([each.id for each in ranked], most)


def divide_again(
    before: Sequence[Sequence[int]], entrants: Sequence[Entrant], most: int = LARGEST
) -> list[list[int]]:
    """The next edition. `before`: the final standings of each division of the last one, the best first.

    Of every division the first two go up and those after the fifth go down; who is new comes to the division
    whose players are nearest to him by rating. Then as many as fit go into each division from the top, so
    where more went down than came up, the best of them stay.
    """
    rating = {each.id: each.rating for each in entrants}
    levels: dict[int, int] = {}
    order: list[int] = []
    for level, division in enumerate(before):
        for place, player in enumerate(division, start=1):
            if player in rating:
                levels[player] = level + (-1 if place <= UP else 1 if place > STAY else 0)
                order.append(player)
    strength = _strengths(before, rating)
    new = sorted(
        (each for each in entrants if each.id not in levels), key=lambda each: (-each.rating, each.id)
    )
    for each in new:
        levels[each.id] = min(strength, key=lambda level: abs(strength[level] - each.rating), default=0)
        order.append(each.id)
    return _cut(sorted(order, key=lambda player: levels[player]), most)


def games(division: Sequence[int]) -> list[tuple[int, int]]:
    """Everybody against everybody, in the order of moving: first moves differ by one at most for each.

    Of places i before j in the division, i moves first when i + j is odd.
    """
    return [
        (division[i], division[j]) if (i + j) % 2 else (division[j], division[i])
        for i, j in combinations(range(len(division)), 2)
    ]


def without_leavers(
    played: Sequence[Played], finished: Mapping[int, int], due: Mapping[int, int]
) -> list[Played]:
    """The games that count. Of a leaver who finished fewer than half of the games due to him none does.

    `finished`: of each leaver the number of games that he finished before he left; the others are lost.
    """
    out = {player for player, number in finished.items() if 2 * number < due[player]}
    return [game for game in played if not out & set(game.seats)]


def _cut(order: Sequence[int], most: int) -> list[list[int]]:
    if len(order) < 2:
        raise Impossible("too-few", players=len(order), needed=2)
    found, begin = [], 0
    for size in even_parts(len(order), -(-len(order) // most)):
        found.append(list(order[begin : begin + size]))
        begin += size
    return found


def _strengths(before: Sequence[Sequence[int]], rating: Mapping[int, float]) -> dict[int, float]:
    """The mean rating of each division, of those who come back."""
    found = {}
    for level, division in enumerate(before):
        ratings = [rating[player] for player in division if player in rating]
        if ratings:
            found[level] = sum(ratings) / len(ratings)
    return found
