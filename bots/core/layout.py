"""How the compiled core lays out what it works on: places in small arrays of 64-bit integers."""

from __future__ import annotations

from typing import Final

MOST_STEPS: Final = 20000
"""Steps that one half-made turn can go on with."""
DEPTH: Final = 40
"""Steps of one turn: few actions, and each catastrophe takes four pieces away."""
SYSTEMS: Final = 96
SMALLEST_TABLE: Final = 1 << 10
LARGEST_TABLE: Final = 1 << 23
TURNS_TABLE: Final = 1 << 20
"""Where turns are listed."""
WIN_TABLE: Final = 1 << 18
"""Where a win is looked for while they are."""

# The columns of a system: a row of `levels`, which has the half-made turn after so many steps. Stars have
# 4 bits each, above them stands the homeworld's seat + 1; pieces and fleets are words of 48 bits as in
# homeworlds.encoding, a fleet for each seat. What the hash is made of changes with each ship by a sum.
STARS, LINE, PIECES, FLEETS = range(4)

# The columns of `nodes`: what else there is to say of the half-made turn at each level.
COUNT, BANK, KEY, OVERPOPULATED, FALLEN, POWER, LEFT, STEPS, CURSOR, WANTED = range(10)
NODE: Final = 10

# The places of `game`, which does not change during a search: what is asked, the rules, the position.
SEAT, ACTIONS, MOST_ENDS, VICTIMS, EVERYONE, SURVIVING = range(6)
PLAYERS, SYSTEM_COUNT, OPTIONS = range(6, 9)
"""From OPTIONS on there is what `bots.core.options` says of the rules."""
GIVEN: Final = OPTIONS + 8
"""From GIVEN on there are bytes: the bank, then of each system the homeworld's seat + 1, and its stars and
each seat's ships with their number before them."""
GAME: Final = GIVEN + 256

RED, YELLOW, GREEN, BLUE, ANY = range(5)
BUILD, TRADE, MOVE, DISCOVER, ATTACK, SACRIFICE, CATASTROPHE = range(7)
"""A step: verb | system << 3 | kind << 10 | (kind, system or owner) << 14. As in homeworlds.search."""

NEVER: Final = 99
NO_ROOM: Final = -1
"""Instead of an answer: too many half-made turns, or too deep."""


def noise_of(seed: int) -> int:
    """What orders turns of the same worth: of any seed one that has room in 64 bits."""
    return seed * 0x9E3779B9 & (1 << 63) - 1
