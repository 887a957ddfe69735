"""What a bot is asked, what it says while it thinks, and the six strengths that other programs meet.

The site offers them as levels (`bots.levels`).
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from bots import judge_bot, learner_bot, many
from bots.aims import Aims
from bots.budget import Budget
from bots.core import RoomUsedUp, available
from bots.core.searcher import DEEPEST, Found, Searcher
from bots.evaluation import position_value
from bots.many import Thought
from bots.many_duels import as_duel, earlier_duels, is_duel, turn_of_duel
from bots.many_setups import choose_setup
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position, position_key
from homeworlds.state import GameState
from homeworlds.turn import make_turn

__all__ = ["LEVEL_IDS", "STRENGTHS", "Asked", "Info", "Report", "Strength", "load", "think"]

NODES_JUDGED: Final = 10
MOST_JUDGED: Final = 2000
"""Who judges turns looks at one for so many nodes of a search, and never at more."""


class Asked(NamedTuple):
    """All that a turn is chosen by; the same again gives the same turn, unless time cuts it short."""

    state: GameState
    alignment: Alignment | None = None
    """The mover's own, as dealt (Good vs Evil)."""
    before: tuple[Position, ...] = ()
    """Earlier positions of the game: who knows them repeats none."""
    seed: int = 0
    nodes: int | None = None
    """Positions that may be looked at; None: as many as the level does."""
    seconds: float | None = None
    """Of the processor; None: as long as the level may."""


class Info(NamedTuple):
    """What is known after some thinking."""

    depth: int
    """In turns."""
    value: int
    """Of the position for the mover, in two hundredths of a logit: how likely it is to win."""
    nodes: int


Report: TypeAlias = Callable[[Info], None]
Thinker: TypeAlias = Callable[[Asked, int, float, Report], Turn]


class Strength(NamedTuple):
    thinker: Thinker
    nodes: int
    seconds: float


def think(strength: int, asked: Asked, report: Report) -> Turn:
    """A legal, complete turn of the seat to move, in canonical form.

    Raises Refusal: the game is over; KeyError: no such strength.
    """
    thinker, nodes, seconds = STRENGTHS[strength]
    nodes = nodes if asked.nodes is None else asked.nodes
    seconds = seconds if asked.seconds is None else asked.seconds
    turn = thinker(asked, nodes, seconds, report)
    return make_turn(asked.state.rules, asked.state.position, turn).end().turn


def load() -> None:
    """Has all compiled that this thread thinks with, or loaded where that was done before, so that no turn
    waits for it. Raises ImportError, OSError: numba is not there or cannot be used."""
    _searchers.get().load()
    many.load()


def dice(asked: Asked) -> random.Random:
    return random.Random(f"{asked.seed} {position_key(asked.state.position)}")


def learning(learner: learner_bot.Learner, asked: Asked, nodes: int, seconds: float, report: Report) -> Turn:
    """A node is a turn looked at."""
    budget = Budget(nodes, seconds, time.process_time)
    return learner_bot.choose(learner, asked.state, dice(asked), asked.alignment, budget)


def judging(asked: Asked, nodes: int, seconds: float, report: Report) -> Turn:
    """One turn deep."""
    state = asked.state
    budget = Budget(min(max(1, nodes // NODES_JUDGED), MOST_JUDGED), seconds, time.process_time)
    turn = judge_bot.choose(state, dice(asked), asked.alignment, budget)
    end = make_turn(state.rules, state.position, turn).end()
    mover = state.position.mover
    if mover not in end.eliminated:
        value = position_value(end.position, mover, Aims(state, asked.alignment).rivals)
        report(Info(1, round(value), budget.used))
    return turn


class _Searchers(threading.local):
    """One for each thread, made when it is first asked for."""

    searcher: Searcher | None = None

    def get(self) -> Searcher:
        if self.searcher is None:
            self.searcher = Searcher()
        return self.searcher


_searchers = _Searchers()


def searching(deepest: int, asked: Asked, nodes: int, seconds: float, report: Report) -> Turn:
    """So many turns deep at most, where numba can be used; else it judges."""
    position = asked.state.position
    if position.homeworld(position.mover) is None:
        return choose_setup(asked.state, dice(asked))
    if not available():
        return judging(asked, nodes, seconds, report)
    of_so_many = of_two if position.players == 2 else of_more
    return of_so_many(deepest, asked, nodes, seconds, report)


def of_more(deepest: int, asked: Asked, nodes: int, seconds: float, report: Report) -> Turn:
    """Two who are left of more play as two."""
    state = asked.state
    if is_duel(state):
        duel = asked._replace(state=as_duel(state), before=earlier_duels(state, asked.before))
        return turn_of_duel(of_two(deepest, duel, nodes, seconds, report), state.position.living)

    def tell(thought: Thought) -> None:
        report(Info(*thought))

    return many.choose(
        state,
        asked.alignment,
        asked.before,
        nodes=nodes,
        seconds=seconds,
        seed=asked.seed,
        deepest=deepest,
        report=tell,
    )


def of_two(deepest: int, asked: Asked, nodes: int, seconds: float, report: Report) -> Turn:
    def tell(found: Found) -> None:
        report(Info(found.depth, found.value, found.nodes))

    searcher = _searchers.get()
    try:
        return searcher.choose(
            asked.state,
            asked.before,
            nodes=nodes,
            seconds=seconds,
            seed=asked.seed,
            deepest=deepest,
            report=tell,
        )
    except RoomUsedUp:
        return judging(asked, nodes, seconds, report)


LEVEL_IDS: Final = ("cadet", "scout", "pilot", "navigator", "commander", "admiral")
"""How the strengths are called where bots have accounts, from 1 on."""

STRENGTHS: Final[Mapping[int, Strength]] = {
    1: Strength(partial(learning, learner_bot.NEWCOMER), 300, 1.0),
    2: Strength(partial(learning, learner_bot.IMPROVER), 600, 1.0),
    3: Strength(partial(searching, 1), 4_000, 2.0),
    4: Strength(partial(searching, DEEPEST), 20_000, 3.0),
    5: Strength(partial(searching, DEEPEST), 200_000, 5.0),
    6: Strength(partial(searching, DEEPEST), 2_000_000, 15.0),
}
"""From the weakest to the strongest."""
