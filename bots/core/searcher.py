"""The search for two players, as Python asks it: positions of the library in, turns of the library out."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from bots.core import Core, RoomUsedUp, zeros
from bots.core.children import (
    ABORTED,
    BOTH_OUT,
    CUT,
    DRAWN,
    ENDS,
    FACTS,
    KEPT,
    LIMIT,
    MARK,
    MOST,
    NOISE,
    ROOT_SEAT,
    SACRIFICES,
    SAFE,
    SINGLE,
    STATE,
    STOP,
    TARGET,
    UNLIMITED,
    USED,
    WARP,
    WHICH,
    WHOLE,
)
from bots.core.features import FEATURES, NAMES
from bots.core.layout import EVERYONE, FLEETS, SURVIVING, TURNS_TABLE, noise_of
from bots.core.search import DECIDED, FRAME, INNER_ROOM, PLIES, ROOT_ROOM, ROOT_WIDTH
from homeworlds.actions import Turn
from homeworlds.notation import parse_position
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.state import GameState

__all__ = ["Found", "Searcher", "read_weights"]

WEIGHTS: Final = Path(__file__).with_name("weights.json")
DEEPEST: Final = 19
KNOWN: Final = 1 << 18
"""Positions remembered, a power of two."""
LARGEST_SYSTEMS: Final = 32
"""Of two players: 60 pieces at most, and a system has two of them or is a homeworld."""
FOR_ALL_TURNS: Final = 0.4
"""The share of the nodes that may go into listing the turns of the position asked about."""
WATCHED: Final = 0.01
"""Seconds between two looks at the clock."""


class Work(NamedTuple):
    """What the kernels work on."""

    levels: Any
    nodes: Any
    steps: Any
    table: Any
    game: Any
    win_levels: Any
    win_nodes: Any
    win_steps: Any
    win_needs: Any
    win_table: Any
    win_game: Any
    pool: Any
    facts: Any
    order: Any
    known: Any
    frames: Any
    earlier: Any
    found: Any
    weights: Any
    state: Any


class Found(NamedTuple):
    depth: int
    """0: no turn was compared with another."""
    value: int
    nodes: int


class Searcher(Core):
    """Chooses turns, one after the other; one for each thread."""

    def __init__(self, weights: Sequence[Sequence[int]] | None = None) -> None:
        super().__init__()
        pool = ROOT_ROOM + 1 + PLIES * INNER_ROOM
        scratch = self._scratch
        self.work = Work(
            levels=scratch.levels[2],
            nodes=scratch.nodes,
            steps=scratch.steps,
            table=scratch.table[: 2 * TURNS_TABLE],
            game=self._game,
            win_levels=scratch.win_levels[2],
            win_nodes=scratch.win_nodes,
            win_steps=scratch.win_steps,
            win_needs=scratch.win_needs,
            win_table=scratch.win_table,
            win_game=zeros(self._game.shape[0]),
            pool=zeros((pool, LARGEST_SYSTEMS, FLEETS + 2)),
            facts=zeros((pool, FACTS)),
            order=zeros(pool),
            known=zeros((KNOWN, 4)),
            frames=zeros((PLIES, FRAME)),
            earlier=zeros(0),
            found=zeros((2, FEATURES)),
            weights=self._numpy.array(read_weights() if weights is None else weights, self._numpy.int64),
            state=zeros(STATE),
        )

    def choose(
        self,
        state: GameState,
        before: Sequence[Position] = (),
        *,
        nodes: int,
        seconds: float,
        seed: int = 0,
        deepest: int = DEEPEST,
        report: Callable[[Found], None] = lambda found: None,
        clock: Callable[[], float] = time.process_time,
    ) -> Turn:
        """A turn of the seat to move in a running game of two who have set up. As long as the seconds of
        the clock do not end it, the same question has the same answer. Raises RoomUsedUp, also where every
        turn is the end of its maker."""
        until = clock() + seconds
        mover = state.position.mover
        turn = self.eliminating_turn(state.rules, state.position, mover, 1 - mover)
        if turn is not None:
            report(Found(1, DECIDED, 1))
            return turn
        self._prepare(state, before, nodes, seed)
        over = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(clock, until, over), daemon=True)
        watcher.start()
        try:
            target = self._deepen(deepest, report)
        finally:
            over.set()
            watcher.join()
        return self._turn_to(state, target)

    def _prepare(self, state: GameState, before: Sequence[Position], nodes: int, seed: int) -> None:
        keys = []
        for position in (*before, state.position):
            self.take(state.rules, position)
            self.ask(position.mover)
            self._set_warp(position)
            keys.append(self._kernel.set_root(self.work))
        earlier = sorted(set(keys[:-1]))
        self.work = self.work._replace(earlier=self._numpy.array(earlier, self._numpy.int64))
        self.work.win_game[:] = self.work.game
        self.work.win_game[EVERYONE] = self.work.win_game[SURVIVING] = 1
        self.work.known.fill(0)
        self.work.frames.fill(0)
        counters = self.work.state
        counters[USED] = counters[STOP] = 0
        counters[LIMIT], counters[NOISE] = nodes, noise_of(seed)

    def _set_warp(self, position: Position) -> None:
        self.work.state[WARP] = sum([bonus << (2 * seat) for seat, bonus in position.timewarp])

    def _watch(self, clock: Callable[[], float], until: float, over: threading.Event) -> None:
        while not over.wait(WATCHED):
            if clock() >= until:
                self.work.state[STOP] = 1
                return

    def _deepen(self, deepest: int, report: Callable[[Found], None]) -> int:
        """The key of the position to go to."""
        work, counters = self.work, self.work.state
        count = self._begin()
        drawn = bool(counters[DRAWN])
        if not count and not drawn:
            raise RoomUsedUp("Every turn is the end of its maker.")
        value = 0
        for depth in range(1, 1 + (deepest if count > 1 else 1)):
            if not count:
                break
            found = int(self._kernel.explore(work, count, depth))
            if counters[ABORTED]:
                break
            value = found
            report(Found(depth, value, int(counters[USED])))
            if abs(value) > DECIDED:
                break
        if drawn and (value < 0 or not count):
            return BOTH_OUT
        return int(work.facts[work.order[1], MARK])

    def _begin(self) -> int:
        """Lists the turns to look at: the best at first sight by which the other does not win in one, and
        where there is none the best of all. How many; 0: every turn is the end of the mover, or both can fall
        together and nothing else keeps the other from winning."""
        counters = self.work.state
        most = int(FOR_ALL_TURNS * counters[LIMIT])
        self._list(ROOT_ROOM, WHOLE, most)
        if counters[CUT]:
            self._list(ROOT_ROOM, SINGLE)
            self._list(ROOT_ROOM, SACRIFICES, most, more=True)
        safe = int(self._kernel.keep_safe(self.work))
        if not safe:
            counters[STOP] = 0  # However long it takes: whether one can be saved must not depend on time.
            self._list(ROOT_WIDTH, WHOLE, safe=True)
            safe = int(counters[KEPT])
            if not safe and not counters[DRAWN]:
                self._list(ROOT_WIDTH, WHOLE)
                safe = int(counters[KEPT])
            self._kernel.sort_children(self.work.order, self.work.facts, 1, safe)
        return safe

    def _list(
        self, room: int, which: int, most: int = UNLIMITED, *, safe: bool = False, more: bool = False
    ) -> None:
        counters = self.work.state
        kept = int(counters[KEPT])
        self._kernel.ask_children(counters, 0, 0, 1, room)
        counters[WHICH], counters[MOST] = which, most
        if safe:
            counters[SAFE] = 1 + (int(counters[WARP]) >> 2 * (1 - int(counters[ROOT_SEAT])) & 3)
        if more:
            counters[KEPT] = kept
        else:
            counters[DRAWN] = 0
        self._kernel.list_children(self.work)

    def _turn_to(self, state: GameState, target: int) -> Turn:
        """The first found, without a sacrifice where there is one, that ends in the position of this key."""
        counters = self.work.state
        for which in (SINGLE, SACRIFICES, WHOLE):
            self._kernel.ask_children(counters, 0, 0, 1, ROOT_ROOM)
            counters[STOP], counters[WHICH], counters[TARGET] = 0, which, target
            level = self._kernel.list_children(self.work)
            if level >= 0:
                self._levels, self._found = self.work.levels, level
                return self._turn_found(state.rules, state.position, state.position.mover)
        raise RoomUsedUp(f"No turn was found: {state.position}")

    def count_turns(self, state: GameState) -> int:
        """How many distinct positions a turn can end in that eliminates nobody."""
        self._prepare(state, (), UNLIMITED, 0)
        self._list(ROOT_ROOM, WHOLE)
        return int(self.work.state[ENDS])

    def load(self) -> None:
        super().load()
        rules = RuleSet()
        text = "<0> Alice (0, r1b2) g3-; Bob (1, y1b3) -g3"
        state = GameState(rules, parse_position(text, rules, ["Alice", "Bob"]))
        self.choose(state, nodes=1000, seconds=60.0)

    def features(self, rules: RuleSet, position: Position) -> tuple[list[int], int]:
        """How much more of each the seat has that is not to move, and the number of ships."""
        self.take(rules, position)
        self.ask(position.mover)
        ships = self._kernel.features_at_root(self.work)
        found = self.work.found
        waiting = 1 - position.mover
        return (found[waiting] - found[1 - waiting]).tolist(), ships


def read_weights(file: Path = WEIGHTS) -> list[list[int]]:
    """Of the beginning and of the late game. Raises ValueError: they are of other features."""
    made = json.loads(file.read_text(encoding="utf-8"))
    if made["features"] != list(NAMES):
        raise ValueError(f"{file} has weights of other features")
    return [made["early"], made["late"]]
