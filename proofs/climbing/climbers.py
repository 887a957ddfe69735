"""Who climbs in the proof: how strong they are, how they play, and how often they stay away."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import correlation
from typing import Final

from accounts.models import Player
from homeworlds.rules import Variant

SPREAD: Final = 300
"""Of the true strengths, in points of a rating: one standard deviation."""
POINTS: Final = 400
"""By so many points stronger is ten times as likely to win."""
VANISHES: Final = {True: (0.0, 0.02), False: (0.3, 0.6)}
"""The chance that a game is never, or no more, played on: of the reliable, and of others."""
STAIRS: Final = (Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING)


@dataclass(frozen=True, slots=True)
class Climber:
    player: Player
    strength: float
    reliable: bool
    vanishes: float
    """The chance that a game is never, or no more, played on."""
    visits: float
    """Days between two looks at ladder and stairs."""
    variants: tuple[Variant, ...]
    sizes: tuple[int, ...]

    @property
    def odds(self) -> float:
        return float(10 ** (self.strength / POINTS))


def climbers(number: int, joined: datetime, dice: random.Random) -> dict[int, Climber]:
    """By the ids of their players. Every fourth is unreliable; each with a confirmed address."""
    from allauth.account.models import EmailAddress

    made = {}
    for each in range(number):
        address = f"climber{each}@season.example"
        player = Player.objects.create_player(
            name=f"Climber{each}", email=address, password=None, date_joined=joined
        )
        EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
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


def drawn_order(seated: Sequence[Climber], dice: random.Random) -> list[Climber]:
    """Who wins, who is second, and so on: each by lot from those who are left, by their odds."""
    left, order = list(seated), []
    while left:
        [best] = dice.choices(left, [climber.odds for climber in left])
        left.remove(best)
        order.append(best)
    return order


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: Pearson's of the ranks, equals sharing theirs. Raises StatisticsError for fewer than two,
    or where all are alike."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]
