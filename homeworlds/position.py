"""Systems and positions. A position is immutable and holds no secret."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from homeworlds.pieces import PIECES, Colour, Piece, Pieces, format_pieces
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.words import Words
from homeworlds.words import gettext_noop as _


class System(NamedTuple):
    """A star system with its ships; also a homeworld (`home`) or the homeworld of one eliminated."""

    name: str
    stars: Pieces
    fleets: tuple[Pieces, ...]
    """The ships of each seat, by seat number."""
    home: int | None = None
    """The living seat whose homeworld this is."""

    def ships(self) -> Iterator[tuple[int, Piece]]:
        """(owner, ship) for every ship here."""
        for owner, fleet in enumerate(self.fleets):
            for ship in fleet:
                yield owner, ship

    def has_ships(self) -> bool:
        return any(self.fleets)

    def powers(self, seat: int) -> frozenset[Colour]:
        """The colours whose power the seat has here; none without an own ship."""
        fleet = self.fleets[seat]
        return colours_of(fleet + self.stars) if fleet else frozenset()

    def count(self, colour: Colour) -> int:
        """Pieces of a colour, stars and ships of everyone: an overpopulation from OVERPOPULATION on."""
        return sum([piece.colour == colour for piece in self.stars]) + sum(
            [ship.colour == colour for fleet in self.fleets for ship in fleet]
        )

    def connects_to(self, other: System) -> bool:
        """Whether a ship can move from here to there: no star size in common."""
        return connected(self.stars, other.stars)


OVERPOPULATION = 4


class Position(NamedTuple):
    """What lies on the table between two turns (or, inside a half-made turn, between two steps)."""

    names: tuple[str, ...]
    """The players' names by seat; their number is the number of seats."""
    mover: int
    systems: tuple[System, ...]
    bank: tuple[int, ...]
    """How many of each piece, by piece number."""
    out: frozenset[int] = frozenset()
    """Seats eliminated, resigned or lost on time."""
    timewarp: tuple[tuple[int, int], ...] = ()
    """(seat, bonus actions) of the seats that have not yet had their second turn, by seat."""
    one_star: frozenset[int] = frozenset()
    """Seats that have yet to set up, with a single star."""

    def __str__(self) -> str:
        """A board of characters: a line a system, homeworlds first, the mover's marked; then the bank.

        >>> from homeworlds import Preset, Variant, parse_position, preset_rules
        >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
        >>> text = "<1> Ann (0, r1b2) g1g3-; Vega (g2) y1-b1; Bob (1, y1b3) -g3"
        >>> print(parse_position(text, rules, ["Ann", "Bob"]))
          Ann   r1 b2  Ann g1 g3
        > Bob   y1 b3  Bob g3
          Vega  g2     Ann y1, Bob b1
          bank  r 2 3 3 | y 1 3 3 | g 2 2 1 | b 2 2 2
        """
        return _board(self)

    def __repr__(self) -> str:
        return f"<Position {format_position(self)}>"

    @property
    def players(self) -> int:
        """The number of seats at the start."""
        return len(self.names)

    @property
    def living(self) -> tuple[int, ...]:
        """The seats not out, in order; one that has not set up yet is alive."""
        seats = range(len(self.names))
        return tuple([seat for seat in seats if seat not in self.out] if self.out else seats)

    def homeworld(self, seat: int) -> System | None:
        """The homeworld of a living seat; None when it is out, lost or not set up yet."""
        for system in self.systems:
            if system.home == seat:
                return system
        return None

    def find(self, name: str) -> System | None:
        """The system of that name, whatever its case."""
        for system in self.systems:
            if system.name == name:
                return system
        folded = name.casefold()
        for system in self.systems:
            if system.name.casefold() == folded:
                return system
        return None

    def in_bank(self, piece: Piece) -> int:
        return self.bank[piece]

    def smallest_in_bank(self, colour: Colour) -> Piece | None:
        """The piece that a build of this colour takes now."""
        first = 3 * colour
        for index in range(first, first + 3):
            if self.bank[index]:
                return PIECES[index]
        return None


def format_position(position: Position) -> str:
    """One line. Systems stand in the order of the position: homeworlds and discoveries as they came.

    >>> from homeworlds import Preset, Variant, begin, parse_turn, play, preset_rules, start_game
    >>> state = start_game(preset_rules(Preset.MODERN, Variant.BINARY), ["Ann", "Bob"])
    >>> format_position(state.position)
    '<0>'
    >>> (homeworld,) = parse_turn("homeworld R1 B2 G3", players=2)
    >>> format_position(play(state, begin(state).then(homeworld)).state.position)
    '<1> Ann (0, r1b2) g3-'
    """
    mover = str(position.mover)
    if position.out:
        mover += f" out {_numbers(position.out)}"
    if position.timewarp:
        mover += " warp " + ",".join([f"{seat}:{bonus}" for seat, bonus in position.timewarp])
    if position.one_star:
        mover += f" one-star {_numbers(position.one_star)}"
    return f"<{mover}> {'; '.join([format_system(system) for system in position.systems])}".rstrip()


def _numbers(seats: frozenset[int]) -> str:
    return ",".join(map(str, sorted(seats)))


def format_system(system: System) -> str:
    """`Alice (0, g3b2) r1r3g1-`."""
    home = "" if system.home is None else f"{system.home}, "
    fleets = "-".join([format_pieces(fleet) for fleet in system.fleets])
    return f"{system.name} ({home}{format_pieces(system.stars)}) {fleets}"


def _board(position: Position) -> str:
    def spaced(pieces: Pieces) -> str:
        return " ".join([piece.text for piece in pieces])

    rows = []
    for system in sorted(position.systems, key=lambda each: (each.home is None, each.home)):
        fleets = [
            f"{position.names[seat]} {spaced(ships)}" for seat, ships in enumerate(system.fleets) if ships
        ]
        mark = ">" if system.home == position.mover else " "
        rows.append((mark, system.name, spaced(system.stars), ", ".join(fleets)))
    unset = [seat for seat in position.living if position.homeworld(seat) is None]
    rows += [(">" if seat == position.mover else " ", position.names[seat], "", "") for seat in unset]
    colours = [position.bank[first : first + 3] for first in range(0, 12, 3)]
    bank = [
        f"{colour.letter} {' '.join(map(str, each))}" for colour, each in zip(Colour, colours, strict=True)
    ]
    wide = max(len(name) for _mark, name, *_more in [*rows, ("", "bank")])
    stars = max((len(each) for _mark, _name, each, _fleets in rows), default=0)
    lines = [f"{mark} {name:{wide}}  {each:{stars}}  {fleets}" for mark, name, each, fleets in rows]
    return "\n".join([line.rstrip() for line in (*lines, f"  {'bank':{wide}}  {' | '.join(bank)}")])


@cache
def sizes_of(stars: Pieces) -> frozenset[int]:
    return frozenset(star.size for star in stars)


@lru_cache(maxsize=4096)
def colours_of(pieces: Pieces) -> frozenset[Colour]:
    return frozenset(piece.colour for piece in pieces)


def connected(stars: Pieces, others: Pieces) -> bool:
    """Two systems are connected when they share no star size."""
    return sizes_of(stars).isdisjoint(sizes_of(others))


def next_living(position: Position, seat: int) -> int:
    """The next living seat after this one, clockwise; the seat itself when nobody else lives."""
    players = len(position.names)
    for step in range(1, players):
        candidate = (seat + step) % players
        if candidate not in position.out:
            return candidate
    return seat


def sinister_target(position: Position, seat: int) -> int | None:
    """Whom the seat hunts in Sinister: the next living player to the left; None when alone."""
    target = next_living(position, seat)
    return None if target == seat else target


def check_position(position: Position) -> None:
    """Raises Refusal unless what is whose can be so when a turn begins: a living player has a ship at his
    homeworld, or nothing at all before his setup, and his name is borne by his homeworld alone.

    >>> from homeworlds import Preset, Variant, parse_position, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> check_position(parse_position("<0> Ann (0, r1b2) -g1; Bob (1, y1b3) -g3", rules, ["Ann", "Bob"]))
    Traceback (most recent call last):
    homeworlds.refusals.Refusal: No turn begins with this position: Ann is not out and has no ship at home.
    """
    for system in position.systems:
        if system.home is None:
            _check_ordinary(position, system)
        elif system.name.casefold() != position.names[system.home].casefold():
            raise _impossible(
                _("the homeworld of {player} is named {system}"), position, system.home, system=system.name
            )
        elif not system.fleets[system.home]:
            raise _impossible(_("{player} is not out and has no ship at home"), position, system.home)


def _check_ordinary(position: Position, system: System) -> None:
    for seat in position.living:
        if system.name.casefold() == position.names[seat].casefold():
            raise _impossible(_("a system is named like {player}, who is not out"), position, seat)
        if system.fleets[seat] and position.homeworld(seat) is None:
            raise _impossible(_("{player} is not out and has ships but no homeworld"), position, seat)


def _impossible(detail: str, position: Position, seat: int, **params: str) -> Refusal:
    words = Words(detail, {"player": position.names[seat], **params})
    return Refusal(RefusalCode.IMPOSSIBLE_POSITION, detail=words)


def position_key(position: Position) -> str:
    """The same text for positions that differ only in names and in the order of systems.

    The identity by which repetitions and distinct end positions are counted.
    """
    systems = sorted([_system_key(system) for system in position.systems])
    out = ",".join(map(str, sorted(position.out)))
    warp = ",".join([f"{seat}:{bonus}" for seat, bonus in position.timewarp])
    return f"{position.mover}|{out}|{warp}|{';'.join(systems)}"


def _system_key(system: System) -> str:
    home = "" if system.home is None else system.home
    fleets = "-".join([format_pieces(fleet) for fleet in system.fleets])
    return f"{home}({format_pieces(system.stars)}){fleets}"
