"""What the tests of the bots share: a clock that stands still, and whole games."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from bots import LEVELS
from bots.budget import Budget
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, play, start_game
from homeworlds.turn import make_turn

NAMES: Final = ("Alice", "Bob", "Carol", "Dan", "Eve", "Frank")

Player = Callable[[GameState, random.Random, Alignment | None], Turn]


def still() -> float:
    """A clock that stands still, so that the number of turns alone is the limit."""
    return 0.0


def _choose(
    level: str, turns: int, state: GameState, rng: random.Random, alignment: Alignment | None
) -> Turn:
    return LEVELS[level](state, rng, alignment, Budget(turns, 1.0, still))


def bot(level: str, turns: int = 2000) -> Player:
    return partial(_choose, level, turns)


def dealt(players: int) -> list[Alignment]:
    return [Alignment.EVIL if seat % 2 else Alignment.GOOD for seat in range(players)]


def play_game(
    rules: RuleSet,
    players: Sequence[Player],
    *,
    seed: int,
    most: int,
    alignments: Sequence[Alignment] | None = None,
    state: GameState | None = None,
) -> tuple[GameState, list[Turn]]:
    """Every turn goes through the library, which refuses what is illegal; asserts canonical form."""
    state = state or start_game(rules, NAMES[: len(players)])
    pieces = sum(state.position.bank)
    turns: list[Turn] = []
    while state.outcome is None and len(turns) < most:
        mover = state.position.mover
        rng = random.Random(f"{seed}:{len(turns)}")
        turn = players[mover](state, rng, alignments[mover] if alignments else None)
        half = make_turn(rules, state.position, turn)
        assert half.end().turn == turn
        state = play(state, half, alignments).state
        turns.append(turn)
        on_map = sum(len(s.stars) + sum(map(len, s.fleets)) for s in state.position.systems)
        assert sum(state.position.bank) + on_map == pieces
        assert mover not in state.position.out, "the bot eliminated itself"
    return state, turns
