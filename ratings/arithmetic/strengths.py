"""Strengths that nobody has measured here: what a newcomer says of himself, and the fixed ratings of bots.

Both serve forecasts and pairing only. No number on a page is made of them, and no rated game counts them.
"""

from __future__ import annotations

import enum
from dataclasses import replace
from typing import Final

from ratings.arithmetic.glicko import FLOOR, Rating
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.two_players import CEILING, RECOMMENDED


class Strength(enum.StrEnum):
    NEW = "new"
    KNOWS_IT = "knows-it"
    STRONG = "strong"


AHEAD: Final = {Strength.NEW: 0.0, Strength.KNOWS_IT: 75.0, Strength.STRONG: 250.0}
"""Points ahead of the newcomers that were measured. Chosen, not measured: who knows the game is spared half
of the experience term, who is strong all of it and is 100 points better than the middle."""

SETTLED_GAMES: Final = 20_000
"""After so many, less than a point is left of the experience term."""


def presumed(standing: Standing, stated: Strength | None) -> Standing:
    """The standing to forecast and to pair with.

    What was stated is the middle of the guess that play began with. By the rule for two normal distributions
    (the mean weighted by 1/variance: step 7 has the same sum) its share shrinks with the variance that is
    left: all of it before the first game, an eighth when 250 has become 88.
    """
    if stated is None:
        return standing
    left = min(standing.rating.deviation / RECOMMENDED.deviation, 1.0) ** 2
    value = standing.rating.value + AHEAD[stated] * left
    return replace(standing, rating=Rating(value, standing.rating.deviation))


def fixed(value: float, deviation: float = FLOOR) -> Standing:
    """A bot of measured strength: it learns nothing and is new to nothing."""
    return Standing(Rating(value, min(max(deviation, FLOOR), CEILING)), games=SETTLED_GAMES)
