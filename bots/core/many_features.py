"""What a seat has in a position of more than two players: countable things, and what they are worth."""

from __future__ import annotations

from typing import Any, Final

from bots.core.layout import COUNT, FLEETS, PIECES, PLAYERS, RED, STARS
from bots.core.options import ATTACK_EQUAL
from bots.core.rows import colour_count, colours_of, largest, star_colours, star_sizes

MANY_NAMES: Final = (
    *[f"ship {colour}{size}" for colour in "rygb" for size in (1, 2, 3)],
    *[f"any ship {colour}" for colour in "rygb"],
    *[f"largest ship at home {size}" for size in (1, 2, 3)],
    "one ship at home",
    "two ships at home",
    *[f"power {colour} at home" for colour in "rygb"],
    "two stars at home",
    "systems",
    "ships elsewhere",
    "three of a star's colour at home",
    "four of a star's colour at home",
    *[f"ship {size} can be taken next" for size in (1, 2, 3)],
    *[f"ship {size} could be taken later" for size in (1, 2, 3)],
    "red where another is",
    *[f"{who} at home" for who in ("hunter", "other")],
    *[f"{who} as large at home" for who in ("hunter", "other")],
    *[f"{who} larger at home" for who in ("hunter", "other")],
    *[f"{who} {size} beside home" for who in ("hunter", "other") for size in (1, 2, 3)],
)
"""Each for one seat. Hunters are those who would win by its fall: where anybody would, all are."""
SHIPS_OF, ANY_OF, LARGEST_HOME, ONE_HOME, TWO_HOME, POWER_HOME = 0, 12, 16, 19, 20, 21
TWO_STARS, HELD, AWAY, CROWD_THREE, CROWD_FOUR, TAKEN_SOON, TAKEN_LATE, RED_BESIDE = (
    25,
    26,
    27,
    28,
    29,
    30,
    33,
    36,
)
GUESTS, GUEST_EQUAL, GUEST_LARGER, NEIGHBOURS = 37, 39, 41, 43
MANY_FEATURES: Final = 49
SHIPS_LATE: Final = 12
"""From so many ships for each living seat on the weights are all those of the late game."""


def count_standing(work: Any, level: int, moved: int, living: int) -> int:
    """Writes the features of every seat after the turn of the seat that has moved; how late the game is, up
    to twice SHIPS_LATE."""
    levels, nodes, found, players = work.levels, work.nodes, work.found, work.game[PLAYERS]
    for seat in range(players):
        for place in range(MANY_FEATURES):
            found[seat, place] = 0
    ships = alive = 0
    for seat in range(players):
        alive += living >> seat & 1
    for at in range(nodes[level, COUNT]):
        owners = 0
        for seat in range(players):
            fleet = levels[level, at, FLEETS + seat]
            if not fleet:
                continue
            owners += 1
            if living >> seat & 1:
                ships += count_fleet(fleet, levels[level, at, STARS] >> 8 == seat + 1, found, seat)
        if owners > 1:
            count_meeting(work, level, at, moved, living)
        home = levels[level, at, STARS] >> 8
        if home:
            count_own_home(work, level, at, home - 1, living)
    return min(2 * ships // max(alive, 1), 2 * SHIPS_LATE)


def count_fleet(fleet: int, at_home: bool, found: Any, seat: int) -> int:
    """How many ships it has."""
    ships = 0
    found[seat, HELD] += 1
    for kind in range(12):
        number = (fleet >> (4 * kind)) & 15
        if number:
            found[seat, SHIPS_OF + kind] += number
            ships += number
            found[seat, ANY_OF + kind // 3] = 1
    if not at_home:
        found[seat, AWAY] += ships
    return ships


def count_meeting(work: Any, level: int, at: int, moved: int, living: int) -> None:
    """Where several have ships: the largest one of each that another could attack, and whether before its
    owner can move it."""
    levels, found, players = work.levels, work.found, work.game[PLAYERS]
    powers = star_colours(levels[level, at, STARS])
    for seat in range(players):
        own = levels[level, at, FLEETS + seat]
        if not own or not living >> seat & 1:
            continue
        soon = late = 0
        for other in range(players):
            fleet = levels[level, at, FLEETS + other]
            if other == seat or not fleet or not living >> other & 1:
                continue
            if not (powers | colours_of(fleet)) >> RED & 1:
                continue
            reach = largest(fleet) - (0 if work.game[ATTACK_EQUAL] else 1)
            size = 0
            for kind in range(12):
                if kind % 3 < reach and (own >> (4 * kind)) & 15 and kind % 3 + 1 > size:
                    size = kind % 3 + 1
            if (other - moved - 1) % players < (seat - moved - 1) % players:
                soon = max(soon, size)
            else:
                late = max(late, size)
        if soon:
            found[seat, TAKEN_SOON + soon - 1] += 1
        if late > soon:
            found[seat, TAKEN_LATE + late - 1] += 1
        if (powers | colours_of(own)) >> RED & 1:
            found[seat, RED_BESIDE] += 1


def count_own_home(work: Any, level: int, home: int, seat: int, living: int) -> None:
    levels, nodes, found = work.levels, work.nodes, work.found
    stars, pieces = levels[level, home, STARS] & 255, levels[level, home, PIECES]
    own = levels[level, home, FLEETS + seat]
    size, number = largest(own), 0
    if size:
        found[seat, LARGEST_HOME + size - 1] = 1
    for colour in range(4):
        number += colour_count(own, colour)
    if number == 1:
        found[seat, ONE_HOME] = 1
    if number == 2:
        found[seat, TWO_HOME] = 1
    powers = colours_of(own) | star_colours(stars)
    for colour in range(4):
        if powers >> colour & 1:
            found[seat, POWER_HOME + colour] = 1
        if star_colours(stars) >> colour & 1:
            crowd = colour_count(pieces, colour)
            if crowd == 3:
                found[seat, CROWD_THREE] += 1
            elif crowd > 3:
                found[seat, CROWD_FOUR] += 1
    if stars >> 4:
        found[seat, TWO_STARS] = 1
    sizes = star_sizes(stars)
    for other in range(work.game[PLAYERS]):
        if other == seat or not living >> other & 1:
            continue
        kind = 0 if work.hunts[other, seat] else 1
        guests = levels[level, home, FLEETS + other]
        if guests:
            for colour in range(4):
                found[seat, GUESTS + kind] += colour_count(guests, colour)
            if largest(guests) == size:
                found[seat, GUEST_EQUAL + kind] = 1
            elif largest(guests) > size:
                found[seat, GUEST_LARGER + kind] = 1
        for at in range(nodes[level, COUNT]):
            fleet = levels[level, at, FLEETS + other]
            if fleet and at != home and not star_sizes(levels[level, at, STARS]) & sizes:
                for piece in range(12):
                    found[seat, NEIGHBOURS + 3 * kind + piece % 3] += (fleet >> (4 * piece)) & 15


def weigh_standings(work: Any, late: int, living: int) -> None:
    """Writes what each seat has, in two hundredths of a logit."""
    players = work.game[PLAYERS]
    early = 2 * SHIPS_LATE - late
    for seat in range(players):
        total = 0
        if living >> seat & 1:
            for place in range(MANY_FEATURES):
                number = work.found[seat, place]
                if number:
                    total += number * (early * work.weights[0, place] + late * work.weights[1, place])
        work.standing[seat] = total // (2 * SHIPS_LATE)
