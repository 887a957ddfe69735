"""The beginner: chooses by lot, step by step."""

from __future__ import annotations

import random
from typing import Final

from bots.budget import Budget
from bots.sampling import pick_action, pick_setup, quiet_turn
from homeworlds.actions import Catastrophe, Turn
from homeworlds.outcome import Alignment
from homeworlds.state import GameState, begin
from homeworlds.turn import HalfTurn

ATTEMPTS: Final = 12
STOPS_BEFORE_CATASTROPHE: Final = 0.4


def choose(state: GameState, rng: random.Random, alignment: Alignment | None, budget: Budget) -> Turn:
    """A turn by lot that does not eliminate its maker; the quietest when none turns up in a few attempts."""
    start = begin(state)
    if state.position.homeworld(start.mover) is None:
        return start.then(pick_setup(start, rng)).end().turn
    for _attempt in range(ATTEMPTS):
        half = _by_lot(start, rng)
        budget.spend()
        if half.why_not_end() is None:
            end = half.end()
            if start.mover not in end.eliminated:
                return end.turn
        if not budget.allows():
            break
    return quiet_turn(state).end().turn


def _by_lot(half: HalfTurn, rng: random.Random) -> HalfTurn:
    """Steps until no action is left; each step uses up an action or pieces, so this ends."""
    while True:
        actions = list(half.legal_actions())
        if half.actions_left == 0:
            actions = [action for action in actions if isinstance(action, Catastrophe)]
            if rng.random() < STOPS_BEFORE_CATASTROPHE:
                return half
        if not actions:
            return half
        half = half.then(pick_action(actions, rng))
