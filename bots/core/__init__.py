"""Every whole turn, compiled by numba: many times faster than homeworlds.search, for bot workers only.

The site runs without numba: ask `available` first. Authority stays with the library, whose positions come
in and whose answers these are held to.
"""

from __future__ import annotations

import importlib
import importlib.util
import types
from collections.abc import Collection
from functools import cache
from typing import Any, Final

from bots.core import kernel
from homeworlds.encoding import FLEET_BITS, FLEET_MASK, Coder
from homeworlds.position import Position
from homeworlds.rules import AttackSize, Catastrophes, EmptyHomeworld, OwnElimination, RuleSet

__all__ = ["Core", "RoomUsedUp", "available"]

SMALLEST_TABLE: Final = 1 << 16
LARGEST_TABLE: Final = 1 << 23
_UNLIMITED: Final = 1 << 60


class RoomUsedUp(Exception):
    """More half-made turns than the core keeps track of."""


def available() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


@cache
def _compiled() -> Any:
    """The kernel with every function compiled, in an order in which each knows those it calls."""
    njit = importlib.import_module("numba").njit(cache=True, nogil=True)
    module = kernel
    for name, thing in list(vars(kernel).items()):
        if isinstance(thing, types.FunctionType) and thing.__module__ == kernel.__name__:
            setattr(module, name, njit(thing))
    return module


class Core:
    """Searches positions one after the other, with room of its own: one for each thread."""

    def __init__(self) -> None:
        self._kernel = _compiled()
        self._numpy = importlib.import_module("numpy")
        self._nodes = self._zeros((kernel.DEPTH, 9))
        self._needs = self._zeros((kernel.DEPTH, kernel.MOST_STEPS))
        self._steps = self._zeros((kernel.DEPTH, kernel.MOST_STEPS))
        self._make_table(SMALLEST_TABLE)

    def count_ends(self, rules: RuleSet, position: Position) -> int:
        """As homeworlds.search.count_ends, of a mover who has set up. Raises RoomUsedUp."""
        return self._search(rules, position, 0, _UNLIMITED)[0]

    def ends(self, rules: RuleSet, position: Position, most: int) -> tuple[int, list[tuple[int, ...]]]:
        """How many ends there are, and the systems of each as homeworlds.encoding has them, sorted. Stops
        after one more than `most`, which is not given. Raises RoomUsedUp."""
        count, ends, sizes = self._search(rules, position, most, most)
        given = sizes[: min(count, most)].tolist()
        rows = ends[: len(given), : max(given, default=0)].tolist()
        decoded = [
            tuple(sorted([_number(row, position.players) for row in end[:size]]))
            for end, size in zip(rows, given, strict=True)
        ]
        return count, decoded

    def eliminates(
        self, rules: RuleSet, position: Position, victims: Collection[int], *, everyone: bool, surviving: bool
    ) -> bool:
        """Whether the mover can eliminate everyone (or any one) of these with one turn; all must have set
        up. `surviving` as in homeworlds.threats. Raises RoomUsedUp."""
        levels, game = self._enter(rules, position)
        game[kernel.VICTIMS] = sum([1 << victim for victim in victims])
        game[kernel.EVERYONE] = everyone
        game[kernel.SURVIVING] = surviving or rules.own_elimination is OwnElimination.FORBIDDEN
        return self._win(levels, game) > 0

    def _win(self, levels: Any, game: Any) -> int:
        used = self._zeros(1)
        while True:
            self._stamp += 1
            found: int = self._kernel.win(
                levels,
                self._nodes,
                self._steps,
                self._needs,
                game,
                self._table,
                self._stamps,
                self._stamp,
                used,
            )
            if found >= 0:
                return found
            self._grow(found)

    def _grow(self, why: int) -> None:
        if why == kernel.TOO_DEEP or len(self._table) >= LARGEST_TABLE:
            raise RoomUsedUp
        self._make_table(4 * len(self._table))

    def _search(self, rules: RuleSet, position: Position, most: int, limit: int) -> tuple[int, Any, Any]:
        levels, game = self._enter(rules, position)
        game[kernel.MOST_ENDS] = limit
        ends = self._numpy.empty((most, kernel.SYSTEMS, 1 + position.players), self._numpy.int64)
        sizes = self._zeros(most + 1)
        while True:
            self._stamp += 1
            count = self._kernel.all_ends(
                levels, self._nodes, self._steps, game, self._table, self._stamps, self._stamp, ends, sizes
            )
            if count >= 0:
                return count, ends, sizes
            self._grow(count)

    def _make_table(self, size: int) -> None:
        self._table, self._stamps, self._stamp = self._zeros(size), self._zeros(size), 0

    def _zeros(self, shape: int | tuple[int, ...]) -> Any:
        return self._numpy.zeros(shape, self._numpy.int64)

    def _enter(self, rules: RuleSet, position: Position) -> tuple[Any, Any]:
        players, seat = position.players, position.mover
        coder = Coder(players, seat, attack_equal=rules.attack is AttackSize.SAME_OR_SMALLER)
        levels = self._zeros((kernel.DEPTH, kernel.SYSTEMS, 1 + players))
        for at, number in enumerate(coder.encode_all(position)):
            levels[0, at, 0] = number >> coder.star_shift
            for owner in range(players):
                levels[0, at, 1 + owner] = number >> (FLEET_BITS * owner) & FLEET_MASK
        self._nodes[0, kernel.COUNT] = len(position.systems)
        self._nodes[0, kernel.BANK] = coder.encode_bank(position)
        self._nodes[0, kernel.POWER] = kernel.ANY
        self._nodes[0, kernel.LEFT] = 1 + dict(position.timewarp).get(seat, 0)
        game = self._zeros(11)
        game[kernel.PLAYERS], game[kernel.SEAT] = players, seat
        game[kernel.STAYS] = rules.empty_homeworld is EmptyHomeworld.STAYS
        game[kernel.AFTER] = rules.catastrophes is Catastrophes.AFTER_ACTIONS
        game[kernel.FORBIDDEN] = rules.own_elimination is OwnElimination.FORBIDDEN
        game[kernel.ATTACK_EQUAL] = rules.attack is AttackSize.SAME_OR_SMALLER
        game[kernel.HOMES] = sum([1 << s.home for s in position.systems if s.home is not None])
        return levels, game


def _number(row: list[int], players: int) -> int:
    return (row[0] << (FLEET_BITS * players)) + sum(
        [fleet << (FLEET_BITS * owner) for owner, fleet in enumerate(row[1 : players + 1])]
    )
