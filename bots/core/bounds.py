"""How many actions some falls need at least: homeworlds.bounds compiled, where the proof stands."""

from __future__ import annotations

from typing import Any

from bots.core.layout import (
    ANY,
    BLUE,
    COUNT,
    EVERYONE,
    FALLEN,
    FLEETS,
    GREEN,
    LEFT,
    NEVER,
    PIECES,
    PLAYERS,
    POWER,
    RED,
    SEAT,
    STARS,
    SURVIVING,
    VICTIMS,
    YELLOW,
)
from bots.core.options import AFTER, ATTACK_EQUAL, FORBIDDEN
from bots.core.rows import colour_count, colours_of, largest, star_colours, star_sizes


def home_of(levels: Any, nodes: Any, level: int, seat: int) -> int:
    for at in range(nodes[level, COUNT]):
        if levels[level, at, STARS] >> 8 == seat + 1:
            return at
    return -1


def distance(sizes: int, others: int) -> int:
    if not sizes & others:
        return 1
    return 2 if sizes | others != 7 else 3


def other_sizes(stars: int, place: int) -> int:
    """The size of the star that stays when the one at this place goes; 0 without a second star, or with
    two of one colour."""
    first, second = stars & 15, (stars >> 4) & 15
    if not first or not second or (first - 1) // 3 == (second - 1) // 3:
        return 0
    return 1 << (((second if place == 0 else first) - 1) % 3)


def star_colour(stars: int, place: int) -> int:
    return (((stars >> (4 * place)) & 15) - 1) // 3


def moves_from(levels: Any, level: int, at: int, sizes: int, game: Any, more: int) -> int:
    """The least moves from a system to one with these star sizes; `more` pieces may come first."""
    stars = levels[level, at, STARS]
    least = distance(star_sizes(stars), sizes)
    if game[AFTER] or least == 1:
        return least
    for place in range(2):
        kept = other_sizes(stars, place)
        if kept:
            pieces = levels[level, at, PIECES]
            if colour_count(pieces, star_colour(stars, place)) + more >= 4:
                least = min(least, distance(kept, sizes))
    return least


def arriving(
    levels: Any,
    nodes: Any,
    level: int,
    home: int,
    colour: int,
    missing: int,
    sizes: int,
    game: Any,
    more: int,
) -> int:
    """The least moves that bring so many ships of a colour."""
    if missing <= 0:
        return 0
    near = middle = far = 0
    for at in range(nodes[level, COUNT]):
        own = levels[level, at, FLEETS + game[SEAT]]
        count = colour_count(own, colour) if at != home else 0
        if count:
            steps = moves_from(levels, level, at, sizes, game, more)
            if steps == 1:
                near += count
            elif steps == 2:
                middle += count
            else:
                far += count
    if missing > near + middle + far:
        return NEVER
    if missing <= near:
        return missing
    if missing <= near + middle:
        return near + 2 * (missing - near)
    return near + 2 * middle + 3 * (missing - near - middle)


def moves_for(levels: Any, nodes: Any, level: int, home: int, victim: int, game: Any, more: int) -> int:
    stars = levels[level, home, STARS] & 255
    pieces = levels[level, home, PIECES]
    doomed, crew = star_colours(stars), colours_of(levels[level, home, FLEETS + victim])
    needed = NEVER
    for option in range(3):
        gone, first, sizes = -1, 0, star_sizes(stars)
        if option:
            kept = other_sizes(stars, option - 1)
            if not kept or game[AFTER]:
                continue
            gone = star_colour(stars, option - 1)
            missing = 4 - colour_count(pieces, gone)
            first = arriving(levels, nodes, level, home, gone, missing, sizes, game, more)
            sizes = kept
        by_stars = by_ships = first
        for colour in range(4):
            if colour != gone and (doomed | crew) >> colour & 1:
                missing = 4 - colour_count(pieces, colour)
                cost = arriving(levels, nodes, level, home, colour, missing, sizes, game, more)
                if doomed >> colour & 1:
                    by_stars += cost
                if crew >> colour & 1:
                    by_ships += cost
        needed = min(needed, by_stars, by_ships)
    return needed


def fall(levels: Any, nodes: Any, level: int, victim: int, power: int, game: Any, several: bool) -> int:
    """The least actions of a power by which one homeworld can fall."""
    home = home_of(levels, nodes, level, victim)
    if home < 0:
        return NEVER
    if power == YELLOW:
        needed = moves_for(levels, nodes, level, home, victim, game, 0)
        opening = 0 if several else 1
        if needed > opening:
            needed = min(needed, opening + moves_for(levels, nodes, level, home, victim, game, 2))
        return needed
    pieces = levels[level, home, PIECES]
    own, crew = levels[level, home, FLEETS + game[SEAT]], levels[level, home, FLEETS + victim]
    doomed = star_colours(levels[level, home, STARS])
    own_count = 0
    for colour in range(4):
        own_count += colour_count(own, colour)
    reach = largest(own) - (0 if game[ATTACK_EQUAL] else 1)
    by_stars = by_ships = 0
    for colour in range(4):
        adding = max(0, 4 - colour_count(pieces, colour))
        if adding and power != ANY:
            own_here = colour_count(own, colour)
            if not ((power == GREEN and own_here) or (power == BLUE and own_count - own_here >= adding)):
                adding = NEVER
        if doomed >> colour & 1:
            by_stars += adding
        defenders = colour_count(crew, colour)
        if defenders:
            word = crew & (0xFFF << (12 * colour))
            capturing = power == ANY or (power == RED and own_count > 0 and largest(word) <= reach)
            by_ships += min(adding, defenders) if capturing else adding
    return min(by_stars, by_ships)


def within(
    levels: Any, nodes: Any, level: int, power: int, left: int, rescue: int, fallen: int, game: Any
) -> int:
    if rescue and power != ANY and power != YELLOW:
        return NEVER
    total, least, several = 0, NEVER, False
    if game[EVERYONE]:
        several = game[VICTIMS] & (game[VICTIMS] - 1) != 0
    for victim in range(game[PLAYERS]):
        if game[VICTIMS] >> victim & 1:
            needed = 0
            if not fallen >> victim & 1:
                needed = fall(levels, nodes, level, victim, power, game, several)
            total += needed
            least = min(least, needed)
    needed = (total if game[EVERYONE] else least) + rescue
    return needed if needed <= left else NEVER


def still_needed(levels: Any, nodes: Any, level: int, game: Any) -> int:
    """As homeworlds.bounds.Bound.needed."""
    seat, fallen = game[SEAT], nodes[level, FALLEN]
    rescue = 0
    if (game[SURVIVING] or game[FORBIDDEN]) and fallen >> seat & 1:
        if home_of(levels, nodes, level, seat) < 0:
            return NEVER
        rescue = 1
    power, left = nodes[level, POWER], nodes[level, LEFT]
    if power != ANY or left == 0:
        return within(levels, nodes, level, power, left, rescue, fallen, game)
    if left > 1:
        return within(levels, nodes, level, ANY, left + 2, rescue, fallen, game)
    if within(levels, nodes, level, ANY, 3, rescue, fallen, game) == NEVER:
        return NEVER
    needed = NEVER
    ships = 0
    for at in range(nodes[level, COUNT]):
        ships |= levels[level, at, FLEETS + seat]
    for colour in range(4):
        most = max(1, largest(ships & (0xFFF << (12 * colour))))
        needed = min(needed, within(levels, nodes, level, colour, most, rescue, fallen, game))
    return needed


def reached(fallen: int, game: Any) -> bool:
    if (game[SURVIVING] or game[FORBIDDEN]) and fallen >> game[SEAT] & 1:
        return False
    victims: int = game[VICTIMS]
    hits = fallen & victims
    return hits == victims if game[EVERYONE] else hits != 0
