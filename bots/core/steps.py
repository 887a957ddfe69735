"""The steps of a half-made turn: which there are, what each comes to, and making one.

Mirrors homeworlds.search, with systems taken one by one even when they are equal.
"""

from __future__ import annotations

from typing import Any

from bots.core.layout import (
    ACTIONS,
    ANY,
    ATTACK,
    BANK,
    BLUE,
    BUILD,
    CATASTROPHE,
    COUNT,
    DISCOVER,
    FALLEN,
    FLEETS,
    GIVEN,
    GREEN,
    KEY,
    LEFT,
    LINE,
    MOVE,
    OVERPOPULATED,
    PIECES,
    PLAYERS,
    POWER,
    RED,
    SACRIFICE,
    SEAT,
    STARS,
    SYSTEM_COUNT,
    TRADE,
    YELLOW,
)
from bots.core.options import AFTER, ATTACK_EQUAL, STAYS
from bots.core.rows import (
    colour_counts,
    colours_of,
    crowded,
    largest,
    line_of,
    mix,
    seed,
    star_colours,
    star_pieces,
    star_sizes,
    write_sums,
)


def byte(game: Any, number: int) -> int:
    """Of what is given of the position."""
    word: int = game[GIVEN + (number >> 3)]
    return (word >> (8 * (number & 7))) & 255


def read_systems(levels: Any, game: Any, at: int) -> None:
    """Writes stars and fleets of the first level, from this byte on."""
    for system in range(game[SYSTEM_COUNT]):
        stars = byte(game, at) << 8
        for place in range(byte(game, at + 1)):
            stars |= (byte(game, at + 2 + place) + 1) << (4 * place)
        at += 2 + byte(game, at + 1)
        levels[0, system, STARS] = stars
        for owner in range(game[PLAYERS]):
            fleet, ships = 0, byte(game, at)
            for ship in range(at + 1, at + 1 + ships):
                fleet += 1 << (4 * byte(game, ship))
            at += 1 + ships
            levels[0, system, FLEETS + owner] = fleet


def begin(levels: Any, nodes: Any, game: Any) -> None:
    """Writes the first level, and works out what is to be known of it."""
    players, count = game[PLAYERS], game[SYSTEM_COUNT]
    key = over = fallen = bank = 0
    for kind in range(12):
        bank |= byte(game, kind) << (4 * kind)
    read_systems(levels, game, 12)
    for at in range(count):
        write_sums(levels, 0, at, players)
        key += mix(levels[0, at, LINE])
        over += crowded(levels[0, at, PIECES])
        home = levels[0, at, STARS] >> 8
        if home and not levels[0, at, FLEETS + home - 1]:
            fallen |= 1 << (home - 1)
    nodes[0, COUNT], nodes[0, BANK], nodes[0, KEY] = count, bank, key
    nodes[0, OVERPOPULATED], nodes[0, FALLEN] = over, fallen
    nodes[0, POWER], nodes[0, LEFT] = ANY, game[ACTIONS]


def list_steps_of(
    levels: Any, nodes: Any, steps: Any, level: int, at: int, kind: int, powers: int, found: int
) -> int:
    """Writes what one ship can do but build and attack, behind those found; how many there are then."""
    count, bank = nodes[level, COUNT], nodes[level, BANK]
    sizes = star_sizes(levels[level, at, STARS])
    ship = at << 3 | kind << 10
    if nodes[level, POWER] == ANY:
        steps[level, found] = SACRIFICE | ship
        found += 1
    if powers >> BLUE & 1:
        for colour in range(4):
            other = 3 * colour + kind % 3
            if other != kind and (bank >> (4 * other)) & 15:
                steps[level, found] = TRADE | ship | other << 14
                found += 1
    if powers >> YELLOW & 1:
        for to in range(count):
            if not star_sizes(levels[level, to, STARS]) & sizes:
                steps[level, found] = MOVE | ship | to << 14
                found += 1
        for star in range(12):
            if (bank >> (4 * star)) & 15 and not sizes >> (star % 3) & 1:
                steps[level, found] = DISCOVER | ship | star << 14
                found += 1
    return found


def list_steps(levels: Any, nodes: Any, steps: Any, level: int, game: Any) -> int:
    """Writes every step but a pass; how many."""
    players, seat = game[PLAYERS], game[SEAT]
    count, bank = nodes[level, COUNT], nodes[level, BANK]
    power, left = nodes[level, POWER], nodes[level, LEFT]
    found = 0
    if not left and not nodes[level, OVERPOPULATED]:
        return 0
    for at in range(count):
        if nodes[level, OVERPOPULATED]:
            counts = colour_counts(levels[level, at, PIECES])
            for colour in range(4):
                if (counts >> (12 * colour)) & 0xFFC:
                    steps[level, found] = CATASTROPHE | at << 3 | colour << 10
                    found += 1
        own = levels[level, at, FLEETS + seat]
        if not own or not left:
            continue
        if power == ANY:
            powers = colours_of(own) | star_colours(levels[level, at, STARS])
        else:
            powers = 1 << power
        if powers >> RED & 1:
            reach = largest(own) - (0 if game[ATTACK_EQUAL] else 1)
            for owner in range(players):
                crew = levels[level, at, FLEETS + owner]
                if owner != seat and crew:
                    for kind in range(12):
                        if kind % 3 < reach and (crew >> (4 * kind)) & 15:
                            steps[level, found] = ATTACK | at << 3 | kind << 10 | owner << 14
                            found += 1
        for kind in range(12):
            if (own >> (4 * kind)) & 15:
                found = list_steps_of(levels, nodes, steps, level, at, kind, powers, found)
        if powers >> GREEN & 1:
            for colour in range(4):
                if not (own >> (12 * colour)) & 0xFFF:
                    continue
                for kind in range(3 * colour, 3 * colour + 3):
                    if (bank >> (4 * kind)) & 15:
                        steps[level, found] = BUILD | at << 3 | kind << 10
                        found += 1
                        break
    return found


def left_alone(levels: Any, level: int, at: int, game: Any) -> bool:
    """Whether the system goes when the mover's fleet there does: it is no homeworld that stays, and nobody
    else is there."""
    if game[STAYS] and levels[level, at, STARS] >> 8:
        return False
    pieces: int = levels[level, at, PIECES]
    own: int = levels[level, at, FLEETS + game[SEAT]]
    return pieces == own + star_pieces(levels[level, at, STARS])


def look(levels: Any, nodes: Any, level: int, step: int, game: Any) -> tuple[int, int, int]:
    """(key, overpopulated systems, fallen seats) after a step that is no catastrophe, without making it."""
    seat = game[SEAT]
    verb, at, kind, other = step & 7, (step >> 3) & 127, (step >> 10) & 15, step >> 14
    one = 1 << (4 * kind)
    key, over, fallen = nodes[level, KEY], nodes[level, OVERPOPULATED], nodes[level, FALLEN]
    line, pieces = levels[level, at, LINE], levels[level, at, PIECES]
    home = levels[level, at, STARS] >> 8
    key -= mix(line)
    if verb == ATTACK:
        key += mix(line + one * (seed(seat) - seed(other)))
        if home == other + 1 and levels[level, at, FLEETS + other] == one:
            fallen |= 1 << other
        return key, over, fallen
    over -= crowded(pieces)
    if verb in (BUILD, TRADE):
        added = one if verb == BUILD else (1 << (4 * other)) - one
        return key + mix(line + added * seed(seat)), over + crowded(pieces + added), fallen
    last = levels[level, at, FLEETS + seat] == one
    if last and home == seat + 1:
        fallen |= 1 << seat
    if not (last and left_alone(levels, level, at, game)):
        key += mix(line - one * seed(seat))
        over += crowded(pieces - one)
    if verb == MOVE:
        line, pieces = levels[level, other, LINE], levels[level, other, PIECES]
        key += mix(line + one * seed(seat)) - mix(line)
        over += crowded(pieces + one) - crowded(pieces)
        if levels[level, other, STARS] >> 8 == seat + 1:
            fallen &= ~(1 << seat)
    elif verb == DISCOVER:
        key += mix(line_of(other + 1) + one * seed(seat))
    return key, over, fallen


def copy_level(levels: Any, nodes: Any, level: int, players: int) -> None:
    """To the next level, as far as the half-made turn itself goes."""
    for system in range(nodes[level, COUNT]):
        for column in range(FLEETS + players):
            levels[level + 1, system, column] = levels[level, system, column]
    for place in range(LEFT + 1):
        nodes[level + 1, place] = nodes[level, place]


def remove(levels: Any, nodes: Any, level: int, at: int, players: int) -> None:
    """Takes a system away: its pieces return to the bank, the last system takes its place."""
    nodes[level, BANK] += levels[level, at, PIECES]
    last = nodes[level, COUNT] - 1
    for column in range(FLEETS + players):
        levels[level, at, column] = levels[level, last, column]
    nodes[level, COUNT] = last


def put(levels: Any, level: int, at: int, seat: int, pieces: int) -> None:
    """Adds ships of a seat to a system; negative numbers take them away."""
    levels[level, at, FLEETS + seat] += pieces
    levels[level, at, PIECES] += pieces
    levels[level, at, LINE] += pieces * seed(seat)


def make_step(
    levels: Any, nodes: Any, level: int, step: int, key: int, over: int, fallen: int, game: Any
) -> None:
    """Writes the next level after a step that is no catastrophe, with what `look` says of it."""
    players, seat = game[PLAYERS], game[SEAT]
    verb, at, kind, other = step & 7, (step >> 3) & 127, (step >> 10) & 15, step >> 14
    one = 1 << (4 * kind)
    following = level + 1
    copy_level(levels, nodes, level, players)
    nodes[following, KEY], nodes[following, OVERPOPULATED], nodes[following, FALLEN] = key, over, fallen
    nodes[following, LEFT] -= 1
    if verb == BUILD:
        put(levels, following, at, seat, one)
        nodes[following, BANK] -= one
        return
    if verb == TRADE:
        put(levels, following, at, seat, (1 << (4 * other)) - one)
        nodes[following, BANK] += one - (1 << (4 * other))
        return
    if verb == ATTACK:
        put(levels, following, at, other, -one)
        put(levels, following, at, seat, one)
        return
    if verb == SACRIFICE:
        nodes[following, BANK] += one
        nodes[following, POWER], nodes[following, LEFT] = kind // 3, kind % 3 + 1
    elif verb == MOVE:
        put(levels, following, other, seat, one)
    else:
        new = nodes[following, COUNT]
        for owner in range(players):
            levels[following, new, FLEETS + owner] = 0
        levels[following, new, STARS] = other + 1
        levels[following, new, FLEETS + seat] = one
        write_sums(levels, following, new, players)
        nodes[following, COUNT] = new + 1
        nodes[following, BANK] -= 1 << (4 * other)
    last = levels[level, at, FLEETS + seat] == one
    goes = last and left_alone(levels, level, at, game)
    put(levels, following, at, seat, -one)
    if goes:
        remove(levels, nodes, following, at, players)


def make_catastrophe(levels: Any, nodes: Any, level: int, step: int, game: Any) -> None:
    """Writes the next level."""
    players, following = game[PLAYERS], level + 1
    at, lost = (step >> 3) & 127, 0xFFF << (12 * ((step >> 10) & 15))
    copy_level(levels, nodes, level, players)
    if game[AFTER]:
        nodes[following, LEFT] = 0
    stars, kept, ships = levels[level, at, STARS], 0, 0
    for place in range(2):
        star = (stars >> (4 * place)) & 15
        if star and not star_pieces(star) & lost:
            kept = kept | star << 4 if kept else star
    for owner in range(players):
        levels[following, at, FLEETS + owner] &= ~lost
        ships |= levels[following, at, FLEETS + owner]
    home = stars >> 8
    levels[following, at, STARS] = home << 8 | kept
    write_sums(levels, following, at, players)
    before, after = levels[level, at, PIECES], levels[following, at, PIECES]
    nodes[following, BANK] += before - after
    nodes[following, KEY] -= mix(levels[level, at, LINE])
    nodes[following, OVERPOPULATED] -= crowded(before)
    if kept and (ships or (game[STAYS] and home)):
        nodes[following, KEY] += mix(levels[following, at, LINE])
        nodes[following, OVERPOPULATED] += crowded(after)
        if home and not levels[following, at, FLEETS + home - 1]:
            nodes[following, FALLEN] |= 1 << (home - 1)
        return
    if home:
        nodes[following, FALLEN] |= 1 << (home - 1)
    remove(levels, nodes, following, at, players)
