"""Glicko-2 to the letter, as a yardstick: Mark E. Glickman, "Example of the Glicko-2 system"
(glicko.net/glicko/glicko2.pdf), with its start of 1500/350/0.06 and tau = 0.5."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ratings.arithmetic.glicko import MIDDLE, SCALE, attenuation, logistic

TAU: Final = 0.5
PRECISION: Final = 0.000001


@dataclass(frozen=True, slots=True)
class Textbook:
    value: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True)
class Meeting:
    opponent: Textbook
    score: float


START: Final = Textbook(MIDDLE, 350.0, 0.06)


def textbook_forecast(one: Textbook, other: Textbook) -> float:
    both = attenuation(math.hypot(one.deviation, other.deviation))
    return logistic(both * (one.value - other.value) / SCALE)


def after_period(rating: Textbook, met: Sequence[Meeting]) -> Textbook:
    """Steps 2 to 8, for a rating period in which somebody was met."""
    if not met:
        return rating
    phi = rating.deviation / SCALE
    information = gain = 0.0
    for each in met:
        g = attenuation(each.opponent.deviation)
        expected = logistic(g * (rating.value - each.opponent.value) / SCALE)
        information += g * g * expected * (1 - expected)
        gain += g * (each.score - expected)
    variance = 1 / information
    volatility = _volatility(rating.volatility, phi, variance, variance * gain)
    after = 1 / (1 / (phi**2 + volatility**2) + information)
    return Textbook(rating.value + SCALE * after * gain, SCALE * math.sqrt(after), volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5, by the Illinois algorithm that stands there."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, _other_end(f, a, delta**2 - phi**2 - variance)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_end(f: Callable[[float], float], a: float, surprise: float) -> float:
    """Step 5.2: the other end of the interval in which the zero lies."""
    if surprise > 0:
        return math.log(surprise)
    steps = 1
    while f(a - steps * TAU) < 0:
        steps += 1
    return a - steps * TAU
