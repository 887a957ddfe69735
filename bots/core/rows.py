"""Systems and words of pieces. Called only compiled: uncompiled, the hashes would not wrap around."""

from __future__ import annotations

from typing import Any, Final

from bots.core.layout import FLEETS, LINE, PIECES, STARS

_EMPTY: Final = 0x1E3779B97F4A7C15
_STARS: Final = 0x2545F4914F6CDD1D
_SEATS: Final = (
    0x5851F42D4C957F2D,
    0x369DEA0F31A53F85,
    0x1B03738712FAD5C9,
    0x7C15A4F9B2E36D81,
    0x4C8148C08017D353,
    0x0AEF17502108EF2D,
)
_FIRSTS: Final = 0x00F00F00F00F
"""The first of the three sizes of each colour."""
_FOUR_OR_MORE: Final = 0xFFCFFCFFCFFC


def mix(x: int) -> int:
    x = (x ^ (x >> 30)) * 0x3F58476D1CE4E5B9
    x = (x ^ (x >> 27)) * 0x14D049BB133111EB
    return x ^ (x >> 31)


def seed(seat: int) -> int:
    """What a ship of a seat, as a word, is multiplied with in the line of its system."""
    return _SEATS[seat]


def line_of(stars: int) -> int:
    """Of a system without ships."""
    return _EMPTY + stars * _STARS


def write_sums(levels: Any, level: int, at: int, players: int) -> None:
    """Line and pieces, from stars and fleets."""
    stars = levels[level, at, STARS]
    line, pieces = line_of(stars), star_pieces(stars)
    for owner in range(players):
        fleet = levels[level, at, FLEETS + owner]
        line += fleet * _SEATS[owner]
        pieces += fleet
    levels[level, at, LINE] = line
    levels[level, at, PIECES] = pieces


def star_pieces(stars: int) -> int:
    pieces = 0
    if stars & 15:
        pieces += 1 << (4 * ((stars & 15) - 1))
    if (stars >> 4) & 15:
        pieces += 1 << (4 * (((stars >> 4) & 15) - 1))
    return pieces


def star_sizes(stars: int) -> int:
    """A bit for each size, 1 for the smallest."""
    sizes = 0
    if stars & 15:
        sizes |= 1 << (((stars & 15) - 1) % 3)
    if (stars >> 4) & 15:
        sizes |= 1 << ((((stars >> 4) & 15) - 1) % 3)
    return sizes


def star_colours(stars: int) -> int:
    """A bit for each colour."""
    colours = 0
    if stars & 15:
        colours |= 1 << (((stars & 15) - 1) // 3)
    if (stars >> 4) & 15:
        colours |= 1 << ((((stars >> 4) & 15) - 1) // 3)
    return colours


def colour_counts(word: int) -> int:
    """12 bits for each colour."""
    return (word & _FIRSTS) + ((word >> 4) & _FIRSTS) + ((word >> 8) & _FIRSTS)


def colour_count(word: int, colour: int) -> int:
    three = word >> (12 * colour)
    return (three & 15) + ((three >> 4) & 15) + ((three >> 8) & 15)


def crowded(pieces: int) -> int:
    """1 when a colour is overpopulated, else 0."""
    return 1 if colour_counts(pieces) & _FOUR_OR_MORE else 0


def colours_of(word: int) -> int:
    """A bit for each colour."""
    colours = 0
    for colour in range(4):
        if (word >> (12 * colour)) & 0xFFF:
            colours |= 1 << colour
    return colours


def largest(word: int) -> int:
    """0 without a ship."""
    if word & 0xF00F00F00F00:
        return 3
    if word & 0x0F00F00F00F0:
        return 2
    return 1 if word else 0
