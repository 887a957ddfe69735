"""The arithmetic of reliability."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.reliability import (
    COUNTS_ONCE,
    GAMES,
    Event,
    Figures,
    Tier,
    absences,
    attendance,
    most_of,
    tier_of,
)

START = datetime(2026, 3, 1, tzinfo=UTC)
MISSED, ADRIFT, BACK, LOST, REPLACED = Event


def at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


@pytest.mark.parametrize(
    ("figures", "tier"),
    [
        (Figures(0), Tier.NEW),
        (Figures(GAMES - 1), Tier.NEW),
        (Figures(GAMES - 1, GAMES - 1, 5, 5), Tier.NEW),
        (Figures(GAMES), Tier.RELIABLE),
        (Figures(GAMES, GAMES, 1, 1), Tier.RELIABLE),
        (Figures(GAMES, GAMES, 2, 0), Tier.AWAY),
        (Figures(GAMES, GAMES, 0, 2), Tier.AWAY),
        (Figures(GAMES, 3, 1, 0), Tier.RELIABLE),
        (Figures(GAMES, 3, 2, 0), Tier.AWAY),
    ],
)
def test_the_last_games_say_how_reliable_somebody_is(figures: Figures, tier: Tier) -> None:
    assert tier_of(figures) is tier


def test_a_tenth_of_the_games_is_no_fault() -> None:
    assert most_of(GAMES) == 1
    assert [most_of(number) for number in (0, 9, 19, 20)] == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("events", "missed", "left"),
    [
        ([], [], []),
        ([(1, MISSED)], [1], []),
        ([(1, LOST)], [1], [1]),
        ([(1, MISSED), (30, ADRIFT), (31, LOST)], [1, 30], [31]),
        ([(1, ADRIFT), (9, LOST)], [1], [9]),
        ([(1, ADRIFT), (2, BACK)], [1], []),
        ([(1, ADRIFT), (2, BACK), (40, LOST)], [1, 40], [40]),
        ([(1, ADRIFT), (20, REPLACED)], [1], [20]),
    ],
)
def test_what_a_log_says_of_one_player(
    events: list[tuple[int, Event]], missed: list[int], left: list[int]
) -> None:
    found = attendance([(at(hour), event) for hour, event in events])
    assert found == (tuple(map(at, missed)), tuple(map(at, left)))


@pytest.mark.parametrize(
    ("hours", "number"),
    [
        ([], 0),
        ([5], 1),
        ([5, 6, 28.9], 1),
        ([5, 29], 2),
        ([0, 20, 40, 60], 2),
        ([60, 0, 40, 20], 2),
        ([0, 24, 48], 3),
    ],
)
def test_several_within_a_day_are_one_absence(hours: list[float], number: int) -> None:
    assert absences(map(at, hours)) == number


@given(st.lists(st.integers(0, 200), max_size=12))
def test_absences_are_never_more_than_days_or_moments(hours: list[int]) -> None:
    moments = [at(hour) for hour in hours]
    number = absences(moments)
    assert number <= len(moments) and bool(number) == bool(moments)
    if moments:
        assert number <= (max(moments) - min(moments)) // COUNTS_ONCE + 1
        assert absences([*moments, moments[0]]) == number


@given(st.integers(0, GAMES), st.integers(0, 20), st.integers(0, 20))
def test_one_absence_more_never_makes_more_reliable(finished: int, missed: int, left: int) -> None:
    order = [Tier.AWAY, Tier.RELIABLE]
    was = tier_of(Figures(finished, finished, missed, left))
    for more in (
        Figures(finished, finished, missed + 1, left),
        Figures(finished, finished, missed, left + 1),
    ):
        now = tier_of(more)
        assert (now is Tier.NEW) == (was is Tier.NEW) == (finished < GAMES)
        assert now is Tier.NEW or order.index(now) <= order.index(was)
