"""Positions as whole numbers, for searching: one number a system, one for the bank.

A system is, from the lowest bit: 48 bits a seat (4 bits a kind of piece: how many ships), then 4 bits
each for the first star, the second star (piece + 1, or 0) and the homeworld's seat + 1. The bank is
12 times 4 bits. Names and the order of systems are left out: equal numbers are equal systems.

Here is also what happens to a system by itself, a second time after homeworlds.table, for speed; tests
hold the search to the library on thousands of positions.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from homeworlds.pieces import PIECES
from homeworlds.position import OVERPOPULATION, Position, System

FLEET_BITS: Final = 48
FLEET_MASK: Final = (1 << FLEET_BITS) - 1

ONE: Final = tuple(1 << (4 * index) for index in range(12))
"""One piece of each kind, in a fleet or in the bank."""

COLOUR_MASK: Final = tuple(0xFFF << (12 * colour) for colour in range(4))
SIZE: Final = tuple(piece.size for piece in PIECES)
COLOUR: Final = tuple(int(piece.colour) for piece in PIECES)


class Facts(NamedTuple):
    """What the seat to move needs to know of a system again and again."""

    number: int
    own: tuple[int, ...]
    """Kinds of the mover's ships, each once."""
    colours: tuple[int, ...]
    """Colours of the mover's ships."""
    powers: int
    """Bit mask of the colours whose power the mover has."""
    sizes: int
    """Bit mask of the star sizes."""
    enemies: tuple[tuple[int, int], ...]
    """(owner, kind) of the ships of others that are not too large to attack, each once."""
    overpopulated: tuple[int, ...]
    home: int
    """The living seat whose homeworld it is; -1 for none."""
    held: bool
    """That seat has a ship here."""
    mark: int
    """120 scattered bits: the sum over all systems tells positions apart."""


class Coder:
    """Encodes positions of one number of seats for one seat to move, and remembers its facts."""

    def __init__(self, players: int, seat: int, *, attack_equal: bool) -> None:
        self.players = players
        self.seat = seat
        self.own_shift = FLEET_BITS * seat
        self.star_shift = FLEET_BITS * players
        self.ships_mask = (1 << self.star_shift) - 1
        self.home_shift = self.star_shift + 8
        self._attack_equal = attack_equal
        self._facts: dict[int, Facts] = {}

    def encode(self, system: System) -> int:
        number = 0
        for owner, ship in system.ships():
            number += ONE[ship] << (FLEET_BITS * owner)
        for place, star in enumerate(system.stars):
            number += (star + 1) << (self.star_shift + 4 * place)
        return number + ((0 if system.home is None else system.home + 1) << self.home_shift)

    def encode_all(self, position: Position) -> tuple[int, ...]:
        return tuple([self.encode(system) for system in position.systems])

    def encode_bank(self, position: Position) -> int:
        return sum(count << (4 * index) for index, count in enumerate(position.bank))

    def stars(self, number: int) -> list[int]:
        stars = number >> self.star_shift
        return [star - 1 for star in (stars & 15, stars >> 4 & 15) if star]

    def new_system(self, star: int, ship: int) -> int:
        return (ONE[ship] << self.own_shift) + ((star + 1) << self.star_shift)

    def facts(self, number: int) -> Facts:
        facts = self._facts.get(number)
        if facts is None:
            facts = self._facts[number] = self._work_out(number)
        return facts

    def _work_out(self, number: int) -> Facts:
        own_fleet = number >> self.own_shift & FLEET_MASK
        own = tuple([index for index in range(12) if own_fleet >> (4 * index) & 15])
        stars = self.stars(number)
        powers = 0
        if own:
            for index in (*own, *stars):
                powers |= 1 << COLOUR[index]
        home = (number >> self.home_shift) - 1
        return Facts(
            number,
            own,
            tuple(sorted({COLOUR[index] for index in own})),
            powers,
            sum({1 << SIZE[star] for star in stars}),
            self._enemies(number, max([SIZE[index] for index in own], default=0)),
            tuple([c for c in range(4) if self.count(number, stars, c) >= OVERPOPULATION]),
            home,
            home >= 0 and bool(number >> (FLEET_BITS * home) & FLEET_MASK),
            _mark(number),
        )

    def _enemies(self, number: int, largest: int) -> tuple[tuple[int, int], ...]:
        reach = largest if self._attack_equal else largest - 1
        return tuple(
            [
                (owner, index)
                for owner in range(self.players)
                if owner != self.seat
                for index in range(12)
                if SIZE[index] <= reach and number >> (FLEET_BITS * owner + 4 * index) & 15
            ]
        )

    def count(self, number: int, stars: list[int], colour: int) -> int:
        """Pieces of a colour, stars and ships of everyone."""
        count = sum([COLOUR[star] == colour for star in stars])
        for owner in range(self.players):
            count += digits(number >> (FLEET_BITS * owner) & COLOUR_MASK[colour])
        return count

    def settled(self, number: int, homeworlds_stay: bool) -> tuple[int, int]:
        """The system with what happens by itself, 0 when it disappears; and what returns to the bank."""
        ships = number & self.ships_mask
        stars = number >> self.star_shift & 0xFF
        if stars and (ships or (homeworlds_stay and number >> self.home_shift)):
            return number, 0
        returned = 0
        for star in self.stars(number):
            returned += ONE[star]
        while ships:
            returned += ships & FLEET_MASK
            ships >>= FLEET_BITS
        return 0, returned

    def destroyed(self, number: int, colour: int, homeworlds_stay: bool) -> tuple[int, int]:
        """A catastrophe: the system after it (0 when it is gone), and what returns to the bank."""
        returned = 0
        left = number & self.ships_mask
        for owner in range(self.players):
            lost = number >> (FLEET_BITS * owner) & COLOUR_MASK[colour]
            returned += lost
            left -= lost << (FLEET_BITS * owner)
        place = 0
        for star in self.stars(number):
            if COLOUR[star] == colour:
                returned += ONE[star]
            else:
                left += (star + 1) << (self.star_shift + 4 * place)
                place += 1
        left += number >> self.home_shift << self.home_shift
        left, more = self.settled(left, homeworlds_stay)
        return left, returned + more


def _mark(number: int) -> int:
    """That the sums of two different positions of a search agree is out of the question."""
    return int.from_bytes(hashlib.blake2b(number.to_bytes(64, "big"), digest_size=15).digest(), "big")


def digits(number: int) -> int:
    """The sum of the 4-bit digits."""
    total = 0
    while number:
        total += number & 15
        number >>= 4
    return total


def smallest(bank: int, colour: int) -> int:
    """The kind that a build of this colour takes; -1 when the colour is used up."""
    first = 3 * colour
    for index in (first, first + 1, first + 2):
        if bank >> (4 * index) & 15:
            return index
    return -1
