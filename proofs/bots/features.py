"""What somebody who watches could read from a turn: countable things of it and of what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.pieces import Colour
from homeworlds.position import Position, System
from homeworlds.state import GameState
from homeworlds.turn import make_turn

KINDS: Final[Sequence[type[Action]]] = (
    Homeworld,
    Build,
    Trade,
    Move,
    Discover,
    Attack,
    Sacrifice,
    Catastrophe,
    Pass,
)


def features(state: GameState, turn: Turn) -> list[float]:
    """Of a legal turn of the seat to move; the first is 1, for who guesses without looking."""
    mover = state.position.mover
    end = make_turn(state.rules, state.position, turn).end().position
    before, after = _standing(state.position, mover), _standing(end, mover)
    return [
        1.0,
        *[float(sum([isinstance(action, kind) for action in turn])) for kind in KINDS],
        *[float(sum([_colour(action) is colour for action in turn])) for colour in Colour],
        *after,
        *[later - earlier for earlier, later in zip(before, after, strict=True)],
        *_losses(state.position, end, mover),
    ]


def _colour(action: Action) -> Colour | None:
    """Of what is built or traded for."""
    return action.piece.colour if isinstance(action, (Build, Trade)) else None


def _standing(position: Position, mover: int) -> list[float]:
    """Ships of the seat, their sizes, those at home, at homes of others and one move from them; ships of
    others at its home."""
    ships = size = at_home = visiting = near = guests = 0
    homes = [system for system in position.systems if system.home not in (None, mover)]
    for system in position.systems:
        own = system.fleets[mover]
        ships += len(own)
        size += sum([ship.size for ship in own])
        if system.home == mover:
            at_home += len(own)
            guests += sum(map(len, system.fleets)) - len(own)
        elif system.home is not None:
            visiting += len(own)
        if own:
            near += sum([_one_move(system, home) for home in homes])
    return [float(each) for each in (ships, size, at_home, visiting, near, guests)]


def _one_move(one: System, other: System) -> bool:
    return one != other and one.connects_to(other)


def _losses(before: Position, after: Position, mover: int) -> list[float]:
    """Of ships: what all others lose together, and what he loses who loses most."""
    lost = [_ships(before, seat) - _ships(after, seat) for seat in range(before.players) if seat != mover]
    return [float(sum(lost)), float(max(lost))]


def _ships(position: Position, seat: int) -> int:
    return sum([len(system.fleets[seat]) for system in position.systems])
