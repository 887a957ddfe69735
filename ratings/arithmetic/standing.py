"""What is kept of a player in one pool."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ratings.arithmetic.absence import AS_SURE
from ratings.arithmetic.glicko import Rating, after_days


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating, how many rated games of this pool made it, and the day it is of: that of the last game, or
    the one it was asked for (None: days do not count)."""

    rating: Rating
    games: int = 0
    day: float | None = None
    back_to: float | None = None
    """While an absence has left it wide: so far up it finds back by that (see `absence`)."""

    def on(self, day: float | None, ceiling: float) -> Standing:
        """As it stands on a later day, with the uncertainty of the days since."""
        if day is None or self.day is None:
            return self
        later = max(day, self.day)
        return replace(self, rating=after_days(self.rating, later - self.day, ceiling), day=later)

    def played(self, rating: Rating) -> Standing:
        if self.back_to is None or rating.value < self.back_to:
            return replace(self, rating=rating, games=self.games + 1)
        back = Rating(self.back_to, min(rating.deviation, AS_SURE))
        return replace(self, rating=back, games=self.games + 1, back_to=None)
