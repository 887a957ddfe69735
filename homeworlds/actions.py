"""The steps of a turn. A turn is the tuple of its steps; systems are named by their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from homeworlds.pieces import Colour, Piece, Pieces


@dataclass(frozen=True, slots=True)
class Homeworld:
    """The setup: two stars (one with the one-star handicap) and the first ship.

    `name`, when given, must be the player's own.
    """

    stars: Pieces
    ship: Piece
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Build:
    piece: Piece
    system: str


@dataclass(frozen=True, slots=True)
class Trade:
    ship: Piece
    piece: Piece
    system: str


@dataclass(frozen=True, slots=True)
class Discover:
    """`name` None takes an offered name."""

    ship: Piece
    origin: str
    star: Piece
    name: str | None


@dataclass(frozen=True, slots=True)
class Move:
    ship: Piece
    origin: str
    destination: str


@dataclass(frozen=True, slots=True)
class Attack:
    """`owner` None means: whoever has such a ship there, if that is clear."""

    ship: Piece
    system: str
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Sacrifice:
    ship: Piece
    system: str


@dataclass(frozen=True, slots=True)
class Catastrophe:
    system: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Pass:
    pass


Action: TypeAlias = Homeworld | Build | Trade | Discover | Move | Attack | Sacrifice | Catastrophe | Pass
Turn: TypeAlias = tuple[Action, ...]
