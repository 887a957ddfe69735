"""What the games of a pair begin with: setups and turns by lot, or the first turns of recorded games."""

from __future__ import annotations

import gzip
import itertools
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bots import random_bot
from bots.budget import Budget
from bots.sampling import pick_setup
from homeworlds.position import Position
from homeworlds.records import Record, read_record, replay_states
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, begin, play, start_game
from homeworlds.threats import eliminating_turn
from homeworlds.turn import make_turn

NAMES: Final = ("North", "South")
TURNS: Final = 4
"""Turns by lot after the two setups, and turns of a recorded game with the setups."""


class Openings:
    """The same number gives the same opening: where nobody can win with his next turn."""

    def __init__(self, rules: RuleSet, seed: int, recorded: Sequence[Record] = ()) -> None:
        self.rules = rules
        self.seed = seed
        self.recorded = recorded

    def opening(self, number: int) -> Position:
        for attempt in itertools.count():
            rng = random.Random(f"{self.seed} {number} {attempt}")
            position = self._recorded(rng) if self.recorded else self._by_lot(rng)
            if position is not None and self._quiet(position):
                return position
        raise AssertionError

    def _by_lot(self, rng: random.Random) -> Position | None:
        state = start_game(self.rules, NAMES)
        for _setup in range(2):
            half = begin(state)
            state = play(state, half.then(pick_setup(half, rng))).state
        for _turn in range(TURNS):
            turn = random_bot.choose(state, rng, None, Budget(1, 1.0, _still))
            state = play(state, make_turn(self.rules, state.position, turn)).state
            if state.outcome is not None:
                return None
        return state.position

    def _recorded(self, rng: random.Random) -> Position | None:
        """With the bank of the rules played here, and with seat 0 to move or seat 1."""
        record = self.recorded[rng.randrange(len(self.recorded))]
        states = list(itertools.islice(replay_states(record), TURNS))
        position = states[-1][1].position if len(states) == TURNS else None
        if position is None or any(position.homeworld(seat) is None for seat in range(2)):
            return None
        more = self.rules.pieces_of_each_kind(2) - record.rules.pieces_of_each_kind(2)
        bank = tuple([count + more for count in position.bank])
        systems = [
            system if system.home is None else system._replace(name=NAMES[system.home])
            for system in position.systems
        ]
        return position._replace(names=NAMES, systems=tuple(systems), bank=bank)

    def _quiet(self, position: Position) -> bool:
        state = GameState(self.rules, position)
        return not any(eliminating_turn(state, seat, 1 - seat) for seat in range(2))


def _still() -> float:
    return 0.0


def read_recorded(path: Path) -> list[Record]:
    """The games of two players in a file of recorded games, JSON lines, gzip or plain."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        return list(_of_two(lines))


def _of_two(lines: Iterator[str]) -> Iterator[Record]:
    for line in lines:
        record = json.loads(line)
        if record["n"] == 2:
            yield read_record(record)
