"""Every whole turn and win in one, compiled by numba: many times faster than homeworlds.search, for bot
workers only.

The site runs without numba: ask `available` first. Authority stays with the library, whose positions come
in and whose answers these are held to.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Sequence
from struct import Struct
from typing import Any, Final

from bots.core.compiling import available, compiled
from bots.core.layout import (
    CURSOR,
    DEPTH,
    FLEETS,
    GAME,
    GIVEN,
    LARGEST_TABLE,
    MOST_STEPS,
    NO_ROOM,
    NODE,
    PLAYERS,
    STARS,
    SYSTEMS,
    WIN_TABLE,
)
from bots.core.options import Options, UnknownOption
from homeworlds.actions import Turn
from homeworlds.encoding import FLEET_BITS
from homeworlds.outcome import Alignments
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.search import Search, Step
from homeworlds.state import GameState, start_game
from homeworlds.threats import victims_of

__all__ = ["Core", "RoomUsedUp", "UnknownOption", "available"]

_UNLIMITED: Final = 1 << 60
_ASKED: Final = Struct(f"{PLAYERS}q")
_RULES: Final = Struct(f"{GIVEN - PLAYERS}q")


class RoomUsedUp(Exception):
    """More half-made turns than the core keeps track of."""


class Scratch:
    """Where searches keep their half-made turns; of memory is taken what is used. Nothing in it outlives
    a question: the cores of one thread share it."""

    def __init__(self) -> None:
        self.levels = [zeros((DEPTH, SYSTEMS, FLEETS + players)) for players in range(7)]
        self.nodes = zeros((DEPTH, NODE))
        self.steps = zeros((DEPTH, MOST_STEPS))
        self.table = zeros(2 * LARGEST_TABLE)
        self.win_levels = [zeros((DEPTH, SYSTEMS, FLEETS + players)) for players in range(7)]
        """Of the wins looked for while turns are listed, as those that follow."""
        self.win_nodes = zeros((DEPTH, NODE))
        self.win_steps = zeros((DEPTH, MOST_STEPS))
        self.win_needs = zeros((DEPTH, MOST_STEPS))
        self.win_table = zeros(2 * WIN_TABLE)


class _Scratches(threading.local):
    scratch: Scratch | None = None

    def get(self) -> Scratch:
        if self.scratch is None:
            self.scratch = Scratch()
        return self.scratch


_scratch = _Scratches()


class Core:
    """Searches positions one after the other: each thread makes its own."""

    def __init__(self) -> None:
        self._kernel = compiled()
        self._position: Position | None = None
        self._rules: RuleSet | None = None
        self._options: list[int] = []
        self._warp: dict[int, int] = {}
        self._found = 0
        self._numpy = importlib.import_module("numpy")
        self._scratch = _scratch.get()
        self._game = zeros(GAME)
        self._levels = self._scratch.levels[0]
        self._view = memoryview(self._game).cast("B")

    def load(self) -> None:
        """Has compiled, or loaded where that was done before, what bots ask, so that no turn waits for it."""
        self.eliminates(*start_game(RuleSet(), ["Alice", "Bob"])[:2], 0, 1)

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
            tuple(sorted([_number(row[0], row[1:]) for row in end[:size]]))
            for end, size in zip(rows, given, strict=True)
        ]
        return count, decoded

    def eliminates(
        self, rules: RuleSet, position: Position, seat: int, victim: int, *, surviving: bool = True
    ) -> bool:
        """Whether homeworlds.threats.eliminating_turn finds one. Raises RoomUsedUp."""
        self.take(rules, position)
        self.ask(seat, 1 << victim, surviving=surviving)
        return self.answer()

    def eliminating_turn(
        self, rules: RuleSet, position: Position, seat: int, victim: int, *, surviving: bool = True
    ) -> Turn | None:
        """As homeworlds.threats.eliminating_turn, though it may be another turn. Raises RoomUsedUp."""
        if self.eliminates(rules, position, seat, victim, surviving=surviving):
            return self._turn_found(rules, position, seat)
        return None

    def winning_turn(self, state: GameState, alignments: Alignments | None = None) -> Turn | None:
        """As homeworlds.threats.winning_turn, though it may be another turn. Raises RoomUsedUp."""
        victims, everyone = victims_of(state, alignments)
        if not victims:
            return None
        seat = state.position.mover
        self.take(state.rules, state.position)
        self.ask(seat, sum([1 << victim for victim in victims]), everyone=everyone)
        return self._turn_found(state.rules, state.position, seat) if self.answer() else None

    # One after the other, for who measures them apart

    def take(self, rules: RuleSet, position: Position) -> None:
        """Writes the position to where the kernel reads it. It stays there: one position is asked for many
        pairs of seats. Raises UnknownOption."""
        if position is self._position and rules is self._rules:
            return
        options = self._options if rules is self._rules else Options.of(rules)
        self._position, self._rules, self._options = position, rules, options
        players = position.players
        self._levels = self._scratch.levels[players]
        _RULES.pack_into(
            self._view,
            _ASKED.size,
            players,
            len(position.systems),
            *options,
        )
        given = list(position.bank)
        for _name, stars, fleets, home in position.systems:
            given += (0 if home is None else home + 1, len(stars), *stars)
            for fleet in fleets:
                given.append(len(fleet))
                given += fleet
        self._view[_ASKED.size + _RULES.size :][: len(given)] = bytes(given)
        self._warp = dict(position.timewarp)

    def ask(
        self, seat: int, victims: int = 0, *, everyone: bool = True, surviving: bool = True, most: int = 0
    ) -> None:
        """`victims` is a bit for each."""
        actions = 1 + self._warp.get(seat, 0)
        _ASKED.pack_into(self._view, 0, seat, actions, most, victims, everyone, surviving)

    def answer(self) -> bool:
        """Whether the seat can eliminate the victims."""
        scratch = self._scratch
        found: int = self._kernel.win(
            self._levels, scratch.nodes, scratch.steps, scratch.win_needs, self._game, scratch.table
        )
        if found == NO_ROOM:
            raise RoomUsedUp
        self._found = found - 1
        return found > 0

    def _search(self, rules: RuleSet, position: Position, most: int, limit: int) -> tuple[int, Any, Any]:
        self.take(rules, position)
        self.ask(position.mover, most=limit)
        ends = self._numpy.empty((most, SYSTEMS, 1 + position.players), self._numpy.int64)
        sizes, scratch = zeros(most), self._scratch
        count = self._kernel.all_ends(
            self._levels, scratch.nodes, scratch.steps, self._game, scratch.table, ends, sizes
        )
        if count == NO_ROOM:
            raise RoomUsedUp
        return count, ends, sizes

    def _turn_found(self, rules: RuleSet, position: Position, seat: int) -> Turn:
        """By the win found last, as the library plays it."""
        search = Search(rules, position, seat)
        node = search.start if self._found else search.passing()
        for level in range(self._found):
            step = int(self._scratch.steps[level, self._scratch.nodes[level, CURSOR] - 1])
            systems = self._levels[level].tolist()
            node = node._replace(step=_step(step, systems), previous=node)
        return search.turn(node).end().turn


def zeros(shape: int | tuple[int, ...]) -> Any:
    """Of 64-bit integers, as all that the kernels work on."""
    numpy = importlib.import_module("numpy")
    return numpy.zeros(shape, numpy.int64)


def _number(label: int, fleets: Sequence[int]) -> int:
    """The system as homeworlds.encoding has it."""
    number = label
    for fleet in reversed(fleets):
        number = number << FLEET_BITS | fleet
    return number


def _step(step: int, rows: Sequence[Sequence[int]]) -> Step:
    """As homeworlds.search has it."""
    verb, at, kind, other = step & 7, step >> 3 & 127, step >> 10 & 15, step >> 14
    number = _number(rows[at][STARS], rows[at][FLEETS:])
    match verb:
        case 0 | 5:
            return verb, number, kind, 0, 0
        case 2:
            return verb, number, kind, _number(rows[other][STARS], rows[other][FLEETS:]), 0
        case 4:
            return verb, number, kind, other, 0
        case 6:
            return verb, number, 0, kind, 0
        case _:
            return verb, number, kind, 0, other
