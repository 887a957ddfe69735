"""Bots that play as people do who learn the game: they look at some of the turns, miss sacrifices and
catastrophes, and do not always ask what the others can do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bots.aims import WIN, Aims
from bots.budget import Budget
from bots.evaluation import position_value
from bots.sampling import pick_setup, pick_some, quiet_turn
from bots.searching import eliminates
from homeworlds.actions import Action, Catastrophe, Pass, Sacrifice, Turn
from homeworlds.outcome import Alignment
from homeworlds.pieces import Colour
from homeworlds.position import OVERPOPULATION, Position
from homeworlds.search import LimitReached
from homeworlds.state import GameState, begin
from homeworlds.turn import HalfTurn

STEPS_SEEN: Final = 5
"""Ways to go on that somebody who begins a sacrifice thinks of."""
HALF_TURNS: Final = 2000
"""So many half-made turns somebody goes through who asks whether the homeworld is in danger."""


@dataclass(frozen=True, slots=True)
class Learner:
    """What somebody sees, each as a chance from 0 to 1."""

    turns: float
    """One turn of a single action."""
    catastrophes: float
    sacrifices: float
    """One sacrifice."""
    dangers: float
    """Whether another could eliminate the bot after the turn it likes."""
    knows_home: bool
    """Whether the homeworld counts for more than its ships."""
    whim: float
    """The standard deviation of what it thinks a turn is worth, in hundredths of about half a logit."""


NEWCOMER: Final = Learner(
    turns=0.5, catastrophes=0.15, sacrifices=0.0, dangers=0.0, knows_home=False, whim=120.0
)
IMPROVER: Final = Learner(
    turns=0.9, catastrophes=0.6, sacrifices=0.2, dangers=0.5, knows_home=True, whim=40.0
)


def choose(
    learner: Learner, state: GameState, rng: random.Random, alignment: Alignment | None, budget: Budget
) -> Turn:
    """The turn that seems best; at any time a quiet one stands ready."""
    half = begin(state)
    if state.position.homeworld(half.mover) is None:
        return half.then(pick_setup(half, rng)).end().turn
    return _Learning(learner, state, half, Aims(state, alignment), rng, budget).choose()


class _Learning:
    def __init__(
        self,
        learner: Learner,
        state: GameState,
        half: HalfTurn,
        aims: Aims,
        rng: random.Random,
        budget: Budget,
    ) -> None:
        self.learner = learner
        self.state = state
        self.half = half
        self.aims = aims
        self.rng = rng
        self.budget = budget
        self.liked: list[tuple[float, int, HalfTurn]] = []

    def choose(self) -> Turn:
        fallback = quiet_turn(self.state)
        self._look(fallback)
        for seen in self._seen():
            if not self.budget.allows():
                break
            self._look(seen)
        self.liked.sort(key=lambda each: -each[0])
        for value, _number, half in self.liked:
            if value >= WIN or not self._is_afraid(half):
                return half.end().turn
        return (self.liked[0][2] if self.liked else fallback).end().turn

    def _sees(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _seen(self) -> Iterator[HalfTurn]:
        """Half-made turns that may end."""
        actions = [action for action in self.half.legal_actions() if not isinstance(action, Pass)]
        self.rng.shuffle(actions)
        sacrifices = [action for action in actions if isinstance(action, Sacrifice)]
        for action in actions:
            if isinstance(action, Catastrophe):
                if self._sees(self.learner.catastrophes):
                    yield self.half.then(action)
            elif not isinstance(action, Sacrifice) and self._sees(self.learner.turns):
                done = self.half.then(action)
                yield done
                yield from self._disasters(done)
        for action in sacrifices:
            if self._sees(self.learner.sacrifices):
                yield from self._line(self.half.then(action))

    def _disasters(self, half: HalfTurn) -> Iterator[HalfTurn]:
        for system in half.position.systems:
            for colour in Colour:
                if system.count(colour) >= OVERPOPULATION and self._sees(self.learner.catastrophes):
                    yield half.then(Catastrophe(system.name, colour))

    def _line(self, half: HalfTurn) -> Iterator[HalfTurn]:
        """The sacrifice with the steps that look best one after the other."""
        while half.actions_left:
            steps: list[Action] = [a for a in half.legal_actions() if not isinstance(a, (Catastrophe, Pass))]
            ways = [half.then(step) for step in pick_some(steps, STEPS_SEEN, self.rng)]
            for _way in ways:
                self.budget.spend()
            values = [(self._worth(way.position), number) for number, way in enumerate(ways)]
            if not ways or not self.budget.allows():
                return
            half = ways[max(values)[1]]
        yield half
        yield from self._disasters(half)

    def _look(self, half: HalfTurn) -> None:
        self.budget.spend()
        if half.why_not_end() is not None:
            return
        end = half.end()
        if half.mover in end.eliminated:
            return
        gain = self.aims.gain(end)
        if gain < WIN:
            gain += self._worth(end.position) + self.rng.gauss(0.0, self.learner.whim)
        self.liked.append((gain, len(self.liked), half))

    def _worth(self, position: Position) -> float:
        return position_value(position, self.half.mover, self.aims.rivals, homeworlds=self.learner.knows_home)

    def _is_afraid(self, half: HalfTurn) -> bool:
        """Whether a danger is seen; without budget nobody looks."""
        if not self._sees(self.learner.dangers):
            return False
        rules, after, me = self.state.rules, half.end().position, half.mover
        for danger in self.aims.dangers(after):
            if danger.victim != me or not self.budget.allows():
                continue
            self.budget.spend()
            try:
                if eliminates(rules, after, danger.killer, me, limit=HALF_TURNS):
                    return True
            except LimitReached:
                continue
        return False
