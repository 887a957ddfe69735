"""Bots: they choose a turn from what is public, and their own alignment. Pure Python over the library."""

from __future__ import annotations

import random

from homeworlds.actions import Turn
from homeworlds.outcome import Alignment
from homeworlds.state import GameState, begin


def choose_turn(
    state: GameState, *, level: str, rng: random.Random, alignment: Alignment | None = None
) -> Turn:
    """A legal turn of the seat to move, chosen step by step."""
    half = begin(state)
    while True:
        actions = list(half.legal_actions())
        if half.why_not_end() is None and (not actions or rng.random() < 0.5):
            return half.turn
        half = half.then(rng.choice(actions))
