"""The levels as the site has them: who is offered, how long each thinks, and the turn of each."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Final, NamedTuple

from bots import LEVELS, choose_turn, searching
from bots.core.compiling import forgone
from bots.core.search import DECIDED
from bots.thinking import LEVEL_IDS, STRENGTHS, Asked, Info, think
from homeworlds.actions import Turn

__all__ = ["FIRST", "FORMER", "OFFERED", "SLOW", "Choice", "choose", "is_lost", "seconds_of"]

OFFERED: Final = LEVEL_IDS
"""From the weakest to the strongest."""
FIRST: Final = "cadet"
"""Whom somebody plays who has not chosen."""
FORMER: Final[Mapping[str, str]] = {"random": "cadet", "judge": "pilot"}
"""Levels of games that run on, and who sits down instead in a new one."""
SLOW_SECONDS: Final = 3.0
FORMER_SECONDS: Final = 2.0


class Choice(NamedTuple):
    turn: Turn
    info: Info | None
    """The last that was said of the position; None: nothing was."""


def choose(level: str, asked: Asked) -> Choice:
    """A legal, complete turn of the seat to move, in canonical form. It is compiled where the process has
    switched that on (`bots.searching.use_core`), and by the library everywhere else.

    Raises Refusal: the game is over; KeyError: no such level.
    """
    seconds = seconds_of(level) if asked.seconds is None else min(asked.seconds, seconds_of(level))
    if level in LEVELS:
        dice = random.Random(asked.seed)
        turn = choose_turn(asked.state, level=level, rng=dice, alignment=asked.alignment, seconds=seconds)
        return Choice(turn, None)
    said: list[Info] = []
    with nullcontext() if searching.uses_core() else forgone():
        turn = think(_strength(level), asked._replace(seconds=seconds), said.append)
    return Choice(turn, said[-1] if said else None)


def is_lost(choice: Choice) -> bool:
    """Whether it was found that the other player wins whatever is played."""
    return choice.info is not None and choice.info.value < -DECIDED


def seconds_of(level: str) -> float:
    """Of a processor, at most for one turn. Raises KeyError: no such level."""
    return FORMER_SECONDS if level in LEVELS else STRENGTHS[_strength(level)].seconds


def _strength(level: str) -> int:
    if level not in LEVEL_IDS:
        raise KeyError(level)
    return LEVEL_IDS.index(level) + 1


SLOW: Final = frozenset(level for level in LEVEL_IDS if seconds_of(level) > SLOW_SECONDS)
"""Those who may think so long that others go before them."""
