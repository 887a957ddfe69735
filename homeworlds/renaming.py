"""Other names for systems: nothing of a game depends on what its systems are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from homeworlds.actions import Action, Turn
from homeworlds.position import Position

_SYSTEMS: Final = ("system", "origin", "destination", "name")
"""The fields of actions that hold the name of a system."""


def renamed_turn(turn: Turn, names: Mapping[str, str]) -> Turn:
    """The turn with other names for some systems, old name to new."""
    return tuple([_renamed(action, names) for action in turn])


def _renamed(action: Action, names: Mapping[str, str]) -> Action:
    changed: dict[str, Any] = {
        field: names[getattr(action, field)] for field in _SYSTEMS if getattr(action, field, None) in names
    }
    renamed: Action = replace(action, **changed) if changed else action
    return renamed


def renamed_position(position: Position, names: Mapping[str, str]) -> Position:
    """The position with other names for some players, and for the homeworlds called after them."""
    systems = [system._replace(name=names.get(system.name, system.name)) for system in position.systems]
    players = [names.get(name, name) for name in position.names]
    return position._replace(names=tuple(players), systems=tuple(systems))
