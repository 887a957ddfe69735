"""When the stairs do what they do by themselves."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

SEATING_HOUR: Final = 18
"""UTC: evening in Europe, around noon in America."""
SEASON_DAYS: Final = 90
MOST_TABLES: Final = 3
"""Of the stairs, at which somebody sits at once."""


def seating_of(day: date) -> datetime:
    return datetime.combine(day, time(SEATING_HOUR), UTC)


def last_seating_day(now: datetime) -> date:
    """The day of the last seating that was due."""
    today = now.astimezone(UTC).date()
    return today if now >= seating_of(today) else today - timedelta(days=1)


def next_seating(now: datetime) -> datetime:
    return seating_of(last_seating_day(now) + timedelta(days=1))


def season_ends(began: date) -> date:
    """Its last day: with that day's seating the next season begins."""
    return began + timedelta(days=SEASON_DAYS)
