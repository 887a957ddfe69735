"""Bots: they choose a turn from what is public, and their own alignment. Pure Python over the library."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bots import judge_bot, random_bot
from bots.budget import Budget
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment
from homeworlds.state import GameState

__all__ = ["LEVELS", "MOST_TURNS", "Bot", "choose_turn"]

Bot: TypeAlias = Callable[[GameState, random.Random, Alignment | None, Budget], Turn]

LEVELS: Final[Mapping[str, Bot]] = {"random": random_bot.choose, "judge": judge_bot.choose}

MOST_TURNS: Final = 2000
"""Turns a bot may judge, its own and the answers to them together."""


def choose_turn(
    state: GameState,
    *,
    level: str,
    rng: random.Random,
    alignment: Alignment | None = None,
    seconds: float = 2.0,
    clock: Callable[[], float] = time.monotonic,
) -> Turn:
    """A legal, complete turn of the seat to move, in canonical form. A bot never resigns.

    `alignment` is the bot's own, as dealt (Good vs Evil). `seconds` of `clock` is the time it may
    take; while that is not used up, the same state and dice give the same turn.

    Raises Refusal: the game is over; KeyError: no such level.
    """
    return LEVELS[level](state, rng, alignment, Budget(MOST_TURNS, seconds, clock))
