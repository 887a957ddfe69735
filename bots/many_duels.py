"""Two players left in a game that began with more, as a game of two: while no ship is left of those who are
out, their places at the table make no difference."""

from __future__ import annotations

from dataclasses import replace

from homeworlds.actions import Action, Attack, Turn
from homeworlds.position import Position, System
from homeworlds.rules import Variant
from homeworlds.state import GameState


def is_duel(state: GameState) -> bool:
    """Whether two are left who have set up, each of whom wins by the fall of the other."""
    position = state.position
    if position.players == 2 or len(position.living) != 2:
        return False
    if any(position.homeworld(seat) is None for seat in position.living):
        return False
    return not any(system.fleets[seat] for system in position.systems for seat in position.out)


def as_duel(state: GameState) -> GameState:
    """The same for the two who are left; who was to move is to move."""
    rules = replace(state.rules, variant=Variant.BINARY)
    return GameState(rules, duel_position(state.position, state.position.living))


def duel_position(position: Position, pair: tuple[int, ...]) -> Position:
    """The position of a duel, or an earlier one of the same two."""
    return position._replace(
        names=tuple([position.names[seat] for seat in pair]),
        mover=pair.index(position.mover),
        systems=tuple([_of_two(system, pair) for system in position.systems]),
        out=frozenset(),
        timewarp=tuple([(pair.index(seat), bonus) for seat, bonus in position.timewarp]),
        one_star=frozenset(),
    )


def earlier_duels(state: GameState, before: tuple[Position, ...]) -> tuple[Position, ...]:
    """The earlier positions of a duel that were one, too."""
    pair = state.position.living
    return tuple(
        [
            duel_position(position, pair)
            for position in before
            if position.living == pair and is_duel(state._replace(position=position))
        ]
    )


def turn_of_duel(turn: Turn, pair: tuple[int, ...]) -> Turn:
    """The turn with the seats that the two have in their game."""
    return tuple([_with_seats(action, pair) for action in turn])


def _of_two(system: System, pair: tuple[int, ...]) -> System:
    home = None if system.home is None else pair.index(system.home)
    return system._replace(fleets=tuple([system.fleets[seat] for seat in pair]), home=home)


def _with_seats(action: Action, pair: tuple[int, ...]) -> Action:
    if isinstance(action, Attack) and action.owner is not None:
        return replace(action, owner=pair[action.owner])
    return action
