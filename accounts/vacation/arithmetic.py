"""The arithmetic of vacation. No framework, no clock of its own: every moment is handed in, aware, in UTC."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

NOTHING: Final = timedelta(0)
AT_JOINING: Final = timedelta(days=7)
A_MONTH: Final = timedelta(days=1.5)
MONTH: Final = timedelta(days=365.25) / 12
MOST: Final = timedelta(days=21)
"""Nobody ever holds more."""
LEAST: Final = timedelta(hours=24)
"""Every vacation costs as much, however soon it ends."""


class TooShortError(ValueError):
    """Less than a vacation lasts at least."""


class TooLongError(ValueError):
    """More than what is left."""


class Budget(NamedTuple):
    """What is left of somebody's vacation."""

    left: timedelta
    """So much at `counted_at`."""
    counted_at: datetime
    """From then on it grows."""

    def held(self, now: datetime) -> timedelta:
        grown = A_MONTH * (max(now - self.counted_at, NOTHING) / MONTH)
        return min(self.left + grown, MOST)


class Vacation(NamedTuple):
    since: datetime
    until: datetime

    def goes_on(self, now: datetime) -> bool:
        return self.since <= now < self.until


def begin(budget: Budget, now: datetime, until: datetime) -> tuple[Budget, Vacation]:
    """It is paid at once, and while it lasts nothing grows. Raises TooShortError and TooLongError."""
    length, held = until - now, budget.held(now)
    if length < LEAST:
        raise TooShortError(f"{length} is less than {LEAST}")
    if length > held:
        raise TooLongError(f"{length} is more than {held}")
    return Budget(held - length, until), Vacation(now, until)


def end(budget: Budget, vacation: Vacation, now: datetime) -> tuple[Budget, Vacation]:
    """Before its time: what is unused beyond the first day is paid back. One that is over stays as it is."""
    if not vacation.goes_on(now):
        return budget, vacation
    unused = vacation.until - max(now, vacation.since + LEAST)
    left = min(budget.held(now) + max(unused, NOTHING), MOST)
    return Budget(left, now), Vacation(vacation.since, now)
