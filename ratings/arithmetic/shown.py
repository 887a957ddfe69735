"""What people see of a rating."""

from __future__ import annotations

import enum
from typing import Final

from ratings.arithmetic.glicko import IDLE
from ratings.arithmetic.standing import Standing

PROVISIONAL: Final = 130.0
"""A deviation above is shown with "?": about ten games of two, or seven at tables."""
NEW_GAMES: Final = 3
LISTED_DAYS: Final = 365


class Certainty(enum.StrEnum):
    """How the number stands: not at all ("new"), with "?", or alone."""

    NEW = "new"
    PROVISIONAL = "provisional"
    SETTLED = "settled"


def certainty(standing: Standing) -> Certainty:
    if standing.games < NEW_GAMES:
        return Certainty.NEW
    return Certainty.PROVISIONAL if standing.rating.deviation > PROVISIONAL else Certainty.SETTLED


def number(standing: Standing) -> int:
    """Rounded; the terms of experience and of the first move are not in it."""
    return round(standing.rating.value)


def is_listed(standing: Standing, today: float, ceiling: float) -> bool:
    """In the list: settled, and of a rated game within the last year."""
    recent = standing.day is not None and today - standing.day <= LISTED_DAYS
    return recent and certainty(standing.on(today, ceiling)) is Certainty.SETTLED


def listed_days(standing: Standing) -> float | None:
    """So many days after his last game somebody stands in the list if no other comes; None: not even then."""
    if certainty(standing) is not Certainty.SETTLED:
        return None
    return min(LISTED_DAYS, (PROVISIONAL**2 - standing.rating.deviation**2) / IDLE**2)


def in_hundred(chance: float) -> int:
    """A forecast as games of a hundred; never "0" or "100", which nobody can know."""
    return min(max(round(100 * chance), 1), 99)
