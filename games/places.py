"""Where systems stand on the map: a column by the size of the star, and in it a berth kept for life.

A cache, like the position: replaying the turns of a game gives the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

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
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Places:
        return cls(
            systems={name: Place(*place) for name, place in data["systems"].items()},
            homes=dict(data["homes"]),
            berths=data["berths"],
        )


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
    return _follow(Places(places.systems, homes, places.berths), position, position.mover)


def _follow(places: Places, position: Position, discoverer: int) -> Places:
    """One step: first the dissolved systems go, then the new ones come."""
    standing = {system.name: system for system in position.systems}
    systems = {
        name: place
        for name, place in places.systems.items()
        if name in standing and _may_stand(standing[name], place)
    }
    homes = {name: seat for name, seat in places.homes.items() if name in standing}
    now = Places(systems, homes, places.berths)
    for system in position.systems:
        if system.home is not None:
            homes[system.name] = system.home
        elif system.name not in systems and system.name not in homes:
            column = system.stars[0].size
            berth = now.next_berth(column, players=position.players, discoverer=discoverer)
            systems[system.name] = Place(column, berth)
    highest = max([place.berth for place in systems.values()], default=0)
    return Places(systems, homes, max(places.berths, highest + 1))


def _may_stand(system: System, place: Place) -> bool:
    """False for a new system that has taken over the name of the one its last ship came from."""
    return system.home is None and system.stars[0].size == place.column
