"""What somebody who watches could read from a turn: countable things of it and of what it changes."""

from __future__ import annotations

from typing import Final

from homeworlds import actions
from homeworlds.actions import Build, Trade, Turn
from homeworlds.pieces import Colour
from homeworlds.position import Position
from homeworlds.state import GameState
from homeworlds.turn import make_turn

KINDS: Final = (
    *(actions.Homeworld, Build, Trade, actions.Move, actions.Discover, actions.Attack, actions.Sacrifice),
    *(actions.Catastrophe, actions.Pass),
)


def features(state: GameState, turn: Turn) -> list[float]:
    """Of a legal turn of the seat to move; the first is 1, for who guesses without looking."""
    mover, seats = state.position.mover, range(state.position.players)
    end = make_turn(state.rules, state.position, turn).end().position
    before, after = _standing(state.position, mover), _standing(end, mover)
    colours = [action.piece.colour for action in turn if isinstance(action, Build | Trade)]
    lost = [_ships(state.position, seat) - _ships(end, seat) for seat in seats if seat != mover]
    read = [
        *[sum([isinstance(action, kind) for action in turn]) for kind in KINDS],
        *[colours.count(colour) for colour in Colour],
        *after,
        *[later - earlier for earlier, later in zip(before, after, strict=True)],
        *(sum(lost), max(lost)),
    ]
    return [1.0, *map(float, read)]


def _standing(position: Position, mover: int) -> list[int]:
    """Ships of the seat, their sizes, those at home, at homes of others and one move from them; ships of
    others at its home."""
    size = at_home = visiting = near = guests = 0
    homes = [system for system in position.systems if system.home not in (None, mover)]
    for system in position.systems:
        own = system.fleets[mover]
        size += sum([ship.size for ship in own])
        if system.home == mover:
            at_home += len(own)
            guests += sum(map(len, system.fleets)) - len(own)
        elif system.home is not None:
            visiting += len(own)
        if own:
            near += sum([system != home and system.connects_to(home) for home in homes])
    return [_ships(position, mover), size, at_home, visiting, near, guests]


def _ships(position: Position, seat: int) -> int:
    return sum([len(system.fleets[seat]) for system in position.systems])
