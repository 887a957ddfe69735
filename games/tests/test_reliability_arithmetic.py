"""The arithmetic of reliability."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.reliability import (
    COUNTS_ONCE,
    GAMES,
    LEFT_EXCUSED,
    MADE_UP_BY,
    MISSED_EXCUSED,
    Event,
    Figures,
    Tier,
    absences,
    attendance,
    not_made_up_for,
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
        (Figures(GAMES - 1, GAMES - 1, 90, 5, 5), Tier.NEW),
        (Figures(GAMES), Tier.RELIABLE),
        (Figures(GAMES, GAMES, 90, MISSED_EXCUSED, LEFT_EXCUSED), Tier.RELIABLE),
        (Figures(GAMES, GAMES, 90, MISSED_EXCUSED + 1, 0), Tier.AWAY),
        (Figures(GAMES, GAMES, 90, 0, LEFT_EXCUSED + 1), Tier.AWAY),
    ],
)
def test_the_last_games_say_how_reliable_somebody_is(figures: Figures, tier: Tier) -> None:
    assert tier_of(figures) is tier


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
    ("hours", "began"),
    [
        ([], []),
        ([5], [5]),
        ([5, 6, 28.9], [5]),
        ([5, 29], [5, 29]),
        ([60, 0, 40, 20], [0, 40]),
        ([0, 24, 48], [0, 24, 48]),
    ],
)
def test_several_within_a_day_are_one_absence(hours: list[float], began: list[float]) -> None:
    assert absences(map(at, hours)) == [at(hour) for hour in began]


@given(st.lists(st.integers(0, 200), max_size=12))
def test_absences_are_never_more_than_days_or_moments(hours: list[int]) -> None:
    moments = [at(hour) for hour in hours]
    number = len(absences(moments))
    assert number <= len(moments) and bool(number) == bool(moments)
    if moments:
        assert number <= (max(moments) - min(moments)) // COUNTS_ONCE + 1
        assert len(absences([*moments, moments[0]])) == number


def days(first: int, number: int) -> list[datetime]:
    return [at(24 * day) for day in range(first, first + number)]


def test_turns_made_before_an_absence_make_up_for_nothing_that_comes_after() -> None:
    assert not_made_up_for(days(500, 3), days(0, 400)) == 3


def test_turns_since_an_absence_make_up_for_one_after_another() -> None:
    missed = days(0, 3)
    made = [MADE_UP_BY - 1, MADE_UP_BY, 2 * MADE_UP_BY, 3 * MADE_UP_BY, 9 * MADE_UP_BY]
    assert [not_made_up_for(missed, days(10, turns)) for turns in made] == [3, 2, 1, 0, 0]


def test_what_was_made_up_for_is_no_credit() -> None:
    assert not_made_up_for([at(0), at(24 * 500)], days(1, 10 * MADE_UP_BY)) == 1


@given(st.lists(st.integers(0, 99), max_size=9), st.lists(st.integers(0, 99), max_size=99))
def test_a_turn_more_never_makes_less_reliable_and_an_absence_more_never_more(
    missed: list[int], made: list[int]
) -> None:
    faults, turns = [at(40 * each) for each in missed], [at(40 * each + 1) for each in made]
    owed = not_made_up_for(faults, turns)
    assert not_made_up_for(faults, [*turns, at(4000)]) <= owed <= not_made_up_for([*faults, at(4000)], turns)


def test_twelve_games_with_two_excused_misses_are_an_honest_player() -> None:
    """The two at the very end, so that nothing has made up for them."""
    owed = not_made_up_for(days(400, 2), days(0, 12 * 15))
    assert tier_of(Figures(GAMES, 12, 12 * 15, owed, 0)) is Tier.RELIABLE


def test_whoever_vanishes_after_years_is_often_away_whatever_was_before() -> None:
    owed = not_made_up_for(days(400, 3), days(0, 390))
    assert tier_of(Figures(GAMES, 40, 390, owed, owed)) is Tier.AWAY
