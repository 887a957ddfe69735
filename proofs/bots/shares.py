"""Shares of a number of trials, with the interval that holds them with 95 %."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

SURE: Final = 1.959964


class Share(NamedTuple):
    """By Wilson's interval, which holds for none and all too."""

    count: int
    of: int

    @property
    def value(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def low(self) -> float:
        return max(0.0, self._centre - self._reach)

    @property
    def high(self) -> float:
        return min(1.0, self._centre + self._reach)

    @property
    def _centre(self) -> float:
        return (self.count + SURE**2 / 2) / (self.of + SURE**2)

    @property
    def _reach(self) -> float:
        spread = self.value * (1 - self.value) * self.of + SURE**2 / 4
        return SURE * math.sqrt(spread) / (self.of + SURE**2)

    def __str__(self) -> str:
        return f"{self.count} of {self.of}: {self.value:.1%} (95 %: {self.low:.1%} to {self.high:.1%})"


class Apart(NamedTuple):
    """How much more one is than another."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.1%} (95 %: {self.low:+.1%} to {self.high:+.1%})"


def apart(first: Share, second: Share) -> Apart:
    """Newcombe's interval, of two shares that know nothing of each other."""
    value = first.value - second.value
    below = math.hypot(first.value - first.low, second.high - second.value)
    above = math.hypot(first.high - first.value, second.value - second.low)
    return Apart(value, value - below, value + above)
