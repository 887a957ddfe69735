"""Who climbs in the proof: how strong they are, what they play, and how often they stay away."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import nan
from typing import Final

from accounts.models import Player
from homeworlds.rules import Variant
from proofs.kit.cast import person
from ratings.measuring.simulation import rank_correlation

SPREAD: Final = 350
"""Of the true strengths, in points of a rating: one standard deviation."""
POINTS: Final = 400
"""By so many points stronger is ten times as likely to win."""
VANISHES: Final = {True: (0.0, 0.002), False: (0.05, 0.2)}
"""Between what the chance lies that a visit is the last for a long time: of the reliable, and of others."""
SILENT: Final = timedelta(days=45)
"""So long somebody who has vanished stays away, on average; all that waits for him runs out of time."""
GIVES_UP: Final = 0.05
"""The chance that a game of two is given up before it has really begun."""
STAIRS: Final = (Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING)


@dataclass(frozen=True, slots=True)
class Climber:
    player: Player
    strength: float
    reliable: bool
    vanishes: float
    """The chance with every visit that it is the last for a long time."""
    visits: float
    """Days between two looks at ladder and stairs."""
    variants: tuple[Variant, ...]
    sizes: tuple[int, ...]

    @property
    def odds(self) -> float:
        return float(10 ** (self.strength / POINTS))


def climbers(number: int, joined: datetime, dice: random.Random) -> dict[int, Climber]:
    """By the ids of their players. Every fourth is unreliable; each with a confirmed address."""
    made = {}
    for each in range(number):
        player = person(f"Climber{each}", by_mail=True, date_joined=joined)
        reliable = each % 4 != 3
        made[player.pk] = Climber(
            player,
            dice.gauss(0, SPREAD),
            reliable,
            dice.uniform(*VANISHES[reliable]),
            dice.uniform(0.5, 2) if reliable else dice.uniform(1, 5),
            dice.choice((STAIRS, STAIRS, STAIRS[:1], STAIRS[1:])),
            dice.choice(((4,), (3, 4), (3, 4, 5), (4, 5, 6), (3, 4, 5, 6))),
        )
    return made


def correlation(people: Mapping[int, Climber], order: Sequence[int]) -> float:
    """Of the true strengths with this order of players, the highest first; nan for fewer than two."""
    if len(order) < 2:
        return nan
    return rank_correlation([people[player].strength for player in order], [-n for n in range(len(order))])


def drawn_order(seated: Sequence[Climber], dice: random.Random) -> list[Climber]:
    """Who wins, who is second, and so on: each by lot from those who are left, by their odds."""
    left, order = list(seated), []
    while left:
        [best] = dice.choices(left, [climber.odds for climber in left])
        left.remove(best)
        order.append(best)
    return order
