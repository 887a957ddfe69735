"""The arithmetic of vacation: tables by hand, and what must hold for every account."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.vacation.arithmetic import (
    A_MONTH,
    AT_JOINING,
    LEAST,
    MONTH,
    MOST,
    NOTHING,
    Budget,
    TooLongError,
    TooShortError,
    Vacation,
    begin,
    end,
)

JOINED = datetime(2026, 1, 1, tzinfo=UTC)
NEW = Budget(AT_JOINING, JOINED)


def days(number: float) -> timedelta:
    return timedelta(days=number)


@pytest.mark.parametrize(
    ("months", "held"),
    [
        (0, days(7)),
        (1, days(8.5)),
        (2, days(10)),
        (6, days(16)),
        (9, days(20.5)),
        (10, days(21)),
        (99, days(21)),
    ],
)
def test_it_grows_by_the_month_up_to_the_most(months, held):
    assert abs(NEW.held(JOINED + months * MONTH) - held) < timedelta(seconds=1)


@pytest.mark.parametrize(
    ("booked", "used", "back"),
    [
        (days(7), days(3), days(4)),
        (days(7), timedelta(hours=1), days(6)),
        (days(7), NOTHING, days(6)),
        (days(1), timedelta(hours=3), NOTHING),
        (days(2), timedelta(hours=36), timedelta(hours=12)),
        (days(2), days(2), NOTHING),
        (days(2), days(9), NOTHING),
    ],
)
def test_what_is_not_used_beyond_the_first_day_is_paid_back(booked, used, back):
    budget, vacation = begin(NEW, JOINED, JOINED + booked)
    assert budget.held(JOINED) == days(7) - booked
    ended, over = end(budget, vacation, JOINED + used)
    assert ended.left == days(7) - booked + back
    assert not over.goes_on(JOINED + used)


def test_while_it_lasts_nothing_grows():
    budget, vacation = begin(Budget(MOST, JOINED), JOINED, JOINED + days(14))
    assert budget.held(vacation.until) == days(7)
    assert abs(budget.held(vacation.until + MONTH) - days(7) - A_MONTH) < timedelta(seconds=1)


@pytest.mark.parametrize(
    ("booked", "why"),
    [(LEAST - timedelta(seconds=1), TooShortError), (days(-1), TooShortError), (days(7.001), TooLongError)],
)
def test_vacations_that_cannot_begin(booked, why):
    with pytest.raises(why):
        begin(NEW, JOINED, JOINED + booked)


steps = st.lists(
    st.tuples(
        st.timedeltas(min_value=NOTHING, max_value=days(120)),
        st.one_of(st.none(), st.timedeltas(min_value=days(-2), max_value=days(25))),
    ),
    max_size=30,
)


@given(steps)
def test_it_is_never_less_than_nothing_nor_more_than_the_most(steps):
    """Whoever goes and comes back however often, whenever: nobody is away for longer than was earned."""
    budget, vacation, now, away = NEW, Vacation(JOINED, JOINED), JOINED, NOTHING
    for passed, booked in steps:
        now += passed
        if booked is None:
            budget, ended = end(budget, vacation, now)
            away -= vacation.until - ended.until
            vacation = ended
        elif not vacation.goes_on(now):
            try:
                budget, vacation = begin(budget, now, now + booked)
            except ValueError:
                continue
            away += vacation.until - vacation.since
        assert NOTHING <= budget.held(now) <= MOST
        assert away <= AT_JOINING + A_MONTH * ((now - JOINED) / MONTH) + timedelta(seconds=1)


@given(st.timedeltas(min_value=LEAST, max_value=days(7)), st.timedeltas(min_value=NOTHING, max_value=days(9)))
def test_ended_twice_it_is_ended_once(booked, used):
    once = end(*begin(NEW, JOINED, JOINED + booked), JOINED + used)
    assert end(*once, JOINED + used) == once
