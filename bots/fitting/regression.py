"""Logistic regression by Newton's method, with numpy."""

from __future__ import annotations

import importlib
from typing import Any, Final, NamedTuple

STEPS: Final = 12
"""Each doubles the digits that are right; it starts near the end."""


class Fit(NamedTuple):
    weights: list[float]
    fitted: float
    held_out: float
    """Log-loss in nats, a game's positions together: 0.693 knows nothing."""
    accuracy: float
    """Of the held out, how many are won by whom it says."""


def fit(rows: Any, won: Any, held_out: Any, firmness: float) -> Fit:
    """`firmness` holds every weight near 0, as if by so many positions."""
    numpy = importlib.import_module("numpy")
    given, wanted = rows[~held_out], won[~held_out]
    weights = numpy.zeros(rows.shape[1])
    hold = firmness * numpy.eye(rows.shape[1])
    for _step in range(STEPS):
        chance = 1 / (1 + numpy.exp(-(given @ weights)))
        slope = given.T @ (wanted - chance) - hold @ weights
        spread = chance * (1 - chance)
        weights = weights + numpy.linalg.solve((given * spread[:, None]).T @ given + hold, slope)
    others = rows[held_out] @ weights
    right = (others > 0) == won[held_out]
    return Fit(
        weights.tolist(),
        _log_loss(numpy, given @ weights, wanted),
        _log_loss(numpy, others, won[held_out]),
        float(right.mean()),
    )


def _log_loss(numpy: Any, logits: Any, won: Any) -> float:
    return float(numpy.logaddexp(0, numpy.where(won, -logits, logits)).mean())
