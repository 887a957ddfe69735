"""The kernels for more than two players, as Python asks them: positions stand in numbered slots."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from bots.core import Core, zeros
from bots.core.children import SACRIFICES, SINGLE, UNLIMITED, WHOLE
from bots.core.layout import FLEETS, TURNS_TABLE, noise_of
from bots.core.many_children import (
    ASKS,
    DREAD,
    LIVING,
    MANY_ASKS,
    MANY_CAREFUL,
    MANY_CUT,
    MANY_FACTS,
    MANY_KEPT,
    MANY_LIMIT,
    MANY_MARK,
    MANY_MOST,
    MANY_NOISE,
    MANY_STATE,
    MANY_STOP,
    MANY_TARGET,
    MANY_USED,
    MANY_WHICH,
    STANDINGS,
    WORTH_SEEN,
)
from bots.core.many_features import MANY_FEATURES, MANY_NAMES
from homeworlds.actions import Turn
from homeworlds.notation import parse_position
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.state import GameState

__all__ = ["Dread", "ManyCore", "Seen"]

WEIGHTS: Final = Path(__file__).with_name("many_weights.json")
SEATS: Final = 6
MOST_SYSTEMS: Final = 48
"""Of six players: 84 pieces, and a system has two of them."""
ROOT_LISTED: Final = 64
"""Turns of the position asked about, and one spare."""
LISTED: Final = 16
"""The same for those after it."""
KILLS: Final = SEATS - 1
PLIES: Final = 16
MOST_ASKS: Final = 2 * SEATS
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
    found: Any
    weights: Any
    standing: Any
    share: Any
    gain: Any
    hunts: Any
    asks: Any
    state: Any


class Dread(NamedTuple):
    """What somebody could do to others: all of them have to fall, or one of them."""

    killer: int
    victims: int
    """A bit for each."""
    everyone: bool
    gravity: int
    """In hundredths of the worst."""


class Seen(NamedTuple):
    """A position after a turn, as its mover sees it."""

    slot: int
    worth: int
    """Less what is dreaded, in two hundredths of a logit."""
    dread: int
    living: int
    key: int
    standings: tuple[int, ...]


class ManyCore(Core):
    """Lists turns of positions of any number of players; one for each thread."""

    def __init__(self, weights: Sequence[Sequence[int]] | None = None) -> None:
        super().__init__()
        self._patient = False
        slots, scratch = self._base(PLIES), self._scratch
        given = read_many_weights() if weights is None else weights
        self.work = Work(
            levels=scratch.levels[0],
            nodes=scratch.nodes,
            steps=scratch.steps,
            table=scratch.table[: 2 * TURNS_TABLE],
            game=self._game,
            win_levels=scratch.win_levels[0],
            win_nodes=scratch.win_nodes,
            win_steps=scratch.win_steps,
            win_needs=scratch.win_needs,
            win_table=scratch.win_table,
            win_game=zeros(self._game.shape[0]),
            pool=zeros((slots, MOST_SYSTEMS, FLEETS + SEATS)),
            facts=zeros((slots, MANY_FACTS)),
            order=self._numpy.arange(slots, dtype=self._numpy.int64),
            found=zeros((SEATS, MANY_FEATURES)),
            weights=self._numpy.array(given, self._numpy.int64),
            standing=zeros(SEATS),
            share=zeros((SEATS, SEATS)),
            gain=zeros(SEATS),
            hunts=zeros((SEATS, SEATS)),
            asks=zeros((MOST_ASKS, ASKS)),
            state=zeros(MANY_STATE),
        )

    # The position asked about

    def start(self, state: GameState, *, seed: int, nodes: int) -> int:
        """Takes it as slot 0; its key."""
        rules, position = state.rules, state.position
        players = position.players
        scratch = self._scratch
        self.work = self.work._replace(levels=scratch.levels[players], win_levels=scratch.win_levels[players])
        counters = self.work.state
        counters[:] = 0
        counters[MANY_NOISE], counters[MANY_LIMIT] = noise_of(seed), nodes
        key = self.key_of(rules, position)
        self.work.win_game[:] = self.work.game
        return key

    def key_of(self, rules: RuleSet, position: Position) -> int:
        """The same for positions that differ in names, in the order of systems and in the mover only. The
        position takes the slot 0."""
        self.take(rules, position)
        self.ask(position.mover)
        living = sum([1 << seat for seat in position.living])
        return int(self._kernel.take_many(self.work, living))

    @property
    def used(self) -> int:
        return int(self.work.state[MANY_USED])

    @property
    def spent(self) -> bool:
        """Whether nodes or seconds are used up."""
        counters = self.work.state
        return bool(counters[MANY_STOP] or counters[MANY_USED] >= counters[MANY_LIMIT])

    @contextmanager
    def watched(self, seconds: float, clock: Callable[[], float] = time.process_time) -> Iterator[None]:
        """Stops what is going on when so many seconds of the clock are over."""
        until, over = clock() + seconds, threading.Event()

        def watch() -> None:
            while not over.wait(WATCHED):
                if clock() >= until and not self._patient:
                    self.work.state[MANY_STOP] = 1
                    return

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()

    # What the seats want

    def look_as(
        self,
        seat: int,
        share: Sequence[Sequence[int]],
        gain: Mapping[int, int],
        dreads: Sequence[Dread],
        actions: Sequence[int],
    ) -> None:
        """Has the next questions be those of this seat: how much of what each has counts for it, what it
        gains by whose fall, what it dreads, and how many actions each has in its next turn."""
        work = self.work
        for other, part in enumerate(share[seat]):
            work.share[seat, other] = part
            work.gain[other] = gain.get(other, 0)
        for row, dread in enumerate(dreads):
            work.asks[row] = (
                dread.killer,
                actions[dread.killer],
                dread.victims,
                dread.everyone,
                dread.gravity,
            )
        work.state[MANY_ASKS] = len(dreads)

    def set_hunters(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Who would win by whose fall."""
        self.work.hunts.fill(0)
        for hunter, hunted in pairs:
            self.work.hunts[hunter, hunted] = 1

    # Questions

    def can_kill(self, slot: int, seat: int, actions: int, victims: int, everyone: bool) -> bool:
        if not victims:
            return False
        return bool(self._kernel.kills_at(self.work, slot, seat, actions, victims, int(everyone)))

    def killed(self, slot: int, seat: int, actions: int, victim: int, ply: int) -> Seen | None:
        """The position after a turn by which the seat eliminates the victim."""
        target = self._base(ply + 1) - KILLS + (victim - seat - 1) % SEATS
        found = self._kernel.kills_at(self.work, slot, seat, actions, 1 << victim, 0)
        if not found:
            return None
        self._kernel.keep_kill(self.work, slot, seat, found, target)
        facts = self.work.facts
        facts[target, DREAD] = self._kernel.dread_at(self.work, target)
        facts[target, WORTH_SEEN] -= facts[target, DREAD]
        return self.seen(target)

    def killing_turn(self, state: GameState, victims: int, everyone: bool) -> Turn | None:
        """A turn of the mover that eliminates the victims, or one of them. Raises RoomUsedUp."""
        if not victims:
            return None
        seat = state.position.mover
        self.take(state.rules, state.position)
        self.ask(seat, victims, everyone=everyone)
        return self._turn_found(state.rules, state.position, seat) if self.answer() else None

    def best(
        self,
        slot: int,
        seat: int,
        actions: int,
        *,
        ply: int,
        room: int,
        which: int,
        most: int = UNLIMITED,
        careful: bool = True,
        more: bool = False,
    ) -> list[Seen]:
        """The best ends of a turn, the best first; with `more` also those listed for the ply just before."""
        counters, base = self.work.state, self._base(ply)
        kept = int(counters[MANY_KEPT])
        self._kernel.ask_many(counters, slot, base, room + 1)
        counters[MANY_WHICH], counters[MANY_MOST], counters[MANY_CAREFUL] = which, most, careful
        if more:
            counters[MANY_KEPT] = kept
            self.work.order[base : base + kept] = self.work.order[base : base + kept][::-1].copy()
        else:
            self.work.order[base : base + room + 1] = self._numpy.arange(base, base + room + 1)
        self._kernel.list_many(self.work, seat, actions)
        self._kernel.sort_many(self.work)
        count = int(counters[MANY_KEPT])
        return [self.seen(int(slot)) for slot in self.work.order[base : base + count]]

    @property
    def cut(self) -> bool:
        """Whether the last list is not of all turns."""
        return bool(self.work.state[MANY_CUT])

    def seen(self, slot: int) -> Seen:
        facts = self.work.facts[slot].tolist()
        return Seen(
            slot, facts[WORTH_SEEN], facts[DREAD], facts[LIVING], facts[MANY_MARK], tuple(facts[STANDINGS:])
        )

    @contextmanager
    def patiently(self) -> Iterator[None]:
        """Meanwhile it does not matter whether the seconds are over."""
        stopped = int(self.work.state[MANY_STOP])
        self._patient, self.work.state[MANY_STOP] = True, 0
        try:
            yield
        finally:
            self._patient, self.work.state[MANY_STOP] = False, stopped

    def turn_to(self, state: GameState, key: int, actions: int) -> Turn | None:
        """The first turn found, without a sacrifice where there is one, that ends in the position of the
        key."""
        position, counters = state.position, self.work.state
        for which in (SINGLE, SACRIFICES, WHOLE):
            self._kernel.ask_many(counters, 0, self._base(0), ROOT_LISTED)
            counters[MANY_STOP], counters[MANY_WHICH], counters[MANY_MOST] = 0, which, UNLIMITED
            counters[MANY_TARGET] = key
            level = self._kernel.list_many(self.work, position.mover, actions)
            if level >= 0:
                self._levels, self._found = self.work.levels, level
                return self._turn_found(state.rules, position, position.mover)
        return None

    def load(self) -> None:
        super().load()
        rules = RuleSet()
        text = "<0> Alice (0, r1b2) g3--; Bob (1, y1b3) -g3-; Carol (2, y2b3) --g3"
        state = GameState(rules, parse_position(text, rules, ["Alice", "Bob", "Carol"]))
        self.start(state, seed=0, nodes=1000)
        self.look_as(0, [[100, -50, -50]] * 3, {}, [Dread(1, 1, True, 100)], [1, 1, 1])
        found = self.best(0, 0, 1, ply=0, room=4, which=WHOLE)
        self.killed(0, 0, 1, 1, 0)
        self.turn_to(state, found[0].key, 1)

    def _base(self, ply: int) -> int:
        return 1 if ply == 0 else 1 + ROOT_LISTED + KILLS + (ply - 1) * (LISTED + KILLS)


def read_many_weights(file: Path = WEIGHTS) -> list[list[int]]:
    """Of the beginning and of the late game. Raises ValueError: they are of other features."""
    made = json.loads(file.read_text(encoding="utf-8"))
    if made["features"] != list(MANY_NAMES):
        raise ValueError(f"{file} has weights of other features")
    return [made["early"], made["late"]]
