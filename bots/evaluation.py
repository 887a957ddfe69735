"""What a position is worth to a seat, in hundredths of about half a logit.

The weights of pieces, homeworld and systems come from a regression over recorded games of two
players, rounded; those for dangers are guesses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from homeworlds.pieces import Colour, Pieces
from homeworlds.position import OVERPOPULATION, Position, System, colours_of

PIECE: Final = (20, 85, 161, 35, 95, 248, 55, 110, 256, 25, 95, 192)
"""By piece number."""
COLOUR: Final = 60
SYSTEM: Final = 46
HOME_STAR: Final = 118
HOME_SIZE: Final = (0, 0, 60, 150)
"""By the size of the largest own ship at home."""
HOME_POWER: Final = (20, 20, 80, 119)
"""By colour."""
ENEMY_AT_HOME: Final = 60
ENEMY_AS_LARGE: Final = 65
ENEMY_LARGER: Final = 133
CROWDED: Final = 50
OVERPOPULATED: Final = 230
EXPOSED_NEXT: Final = 0.6
"""The share of an own ship's worth that is feared for when an enemy beside it can attack."""
EXPOSED_LATER: Final = 0.15
"""The same for the others: it is not the viewer's turn next."""


def position_value(
    position: Position, viewer: int, rivals: Mapping[int, float], *, homeworlds: bool = True
) -> float:
    """The viewer's standing less that of each rival times its weight. Without homeworlds: as somebody sees it
    to whom these are systems like others."""
    value = standing(position, viewer, EXPOSED_NEXT, homeworlds=homeworlds)
    for seat, weight in rivals.items():
        if seat not in position.out:
            value -= weight * standing(position, seat, EXPOSED_LATER, homeworlds=homeworlds)
    return value


def standing(position: Position, seat: int, exposed: float, *, homeworlds: bool = True) -> float:
    """What a living seat has: ships, colours, systems, homeworld, and what it must fear."""
    value = 0.0
    colours: set[Colour] = set()
    for system in position.systems:
        fleet = system.fleets[seat]
        if system.home == seat and homeworlds:
            value += _homeworld(position, system, seat)
        if not fleet:
            continue
        value += SYSTEM
        colours |= colours_of(fleet)
        for ship in fleet:
            value += PIECE[ship]
        if len(fleet) < sum(map(len, system.fleets)):
            value -= exposed * _exposed(position, system, seat)
    return value + COLOUR * len(colours)


def _homeworld(position: Position, home: System, seat: int) -> float:
    fleet = home.fleets[seat]
    value = float(HOME_STAR * len(home.stars))
    largest = _largest(fleet)
    value += HOME_SIZE[largest]
    for colour in home.powers(seat):
        value += HOME_POWER[colour]
    for other, ships in enumerate(home.fleets):
        if ships and other != seat and other not in position.out:
            value -= ENEMY_AT_HOME * len(ships)
            theirs = _largest(ships)
            if theirs >= largest:
                value -= ENEMY_AS_LARGE if theirs == largest else ENEMY_LARGER
    for colour in colours_of(home.stars + fleet):
        count = home.count(colour)
        if count == OVERPOPULATION - 1:
            value -= CROWDED
        elif count >= OVERPOPULATION:
            value -= OVERPOPULATED
    return value


def _exposed(position: Position, system: System, seat: int) -> int:
    """The most valuable ship of the seat that somebody beside it could attack at once."""
    worst = 0
    for other, ships in enumerate(system.fleets):
        if not ships or other == seat or other in position.out:
            continue
        if Colour.RED in system.powers(other):
            largest = _largest(ships)
            worst = max([worst, *[PIECE[ship] for ship in system.fleets[seat] if ship.size <= largest]])
    return worst


def _largest(ships: Pieces) -> int:
    return max([ship.size for ship in ships], default=0)
