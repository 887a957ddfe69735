"""The pyramids: four colours, three sizes, twelve kinds of piece."""

from __future__ import annotations

import enum
from typing import Final, TypeAlias


class Colour(enum.IntEnum):
    """A colour; its value is its place in the order r y g b of the notation."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def letter(self) -> str:
        """The lower-case letter of the notation."""
        return "rygb"[self]

    @property
    def word(self) -> str:
        """The lower-case English word, as a catastrophe names it."""
        return self.name.lower()


SIZES: Final = (1, 2, 3)


class Piece(int):
    """One kind of piece. As a number it is ``3 * colour + size - 1`` (0 to 11), so that sorting
    gives the order of the notation: r y g b, then size."""

    colour: Colour
    size: int
    text: str
    """Lower case, as positions write it: ``g3``."""

    def __new__(cls, index: int) -> Piece:
        piece = super().__new__(cls, index)
        colour, size = divmod(index, 3)
        piece.colour = Colour(colour)
        piece.size = size + 1
        piece.text = f"{piece.colour.letter}{piece.size}"
        return piece

    def __str__(self) -> str:
        """Upper case, as actions write it: ``G3``."""
        return self.text.upper()

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> tuple[type[Piece], tuple[int]]:
        return Piece, (int(self),)


PIECES: Final = tuple(Piece(index) for index in range(12))
"""All twelve kinds, in the order of the notation."""

Pieces: TypeAlias = tuple[Piece, ...]
"""Pieces in the order of the notation."""

_BY_TEXT: Final = {piece.text: piece for piece in PIECES}


def piece_of(colour: Colour, size: int) -> Piece:
    """The piece of a colour and a size (1 small to 3 large)."""
    return PIECES[3 * colour + size - 1]


def find_piece(text: str) -> Piece | None:
    """The piece written ``g3`` or ``G3``; None for any other text."""
    return _BY_TEXT.get(text.lower())


def format_pieces(pieces: Pieces) -> str:
    """``r1r3g1``."""
    return "".join([piece.text for piece in pieces])
