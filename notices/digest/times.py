"""When a daily mail is due, by its player's own clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from notices.hours import at_clock

EVERY_DAY: Final = 0b1111111
DAYS: Final = range(7)


def days_in(weekdays: int) -> list[int]:
    """Of the bits, Monday the lowest, the numbers of the days."""
    return [day for day in DAYS if weekdays >> day & 1]


def as_bits(days: Iterable[int]) -> int:
    return sum({1 << day for day in days})


def next_moment(at: time, weekdays: int, zone: ZoneInfo, after: datetime) -> datetime:
    """The first moment after this one at which clocks of the zone show this hour on one of these days; once a
    day also when an hour comes twice, and on a day that leaves it out as soon as clocks go on. Raises
    ValueError without a day."""
    wanted: Collection[int] = days_in(weekdays)
    if not wanted:
        raise ValueError("a mail on no day of the week is never due")
    today = after.astimezone(zone).date()
    for day in (today + timedelta(days=number) for number in range(-1, 9)):
        moment = at_clock(day_time=datetime.combine(day, at), zone=zone)
        if moment > after and day.weekday() in wanted:
            return moment
    raise AssertionError("a week has all days")
