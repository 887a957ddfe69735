"""How pieces go between bank and map. Checks nothing: homeworlds.turn has checked before.

Every rule about what happens by itself stands here: stars that return, ships that die with their
star, homeworlds that stay, seats that fall.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from homeworlds.pieces import Colour, Piece, Pieces
from homeworlds.position import Position, System


class Loss(NamedTuple):
    """A ship that went to the bank or to another player; `owner` had it."""

    owner: int
    ship: Piece
    system: str


class Effects(NamedTuple):
    """What a half-made turn has done so far, from its start, and would do if it ended now."""

    ships_lost: tuple[Loss, ...]
    """Ships that went to the bank (the sacrificed one too), in order."""
    ships_captured: tuple[Loss, ...]
    stars_returned: tuple[tuple[Piece, str], ...]
    systems_gone: tuple[str, ...]
    would_fall: tuple[int, ...]
    """Seats that would be eliminated if the turn ended now; never who would win by it."""
    actions_left: int
    power: Colour | None
    """The only power of the actions left, after a sacrifice."""


class Table:
    """A position being changed by one step, with what the turn has cost so far."""

    __slots__ = (
        "bank",
        "homeworlds_stay",
        "one_star",
        "ships_captured",
        "ships_lost",
        "stars_returned",
        "start",
        "systems",
        "systems_gone",
    )

    def __init__(self, start: Position) -> None:
        self.start = start
        self.systems = list(start.systems)
        self.bank = list(start.bank)
        self.one_star = start.one_star
        self.homeworlds_stay = True
        self.ships_lost: tuple[Loss, ...] = ()
        self.ships_captured: tuple[Loss, ...] = ()
        self.stars_returned: tuple[tuple[Piece, str], ...] = ()
        self.systems_gone: tuple[str, ...] = ()

    def copy(self) -> Table:
        table = object.__new__(Table)
        table.start = self.start
        table.systems = self.systems[:]
        table.bank = self.bank[:]
        table.one_star = self.one_star
        table.homeworlds_stay = self.homeworlds_stay
        table.ships_lost = self.ships_lost
        table.ships_captured = self.ships_captured
        table.stars_returned = self.stars_returned
        table.systems_gone = self.systems_gone
        return table

    def position(self) -> Position:
        start = self.start
        return Position(
            start.names,
            start.mover,
            tuple(self.systems),
            tuple(self.bank),
            start.out,
            start.timewarp,
            self.one_star,
        )

    def effects(self, would_fall: tuple[int, ...], actions_left: int, power: Colour | None) -> Effects:
        return Effects(
            self.ships_lost,
            self.ships_captured,
            self.stars_returned,
            self.systems_gone,
            would_fall,
            actions_left,
            power,
        )

    # The steps

    def set_up(self, seat: int, stars: Pieces, ship: Piece) -> None:
        for piece in (*stars, ship):
            self.bank[piece] -= 1
        self.one_star -= {seat}
        fleets: list[Pieces] = [()] * self.start.players
        fleets[seat] = (ship,)
        self.systems.append(System(self.start.names[seat], stars, tuple(fleets), seat))

    def build(self, seat: int, piece: Piece, system: str) -> None:
        self.bank[piece] -= 1
        self._add(self._at(system), seat, piece)

    def trade(self, seat: int, ship: Piece, piece: Piece, system: str) -> None:
        at = self._at(system)
        self.bank[ship] += 1
        self.bank[piece] -= 1
        self._remove(at, seat, ship)
        self._add(at, seat, piece)

    def move(self, seat: int, ship: Piece, origin: str, destination: str) -> None:
        self._add(self._at(destination), seat, ship)
        at = self._at(origin)
        self._remove(at, seat, ship)
        self._settle(at)

    def discover(self, seat: int, ship: Piece, origin: str, star: Piece, name: str) -> None:
        self.bank[star] -= 1
        fleets: tuple[Pieces, ...] = ((),) * self.start.players
        self.systems.append(System(name, (star,), fleets))
        self.move(seat, ship, origin, name)

    def capture(self, seat: int, ship: Piece, system: str, owner: int) -> None:
        at = self._at(system)
        self._remove(at, owner, ship)
        self._add(at, seat, ship)
        self.ships_captured += (Loss(owner, ship, system),)

    def sacrifice(self, seat: int, ship: Piece, system: str) -> None:
        at = self._at(system)
        self.bank[ship] += 1
        self.ships_lost += (Loss(seat, ship, system),)
        self._remove(at, seat, ship)
        self._settle(at)

    def destroy(self, system: str, colour: Colour) -> None:
        """A catastrophe."""
        at = self._at(system)
        here = self.systems[at]
        for owner, fleet in enumerate(here.fleets):
            self._lose(owner, [ship for ship in fleet if ship.colour == colour], here.name)
        self._return_stars([star for star in here.stars if star.colour == colour], here.name)
        self.systems[at] = here._replace(
            stars=tuple([star for star in here.stars if star.colour != colour]),
            fleets=tuple([tuple([s for s in fleet if s.colour != colour]) for fleet in here.fleets]),
        )
        self._settle(at)

    # What happens by itself

    def _settle(self, at: int) -> None:
        """A system without stars loses its ships; one without ships returns its stars, but for a
        living player's homeworld where it stays to the end of the turn."""
        here = self.systems[at]
        if here.stars and (here.has_ships() or (here.home is not None and self.homeworlds_stay)):
            return
        for owner, fleet in enumerate(here.fleets):
            self._lose(owner, fleet, here.name)
        self._return_stars(here.stars, here.name)
        self.systems_gone += (here.name,)
        del self.systems[at]

    def _lose(self, owner: int, ships: Collection[Piece], system: str) -> None:
        for ship in ships:
            self.bank[ship] += 1
            self.ships_lost += (Loss(owner, ship, system),)

    def _return_stars(self, stars: Collection[Piece], system: str) -> None:
        for star in stars:
            self.bank[star] += 1
            self.stars_returned += ((star, system),)

    def _at(self, name: str) -> int:
        for at, system in enumerate(self.systems):
            if system.name == name:
                return at
        raise KeyError(name)

    def _add(self, at: int, seat: int, ship: Piece) -> None:
        here = self.systems[at]
        fleets = list(here.fleets)
        fleets[seat] = tuple(sorted((*fleets[seat], ship)))
        self.systems[at] = System(here.name, here.stars, tuple(fleets), here.home)

    def _remove(self, at: int, seat: int, ship: Piece) -> None:
        here = self.systems[at]
        fleets = list(here.fleets)
        fleet = list(fleets[seat])
        fleet.remove(ship)
        fleets[seat] = tuple(fleet)
        self.systems[at] = System(here.name, here.stars, tuple(fleets), here.home)

    def make_ordinary(self, seats: Collection[int]) -> None:
        """The homeworlds of seats that are out become ordinary systems, and go when they are empty."""
        for at in reversed(range(len(self.systems))):
            if self.systems[at].home in seats:
                self.systems[at] = self.systems[at]._replace(home=None)
                self._settle(at)


def fallen_seats(start: Position, now: Position) -> tuple[int, ...]:
    """Living seats that have set up and have no own ship at their homeworld, or no homeworld.

    `start` tells who had set up when the turn began; the mover who sets up has a ship at home.
    """
    set_up = {system.home for system in start.systems}
    held = {s.home for s in now.systems if s.home is not None and s.fleets[s.home]}
    return tuple([seat for seat in start.living if seat in set_up and seat not in held])


def remove_seats(position: Position, seats: Collection[int]) -> Position:
    """The seats are out: their ships stay as derelicts. The mover is left as it is."""
    if not seats:
        return position
    table = Table(position)
    table.make_ordinary(seats)
    return table.position()._replace(
        out=position.out.union(seats),
        timewarp=tuple([pair for pair in position.timewarp if pair[0] not in seats]),
        one_star=position.one_star.difference(seats),
    )


def catastrophe_losses(position: Position, system: str, colour: Colour) -> tuple[Loss, ...]:
    """The ships that a catastrophe would cost, whosever they are. Raises KeyError: no such system."""
    table = Table(position)
    table.destroy(system, colour)
    return table.ships_lost
