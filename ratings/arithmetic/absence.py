"""Who is away loses many games on time at once, which says little of how he plays.

Every one of these games counts, so that nobody escapes a lost game by the clock and the winners keep their
points; but his deviation is widened once, and his rating finds back in about 16 games instead of 74
(simulated for a player of 1800 with 30 open games).

It finds back and no further: to where it stood before the fourth of these losses. There the number stops for
that game, and is as sure as that of who plays often. So no losses that friends arrange are worth a win.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

TIMEOUTS: Final = 4
WITHIN_DAYS: Final = 3.0
DEVIATION: Final = 200.0
"""At least so wide afterwards."""
AS_SURE: Final = 65.0
"""The deviation of who is back; it stays about there for ten games a month."""


@dataclass
class Absence:
    """A player's games lost on time, told in their order."""

    days: deque[float] = field(default_factory=lambda: deque(maxlen=TIMEOUTS))
    widened: bool = False

    def lost_on_time(self, day: float) -> bool:
        """Whether the rating is to be widened now: by the fourth loss in 72 hours, once in a row of losses of
        which each came within 72 hours of the one before."""
        if self.days and day - self.days[-1] > WITHIN_DAYS:
            self.widened = False
        self.days.append(day)
        many = len(self.days) == TIMEOUTS and day - self.days[0] <= WITHIN_DAYS
        widens, self.widened = many and not self.widened, self.widened or many
        return widens
