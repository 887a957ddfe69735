"""What a setup is called and what speaks against it (rules.md 6): advice, never rules."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Final

from homeworlds.pieces import Colour, Piece
from homeworlds.position import Position


class HomeKind(enum.StrEnum):
    """What players call a homeworld of two stars, by their sizes."""

    BANKER = "banker"
    GOLDILOCKS = "goldilocks"
    FORTRESS = "fortress"
    GEMINI = "gemini"


class Advice(enum.StrEnum):
    """What speaks against a setup, the gravest first."""

    SHIP_NOT_LARGE = "ship-not-large"
    NO_GREEN = "no-green"
    NO_BLUE = "no-blue"
    FEW_COLOURS = "few-colours"
    GEMINI = "gemini"
    SAME_COLOUR = "same-colour"
    SMALL_UNIVERSE = "small-universe"


_KINDS: Final[Mapping[tuple[int, ...], HomeKind]] = {
    (1, 2): HomeKind.BANKER,
    (1, 3): HomeKind.GOLDILOCKS,
    (2, 3): HomeKind.FORTRESS,
}


def home_kind(stars: Sequence[Piece]) -> HomeKind | None:
    """None for anything but two stars."""
    if len(stars) != 2:
        return None
    return _KINDS.get(_sizes(stars), HomeKind.GEMINI)


def setup_advice(
    position: Position, seat: int, stars: Sequence[Piece], ship: Piece | None = None
) -> tuple[Advice, ...]:
    """What speaks against these stars and this first ship of a seat, the gravest first.

    Without a ship only what the two stars settle already. A homeworld of one star can neither have three
    colours nor two stars alike.
    """
    found = []
    colours = {star.colour for star in stars}
    if ship is not None:
        colours.add(ship.colour)
        if ship.size != 3:
            found.append(Advice.SHIP_NOT_LARGE)
        if Colour.GREEN not in colours:
            found.append(Advice.NO_GREEN)
        if Colour.BLUE not in colours:
            found.append(Advice.NO_BLUE)
        if len(stars) == 2 and len(colours) < 3:
            found.append(Advice.FEW_COLOURS)
    if len(stars) == 2:
        if home_kind(stars) is HomeKind.GEMINI:
            found.append(Advice.GEMINI)
        if stars[0].colour == stars[1].colour:
            found.append(Advice.SAME_COLOUR)
        if alike_neighbour(position, seat, stars) is not None:
            found.append(Advice.SMALL_UNIVERSE)
    return tuple(found)


def alike_neighbour(position: Position, seat: int, stars: Sequence[Piece]) -> int | None:
    """A living neighbour in turn order whose homeworld has these two sizes: a small universe."""
    others = [(seat + step) % position.players for step in range(1, position.players)]
    living = [other for other in others if other not in position.out]
    for neighbour in dict.fromkeys([*living[:1], *living[-1:]]):
        home = position.homeworld(neighbour)
        if home is not None and _sizes(home.stars) == _sizes(stars):
            return neighbour
    return None


def _sizes(stars: Sequence[Piece]) -> tuple[int, ...]:
    return tuple(sorted([star.size for star in stars]))
