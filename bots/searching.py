"""Whether a seat could eliminate another with one turn: asked of the library, or of the compiled core in a
process that has switched it on. Both give the same answers; only what the library gives up is decided by
the core, too."""

from __future__ import annotations

import threading

from bots.core import Core, RoomUsedUp
from homeworlds import threats
from homeworlds.actions import Turn
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.search import LimitReached
from homeworlds.state import GameState

__all__ = ["eliminates", "eliminating_turn", "use_core", "uses_core"]


class _Cores(threading.local):
    """One for each thread, made when it is first asked for."""

    core: Core | None = None

    def get(self) -> Core:
        if self.core is None:
            self.core = Core()
        return self.core


_cores = _Cores()
_switch = threading.Event()


def use_core(wanted: bool = True) -> None:
    """Has the compiled core answer in this process from now on, or the library again.

    The core is loaded at once: in about a second, or half a minute where it was not compiled before.
    Raises ImportError, OSError: numba is not there or cannot be used, and the library answers.
    """
    _switch.clear()
    if wanted:
        _cores.get().load()
        _switch.set()


def uses_core() -> bool:
    return _switch.is_set()


def eliminates(rules: RuleSet, position: Position, seat: int, victim: int, *, limit: int) -> bool:
    """Whether homeworlds.threats.eliminating_turn finds one. Raises LimitReached, as that does."""
    if uses_core():
        try:
            return _cores.get().eliminates(rules, position, seat, victim)
        except RoomUsedUp:
            pass
    return threats.eliminating_turn(GameState(rules, position), seat, victim, limit=limit) is not None


def eliminating_turn(
    rules: RuleSet, position: Position, seat: int, victim: int, *, limit: int
) -> Turn | None:
    """As homeworlds.threats.eliminating_turn, and the very turn it finds. Raises LimitReached."""
    by_core = None
    if uses_core():
        try:
            by_core = _cores.get().eliminating_turn(rules, position, seat, victim)
        except RoomUsedUp:
            pass
        else:
            if by_core is None:
                return None
    try:
        return threats.eliminating_turn(GameState(rules, position), seat, victim, limit=limit)
    except LimitReached:
        if by_core is None:
            raise
        return by_core
