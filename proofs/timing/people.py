"""Who plays a simulated season, and how often they stay away.

On the one site that has counted, a quarter of the players missed most of their turns and a quarter missed
hardly any (`wishes.md` 2, fact 2).
"""

from __future__ import annotations

import random
from datetime import datetime
from typing import NamedTuple

from accounts.models import Player
from proofs.kit.cast import person


class Ways(NamedTuple):
    """Chances."""

    misses: float
    """That a turn is not made in time."""
    returns: float
    """Back to a seat adrift."""
    resigns: float
    """With every turn, once a game is no longer young."""


def ways_of(number: int, dice: random.Random) -> Ways:
    """Every fourth player stays away from most turns."""
    if number % 4 == 3:
        return Ways(dice.uniform(0.6, 0.95), dice.uniform(0.1, 0.4), 0.02)
    return Ways(dice.uniform(0.0, 0.06), dice.uniform(0.5, 0.9), dice.uniform(0.04, 0.12))


def people(number: int, joined: datetime, dice: random.Random) -> dict[int, tuple[Player, Ways]]:
    """By their ids; each with a confirmed address, so that what is told them can be counted."""
    made = {}
    for each in range(number):
        player = person(f"Player{each}", by_mail=True, date_joined=joined)
        made[player.pk] = (player, ways_of(each, dice))
    return made
