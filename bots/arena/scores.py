"""What a match adds up to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

SURE: Final = 1.959964
"""Standard deviations on either side that hold 95 %."""
FEWEST_PAIRS: Final = 10
"""With fewer, how much pairs differ says nothing of how sure the score is."""


class Summary(NamedTuple):
    wins: int
    draws: int
    losses: int
    low: float
    high: float
    """Between these the score of endless games lies with 95 %."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / self.games

    def __str__(self) -> str:
        elo, low, high = (elo_of(share) for share in (self.score, self.low, self.high))
        return (
            f"{self.games} games: {self.wins} won, {self.draws} drawn, {self.losses} lost; "
            f"score {self.score:.1%} (95 %: {self.low:.1%} to {self.high:.1%}); "
            f"Elo difference {elo:+.0f} ({low:+.0f} to {high:+.0f})"
        )


def summary(results: Sequence[float], pairs: Sequence[float]) -> Summary:
    """`results` are the points of the first engine game by game, at least one; `pairs` the means of those
    pairs that are whole.

    The interval is Wilson's, which holds for a score of 100 % too; how many independent games the pairs are
    worth follows from how much they differ.
    """
    games = float(len(results))
    score = sum(results) / games
    if len(pairs) >= FEWEST_PAIRS:
        mean = sum(pairs) / len(pairs)
        variance = sum([(pair - mean) ** 2 for pair in pairs]) / (len(pairs) - 1) / len(pairs)
        if variance > 0:
            games = score * (1 - score) / variance
    centre = (score + SURE**2 / (2 * games)) / (1 + SURE**2 / games)
    reach = SURE / (1 + SURE**2 / games) * math.sqrt(score * (1 - score) / games + (SURE / (2 * games)) ** 2)
    return Summary(
        sum(result == 1 for result in results),
        sum(result == 0.5 for result in results),
        sum(result == 0 for result in results),
        0.0 if score == 0 else max(0.0, centre - reach),
        1.0 if score == 1 else min(1.0, centre + reach),
    )


def elo_of(score: float) -> float:
    """How many points of Elo's a score is worth."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))
