"""A table at one moment, as everything that draws one is given it."""

from __future__ import annotations

from typing import NamedTuple

from board.map.places import Places
from homeworlds.actions import Discover, Homeworld, Move, Pass, Turn
from homeworlds.position import Position


class Snapshot(NamedTuple):
    """What lies where, and what was done last."""

    position: Position
    places: Places
    last_turn: Turn = ()
    """In canonical form; its steps are marked."""
    last_mover: int | None = None
    over: bool = False
    """Nobody is to move, and no crowd is a danger."""

    @property
    def steps(self) -> dict[str, list[int]]:
        """Of the last turn, by system."""
        return touched(self.position, self.last_turn, self.last_mover)


def touched(position: Position, turn: Turn, mover: int | None) -> dict[str, list[int]]:
    """The numbers of the steps at each system that the turn touched."""
    steps: dict[str, list[int]] = {}
    for number, action in enumerate(turn, start=1):
        names: tuple[str | None, ...]
        match action:
            case Homeworld():
                names = (None if mover is None else position.names[mover],)
            case Discover():
                names = (action.origin, action.name)
            case Move():
                names = (action.origin, action.destination)
            case Pass():
                names = ()
            case _:
                names = (action.system,)
        for name in names:
            if name is not None:
                steps.setdefault(name, []).append(number)
    return steps
