"""Games of two, of any speed, in one pool.

The constants were found on 2,706 real games (`python -m ratings.measure`) by forecasting each before it was
counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ratings.arithmetic import glicko
from ratings.arithmetic.glicko import MIDDLE, Comparison, Rating
from ratings.arithmetic.standing import Standing

CEILING: Final = 350.0
LEARNT_BY_HALF: Final = 20
"""After so many games the experience term is half of what it was."""


@dataclass(frozen=True, slots=True)
class TwoPlayers:
    """Glicko with two terms in the expected score, neither of which is part of the number shown.

    Who moves first is ahead by 26 points (0.151 logits, measured with an error of 0.042). Who is new is
    behind by `experience / (1 + games / 20)`: a first game was won in 25 of 100 cases, one after the
    fiftieth in 64, and a newcomer who learns would otherwise draw everybody's rating down.
    """

    deviation: float = 250.0
    first_move: float = 26.0
    experience: float = 150.0

    def newcomer(self) -> Standing:
        return Standing(Rating(MIDDLE, self.deviation))

    def forecast(self, first: Standing, second: Standing) -> float:
        """The expected score of who moves first."""
        return glicko.forecast(first.rating, second.rating, self._lead(first, second))

    def forecast_by_lot(self, one: Standing, other: Standing) -> float:
        """The expected score of one when the lot says who moves first."""
        return (self.forecast(one, other) + 1 - self.forecast(other, one)) / 2

    def after_game(
        self, first: Standing, second: Standing, score: float, weights: tuple[float, float] = (1.0, 1.0)
    ) -> tuple[Standing, Standing]:
        """Both after a game in which the one who moved first scored so much (1, 0.5 or 0), and which weighs
        so much for each."""
        lead = self._lead(first, second)
        won = Comparison(second.rating, score, lead, share=weights[0])
        lost = Comparison(first.rating, 1 - score, -lead, share=weights[1])
        return (
            first.played(glicko.after_game(first.rating, [won], CEILING)),
            second.played(glicko.after_game(second.rating, [lost], CEILING)),
        )

    def _lead(self, first: Standing, second: Standing) -> float:
        return self.first_move - self._behind(first) + self._behind(second)

    def _behind(self, player: Standing) -> float:
        return self.experience / (1 + player.games / LEARNT_BY_HALF)


RECOMMENDED: Final = TwoPlayers()
CORE: Final = TwoPlayers(deviation=300.0, experience=0.0)
"""Without the experience term."""
