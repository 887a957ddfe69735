"""Quiet hours: by the player's own clock, also in the nights in which it is put on or back."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from notices.hours import quiet_until
from notices.models import Preferences

PARIS = ZoneInfo("Europe/Paris")


def quiet(begin: str, end: str) -> Preferences:
    return Preferences(quiet_from=time.fromisoformat(begin), quiet_to=time.fromisoformat(end))


@pytest.mark.parametrize(
    "hours, local, until",
    [
        (("22:00", "07:00"), "2026-11-26 21:59", None),
        (("22:00", "07:00"), "2026-11-26 22:00", "2026-11-27 07:00"),
        (("22:00", "07:00"), "2026-11-26 23:30", "2026-11-27 07:00"),
        (("22:00", "07:00"), "2026-11-27 06:59", "2026-11-27 07:00"),
        (("22:00", "07:00"), "2026-11-27 07:00", None),
        (("09:00", "17:30"), "2026-11-26 12:00", "2026-11-26 17:30"),
        (("09:00", "17:30"), "2026-11-26 08:00", None),
        (("08:00", "08:00"), "2026-11-26 08:00", None),
        (("22:00", "02:30"), "2026-03-28 23:00", "2026-03-29 03:30"),  # the clock leaves 02:30 out
    ],
)
def test_the_hours_of_a_night(hours, local, until):
    now = datetime.fromisoformat(local).replace(tzinfo=PARIS)
    found = quiet_until(quiet(*hours), PARIS, now)
    assert (found and f"{found.astimezone(PARIS):%Y-%m-%d %H:%M}") == until


def test_an_hour_that_comes_twice_is_over_the_first_time():
    second_0215 = datetime(2026, 10, 25, 1, 15, tzinfo=UTC)
    assert f"{second_0215.astimezone(PARIS):%H:%M}" == "02:15"
    assert quiet_until(quiet("22:00", "02:30"), PARIS, second_0215) is None


def test_without_hours_there_is_no_night():
    assert quiet_until(Preferences(), PARIS, datetime(2026, 11, 26, 2, tzinfo=UTC)) is None
