"""What a position of two players is judged by: countable things of each seat, and their weights."""

from __future__ import annotations

from typing import Any, Final

from bots.core.bounds import fall
from bots.core.layout import (
    ANY,
    BANK,
    COUNT,
    FLEETS,
    GREEN,
    PIECES,
    RED,
    SEAT,
    STARS,
)
from bots.core.options import ATTACK_EQUAL
from bots.core.rows import colour_count, colours_of, largest, star_colours, star_sizes

NAMES: Final = (
    *[f"ship {colour}{size}" for colour in "rygb" for size in (1, 2, 3)],
    *[f"any ship {colour}" for colour in "rygb"],
    *[f"largest ship at home {size}" for size in (1, 2, 3)],
    "one ship at home",
    "two ships at home",
    *[f"power {colour} at home" for colour in "rygb"],
    "two stars at home",
    "systems",
    "ships elsewhere",
    "enemy at home",
    "enemy as large at home",
    "enemy larger at home",
    "three of a star's colour at home",
    "four of a star's colour at home",
    *[f"enemy {size} beside home" for size in (1, 2, 3)],
    *[f"ship {size} can be taken next" for size in (1, 2, 3)],
    *[f"ship {size} could be taken later" for size in (1, 2, 3)],
    *[f"home falls by {needed}" for needed in (1, 2, 3)],
    "red where an enemy is",
    *[f"ship {size} can be built next" for size in (1, 2, 3)],
    *[f"ship {size} could be built later" for size in (1, 2, 3)],
    "to have just moved",
)
"""Each for one seat; what counts is how much more of it one seat has than the other."""
SHIP, SOME, HOME_LARGEST, ALONE, PAIR, POWER_AT_HOME = 0, 12, 16, 19, 20, 21
STARS_AT_HOME, SYSTEMS_HELD, ELSEWHERE, ENEMY, ENEMY_EQUAL, ENEMY_LARGER = 25, 26, 27, 28, 29, 30
THREE, FOUR, BESIDE, TAKEN_NEXT, TAKEN_LATER, FALLS, ARMED = 31, 32, 33, 36, 39, 42, 45
BUILT_NEXT, BUILT_LATER, MOVED = 46, 49, 52
FEATURES: Final = 53
FULL: Final = 24
"""From so many ships on the weights are all those of the late game."""


def count_features(levels: Any, nodes: Any, level: int, game: Any, moved: int, found: Any) -> int:
    """Writes the features of both seats after the turn of the seat that has moved; the number of ships."""
    for place in range(FEATURES):
        found[0, place] = 0
        found[1, place] = 0
    homes = ships = growing = 0
    for at in range(nodes[level, COUNT]):
        stars = levels[level, at, STARS]
        for seat in range(2):
            fleet = levels[level, at, FLEETS + seat]
            if not fleet:
                continue
            found[seat, SYSTEMS_HELD] += 1
            if (star_colours(stars) | colours_of(fleet)) >> GREEN & 1:
                growing |= colours_of(fleet) << (4 * seat)
            for kind in range(12):
                number = (fleet >> (4 * kind)) & 15
                if number:
                    found[seat, SHIP + kind] += number
                    ships += number
                    found[seat, SOME + kind // 3] = 1
                    if stars >> 8 != seat + 1:
                        found[seat, ELSEWHERE] += number
        if levels[level, at, FLEETS] and levels[level, at, FLEETS + 1]:
            count_contact(levels, level, at, game, moved, found)
        if stars >> 8:
            homes = homes | (at + 1) << (8 * ((stars >> 8) - 1))
    asking = game[SEAT]
    for seat in range(2):
        home = ((homes >> (8 * seat)) & 255) - 1
        if home >= 0:
            count_home(levels, nodes, level, home, seat, found)
            game[SEAT] = 1 - seat
            needed = fall(levels, nodes, level, seat, ANY, game, False)
            if 1 <= needed <= 3:
                found[seat, FALLS + needed - 1] = 1
        count_builds(nodes[level, BANK], growing >> (4 * seat), found, seat, seat == moved)
    game[SEAT] = asking
    found[moved, MOVED] = 1
    return ships


def count_builds(bank: int, colours: int, found: Any, seat: int, later: bool) -> None:
    """The ship that each colour would give: the smallest in the bank."""
    first = BUILT_LATER if later else BUILT_NEXT
    for colour in range(4):
        if colours >> colour & 1:
            sizes = bank >> (12 * colour)
            for size in range(3):
                if sizes >> (4 * size) & 15:
                    found[seat, first + size] += 1
                    break


def count_contact(levels: Any, level: int, at: int, game: Any, moved: int, found: Any) -> None:
    """Where both have ships: the largest one of each that the other could attack."""
    powers = star_colours(levels[level, at, STARS])
    for seat in range(2):
        own, other = levels[level, at, FLEETS + seat], levels[level, at, FLEETS + 1 - seat]
        if not (powers | colours_of(other)) >> RED & 1:
            continue
        found[1 - seat, ARMED] += 1
        reach = largest(other) - (0 if game[ATTACK_EQUAL] else 1)
        size = 0
        for kind in range(12):
            if kind % 3 < reach and (own >> (4 * kind)) & 15 and kind % 3 + 1 > size:
                size = kind % 3 + 1
        if size:
            found[seat, (TAKEN_NEXT if seat == moved else TAKEN_LATER) + size - 1] += 1


def count_home(levels: Any, nodes: Any, level: int, home: int, seat: int, found: Any) -> None:
    stars, pieces = levels[level, home, STARS] & 255, levels[level, home, PIECES]
    own, other = levels[level, home, FLEETS + seat], levels[level, home, FLEETS + 1 - seat]
    size = largest(own)
    if size:
        found[seat, HOME_LARGEST + size - 1] = 1
    number = enemies = 0
    for kind in range(12):
        number += (own >> (4 * kind)) & 15
        enemies += (other >> (4 * kind)) & 15
    if number == 1:
        found[seat, ALONE] = 1
    if number == 2:
        found[seat, PAIR] = 1
    powers = colours_of(own) | star_colours(stars)
    for colour in range(4):
        if powers >> colour & 1:
            found[seat, POWER_AT_HOME + colour] = 1
        if star_colours(stars) >> colour & 1:
            crowd = colour_count(pieces, colour)
            if crowd == 3:
                found[seat, THREE] += 1
            elif crowd > 3:
                found[seat, FOUR] += 1
    if stars >> 4:
        found[seat, STARS_AT_HOME] = 1
    if enemies:
        found[seat, ENEMY] = enemies
        if largest(other) == size:
            found[seat, ENEMY_EQUAL] = 1
        elif largest(other) > size:
            found[seat, ENEMY_LARGER] = 1
    sizes = star_sizes(stars)
    for at in range(nodes[level, COUNT]):
        fleet = levels[level, at, FLEETS + 1 - seat]
        if fleet and at != home and not star_sizes(levels[level, at, STARS]) & sizes:
            for kind in range(12):
                found[seat, BESIDE + kind % 3] += (fleet >> (4 * kind)) & 15


def value_of(found: Any, ships: int, weights: Any, moved: int) -> int:
    """For the seat that has moved; the weights are those of the beginning and those of the late game."""
    late = min(ships, FULL)
    early = FULL - late
    total = 0
    for place in range(FEATURES):
        more = found[moved, place] - found[1 - moved, place]
        if more:
            total += more * (early * weights[0, place] + late * weights[1, place])
    return total // FULL
