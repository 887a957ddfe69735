"""Where systems stand on the map: a column by the size of the star, and in it a berth kept for life.

A cache, like the position: replaying the turns of a game gives the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, islice
from typing import Any, NamedTuple

from homeworlds.pieces import SIZES
from homeworlds.position import Position, System
from homeworlds.turn import HalfTurn

MIN_BERTHS = 4
"""So many berths of a column are always drawn."""


class Place(NamedTuple):
    column: int
    """The size of the star, 1 to 3."""
    berth: int


@dataclass(frozen=True, slots=True)
class Places:
    """The places of one position of a game, with what they need to know of the turns before."""

    systems: Mapping[str, Place] = field(default_factory=dict)
    """Of every discovered system; homeworlds stand in the frame."""
    homes: Mapping[str, int] = field(default_factory=dict)
    """Whose homeworld a system is, or was before its player's elimination."""
    berths: int = MIN_BERTHS
    """Drawn in every column; never shrinks."""
    used: frozenset[int] = frozenset()
    """The berths that anything has ever stood in at the end of a turn, of all columns together: a row that
    none of them is in takes no room on a phone."""

    def home_of(self, seat: int) -> str | None:
        """The name of the seat's homeworld while it stands, also after an elimination."""
        for name, owner in self.homes.items():
            if owner == seat:
                return name
        return None

    def next_berth(self, column: int, *, players: int, discoverer: int) -> int:
        """The berth of the next system that this seat discovers in the column."""
        taken = {place.berth for place in self.systems.values() if place.column == column}
        return next(berth for berth in preferred_berths(players, discoverer) if berth not in taken)

    def to_json(self) -> dict[str, Any]:
        return {
            "systems": {name: [place.column, place.berth] for name, place in self.systems.items()},
            "homes": dict(self.homes),
            "berths": self.berths,
            "used": sorted(self.used),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Places:
        systems = {name: Place(*place) for name, place in data["systems"].items()}
        # The release before does not write it.
        used = data.get("used", [place.berth for place in systems.values()])
        return cls(systems, dict(data["homes"]), data["berths"], frozenset(used))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A player's own order of the berths. It changes what he sees and nothing else: every system, the ones
    yet to be discovered as well, has one fixed place in it, because every berth has."""

    own: tuple[tuple[int, ...], ...]
    """For each column, from the small stars on: where the berths 0, 1, … stand. Later ones stand where they
    stand for all."""
    rows: int
    """Drawn at least."""
    used: tuple[int, ...]
    """The rows in which something stood when it was made."""

    def berth(self, place: Place) -> int:
        """Where a place stands in its column."""
        own = self.own[place.column - 1]
        return own[place.berth] if place.berth < len(own) else place.berth

    def order(self, column: int, rows: int) -> list[int]:
        """The berths in the order of the view, so many."""
        own = self.own[column - 1]
        berths = sorted(range(len(own)), key=own.__getitem__)
        return [*berths, *range(len(own), rows)][:rows]

    def rows_for(self, places: Places, standing: Iterable[Place]) -> int:
        """How many rows have room for what stands there."""
        grown = places.berths if places.berths > len(self.own[0]) else 0
        return max([self.rows, grown, *[self.berth(place) + 1 for place in standing]])

    def used_rows(self, standing: Iterable[Place]) -> frozenset[int]:
        """The rows that take room."""
        return frozenset([*self.used, *map(self.berth, standing)])

    def to_json(self) -> dict[str, Any]:
        return {"own": [list(column) for column in self.own], "rows": self.rows, "used": list(self.used)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Arrangement:
        own = tuple([tuple(column) for column in data["own"]])
        return cls(own, data["rows"], tuple(data.get("used", range(data["rows"]))))


def tidy(places: Places, position: Position) -> Arrangement:
    """The arrangement in which the systems of a position lie without gaps: as if each had just been
    discovered by the seat that is strongest there, those nearest to its own home first.

    The free berths stand in it so that the next discoveries, too, come where the rule would put them.
    """
    fresh = _discovered_anew(places, position)
    rows = fresh.berths
    size = max(places.berths, rows)
    # Of two players each begins at another end.
    discoverers = (1, 0) if position.players == 2 else (0,)
    own = []
    for column in SIZES:
        berths = {
            place.berth: fresh.systems[name].berth
            for name, place in places.systems.items()
            if place.column == column and name in fresh.systems
        }
        while len(berths) < size:
            for seat in discoverers:
                free = [each for each in _first(size, position.players, seat) if each not in berths]
                room = [each for each in _first(size, position.players, seat) if each not in berths.values()]
                if free:
                    berths[free[0]] = room[0]
        own.append(tuple([berths[berth] for berth in range(size)]))
    return Arrangement(tuple(own), rows, tuple(sorted({place.berth for place in fresh.systems.values()})))


def is_tidy(places: Places, position: Position, arrangement: Arrangement | None) -> bool:
    """Whether tidying would change nothing for who sees the position in this arrangement."""
    wanted = tidy(places, position)
    standing = list(places.systems.values())
    rows = places.berths if arrangement is None else arrangement.rows_for(places, standing)
    moved = [
        place
        for place in standing
        if wanted.berth(place) != (place.berth if arrangement is None else arrangement.berth(place))
    ]
    used = places.used if arrangement is None else arrangement.used_rows(standing)
    return not moved and rows <= wanted.rows and used == frozenset(wanted.used)


def _discovered_anew(places: Places, position: Position) -> Places:
    players = position.players
    order = []
    for name, place in places.systems.items():
        system = position.find(name)
        if system is not None:
            strength = [sum(ship.size for ship in fleet) for fleet in system.fleets]
            seat = strength.index(max(strength))
            near = list(islice(preferred_berths(players, seat), places.berths)).index(place.berth)
            order.append((near, place.column, name, seat))
    systems: dict[str, Place] = {}
    for _near, column, name, seat in sorted(order):
        berth = Places(systems).next_berth(column, players=players, discoverer=seat)
        systems[name] = Place(column, berth)
    highest = max([place.berth for place in systems.values()], default=0)
    return Places(systems, berths=max(MIN_BERTHS, highest + 1))


def _first(size: int, players: int, seat: int) -> Iterator[int]:
    return islice(preferred_berths(players, seat), size)


def preferred_berths(players: int, discoverer: int) -> Iterator[int]:
    """All berths in the order in which a seat takes them: two players begin near their own homes."""
    if players == 2 and discoverer == 0:
        yield from (3, 2, 1, 0)
        yield from count(4)
    else:
        yield from count()


def place_turn(places: Places, half: HalfTurn) -> Places:
    """The places after the steps of a turn, made or in the making, from those at its start.

    Berths are given and freed step by step, so a preview and the turn itself agree. What the end
    of the turn dissolves is left to `settle`.
    """
    chain = []
    step: HalfTurn | None = half
    while step is not None and step.previous is not None:
        chain.append(step.position)
        step = step.previous
    for position in reversed(chain):
        places = _follow(places, position, half.start.mover)
    return places


def settle(places: Places, position: Position) -> Places:
    """The places of a position reached otherwise than by a step: the end of a turn, a departure, a
    text. Systems that no longer exist give up their berths; unknown ones get one as the mover's."""
    homes = dict(places.homes)
    for seat in position.out:
        system = position.find(position.names[seat])
        if system is not None and system.name not in places.systems:
            homes[system.name] = seat
    settled = _follow(replace(places, homes=homes), position, position.mover)
    return replace(settled, used=places.used | {place.berth for place in settled.systems.values()})


def _follow(places: Places, position: Position, discoverer: int) -> Places:
    """One step: first the dissolved systems go, then the new ones come."""
    standing = {system.name: system for system in position.systems}
    systems = {
        name: place
        for name, place in places.systems.items()
        if name in standing and _may_stand(standing[name], place)
    }
    homes = {name: seat for name, seat in places.homes.items() if name in standing}
    now = Places(systems, homes)
    for system in position.systems:
        if system.home is not None:
            homes[system.name] = system.home
        elif system.name not in systems and system.name not in homes:
            column = system.stars[0].size
            berth = now.next_berth(column, players=position.players, discoverer=discoverer)
            systems[system.name] = Place(column, berth)
    highest = max([place.berth for place in systems.values()], default=0)
    return Places(systems, homes, max(places.berths, highest + 1), places.used)


def _may_stand(system: System, place: Place) -> bool:
    """False for a new system that has taken over the name of the one its last ship came from."""
    return system.home is None and system.stars[0].size == place.column
