"""The arithmetic of clocks: tables by hand, and what must hold for all clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.arithmetic import (
    NOTHING,
    WARNED_AT_MOST,
    Pace,
    Ticking,
    after_running,
    before_running,
    running_time,
)
from games.clocks.paces import LIVE_PACES, PACES, SAVED, name_of

PARIS = ZoneInfo("Europe/Paris")
AUCKLAND = ZoneInfo("Pacific/Auckland")
NEW_YORK = ZoneInfo("America/New_York")


def at(text: str, zone: ZoneInfo | None = None) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone or UTC)


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def days(number: float) -> timedelta:
    return timedelta(days=number)


@pytest.mark.parametrize(
    ("name", "left", "after"),
    [
        ("brisk", days(2), hours(60)),
        ("brisk", hours(70), days(3)),
        ("brisk", NOTHING, hours(12)),
        ("brisk", -hours(5), hours(12)),
        ("normal", days(4), days(5)),
        ("normal", days(6.5), days(7)),
        ("slow", days(10), days(10)),
        ("slow", days(1), hours(60)),
        ("days-3", hours(1), days(3)),
        ("days-3", days(3), days(3)),
        ("live", timedelta(minutes=10), timedelta(minutes=10, seconds=30)),
        ("live", timedelta(minutes=29, seconds=45), timedelta(minutes=30)),
    ],
)
def test_a_turn_adds_the_increment_up_to_the_cap(name, left, after):
    assert PACES[name].after_turn(left) == after


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("brisk", hours(24)),
        ("normal", hours(24)),
        ("slow", hours(36)),
        ("days-1", hours(24)),
        ("days-7", days(7)),
    ],
)
def test_an_excuse_is_the_increment_again_and_a_day_at_least(name, again):
    assert PACES[name].excused() == again


@pytest.mark.parametrize(
    ("left", "more", "after"),
    [(days(1), days(3), days(4)), (days(6), days(3), days(7)), (days(7), days(1), days(7))],
)
def test_time_that_others_give_goes_up_to_the_cap(left, more, after):
    assert PACES["normal"].given(left, more) == after


@pytest.mark.parametrize("more", [NOTHING, -hours(1)])
def test_nobody_takes_time_by_giving_it(more):
    with pytest.raises(ValueError, match="not more time"):
        PACES["normal"].given(days(2), more)


@pytest.mark.parametrize(
    ("zone", "since", "until", "counted"),
    [
        # Friday noon to Monday noon.
        (PARIS, at("2026-11-20T12:00", PARIS), at("2026-11-23T12:00", PARIS), days(1)),
        (None, at("2026-11-20T12:00", PARIS), at("2026-11-23T12:00", PARIS), days(3)),
        # Within one weekend, and from within one.
        (PARIS, at("2026-11-21T00:00", PARIS), at("2026-11-22T23:59", PARIS), NOTHING),
        (PARIS, at("2026-11-22T18:00", PARIS), at("2026-11-23T06:00", PARIS), hours(6)),
        # The same moments elsewhere: in Auckland the weekend began on Friday noon, European time.
        (AUCKLAND, at("2026-11-20T11:00"), at("2026-11-22T11:00"), NOTHING),
        (NEW_YORK, at("2026-11-21T00:00"), at("2026-11-21T05:00"), hours(5)),
        # Two weeks hold ten days that count.
        (PARIS, at("2026-11-18T08:00", PARIS), at("2026-12-02T08:00", PARIS), days(10)),
        # The nights in which the clocks change are on weekends: these days count 24 hours each.
        (PARIS, at("2026-03-27T00:00", PARIS), at("2026-03-31T00:00", PARIS), days(2)),
        (PARIS, at("2026-10-23T00:00", PARIS), at("2026-10-27T00:00", PARIS), days(2)),
        # Without weekends an hour is an hour.
        (None, at("2026-03-28T12:00", PARIS), at("2026-03-29T12:00", PARIS), hours(23)),
        # Nothing runs backwards.
        (PARIS, at("2026-11-23T12:00"), at("2026-11-20T12:00"), NOTHING),
    ],
)  # fmt: skip
def test_weekends_are_not_counted_where_the_table_is(zone, since, until, counted):
    assert running_time(since, until, zone) == counted


@pytest.mark.parametrize(
    ("zone", "since", "amount", "until"),
    [
        (None, at("2026-11-20T12:00"), days(4), at("2026-11-24T12:00")),
        (PARIS, at("2026-11-20T12:00", PARIS), hours(12), at("2026-11-21T00:00", PARIS)),
        (PARIS, at("2026-11-20T12:00", PARIS), hours(13), at("2026-11-23T01:00", PARIS)),
        (PARIS, at("2026-11-20T12:00", PARIS), days(8), at("2026-12-02T12:00", PARIS)),
        (PARIS, at("2026-11-22T12:00", PARIS), hours(1), at("2026-11-23T01:00", PARIS)),
        (PARIS, at("2026-11-21T00:00", PARIS), NOTHING, at("2026-11-21T00:00", PARIS)),
        (PARIS, at("2026-10-23T12:00", PARIS), days(1), at("2026-10-26T12:00", PARIS)),
    ],
)
def test_when_a_clock_has_counted_so_much(zone, since, amount, until):
    assert after_running(since, amount, zone) == until


@pytest.mark.parametrize(
    ("left", "before_the_end"),
    [(days(1), hours(4.8)), (days(4), hours(19.2)), (days(5), hours(24)), (days(10), hours(24))],
)
def test_the_warning_comes_at_a_fifth_or_at_a_day(left, before_the_end):
    clock = Ticking(left, at("2026-11-23T00:00"))
    assert clock.runs_out() - clock.warns() == before_the_end


def test_a_clock_that_stands_still_until_later():
    clock = Ticking(days(2), at("2026-11-23T00:00")).stopped(at("2026-11-24T00:00"), at("2026-12-24T00:00"))
    assert clock.left_at(at("2026-12-10T00:00")) == days(1)
    assert clock.runs_out() == at("2026-12-25T00:00")
    assert clock.resumed(at("2026-12-01T00:00")).runs_out() == at("2026-12-02T00:00")
    assert clock.resumed(at("2026-12-24T12:00")) == clock


@pytest.mark.parametrize(
    ("again_until", "goes_on"),
    [("2026-12-01T00:00", "2026-12-24T00:00"), ("2027-01-01T00:00", "2027-01-01T00:00")],
)
def test_stopped_once_more_a_clock_goes_on_no_sooner(again_until, goes_on):
    clock = Ticking(days(2), at("2026-11-23T00:00")).stopped(at("2026-11-24T00:00"), at("2026-12-24T00:00"))
    assert clock.stopped(at("2026-11-25T00:00"), at(again_until)) == Ticking(days(1), at(goes_on))


def test_an_outage_is_not_counted_as_far_as_the_clock_ran():
    began, ended = at("2026-11-23T00:00"), at("2026-11-23T06:00")
    ran_before = Ticking(days(2), at("2026-11-22T00:00"))
    began_within = Ticking(days(2), at("2026-11-23T04:00"))
    began_after = Ticking(days(2), at("2026-11-23T07:00"))
    assert ran_before.credited(began, ended).runs_out() == ran_before.runs_out() + hours(6)
    assert began_within.credited(began, ended).runs_out() == began_within.runs_out() + hours(2)
    assert began_after.credited(began, ended) == began_after


@pytest.mark.parametrize(
    ("since", "began", "ended", "zone", "runs_out"),
    [
        # Saturday to Wednesday, on a clock that began on Friday noon and holds two days: half a day was used.
        ("2026-11-20T12:00", "2026-11-21T09:00", "2026-11-25T09:00", PARIS, "2026-11-26T21:00"),
        # Tuesday to Thursday, on the same clock: a day was used, and the weekend is not charged either.
        ("2026-11-20T12:00", "2026-11-24T00:00", "2026-11-26T00:00", PARIS, "2026-11-26T12:00"),
        # It began on Saturday, and nothing was used.
        ("2026-11-21T12:00", "2026-11-21T18:00", "2026-11-24T18:00", PARIS, "2026-11-26T18:00"),
        # Back on a Sunday: it goes on with Monday.
        ("2026-11-20T12:00", "2026-11-20T18:00", "2026-11-22T18:00", PARIS, "2026-11-24T18:00"),
        # Without weekends the whole of it.
        ("2026-11-20T12:00", "2026-11-21T09:00", "2026-11-25T09:00", None, "2026-11-26T12:00"),
    ],
)  # fmt: skip
def test_an_outage_and_a_weekend_are_not_counted_twice(since, began, ended, zone, runs_out):
    clock = Ticking(days(2), at(since, PARIS), zone).credited(at(began, PARIS), at(ended, PARIS))
    assert clock.runs_out() == at(runs_out, PARIS)


def test_live_clocks_are_told_from_the_others():
    assert all(pace.is_live for pace in LIVE_PACES.values())
    assert not any(pace.is_live for name, pace in PACES.items() if name not in LIVE_PACES)
    assert {name for name, pace in PACES.items() if pace.is_by_turns} == set(PACES) - set(SAVED) - set(
        LIVE_PACES
    )


def test_each_clock_is_known_by_its_name():
    assert {name: name_of(pace) for name, pace in PACES.items()} == {name: name for name in PACES}
    assert name_of(None) == name_of(Pace(days(1), days(1), days(9))) == ""


moments = st.timedeltas(min_value=NOTHING, max_value=days(1100)).map(lambda since: at("2026-01-01") + since)
zones = st.sampled_from([None, ZoneInfo("UTC"), PARIS, AUCKLAND, NEW_YORK])
amounts = st.timedeltas(min_value=NOTHING, max_value=days(40))
paces = st.sampled_from(sorted(PACES.values()))


@given(pace=paces, used=st.lists(amounts, max_size=12), zone=zones, begins=moments)
def test_no_clock_ever_holds_more_than_its_cap(pace, used, zone, begins):
    left, now = pace.start, begins
    for each in used:
        clock = Ticking(left, now, zone)
        now += each
        left = pace.after_turn(clock.left_at(now))
        assert NOTHING <= left <= pace.cap
        assert pace.given(left, pace.increment) <= pace.cap
        assert pace.excused() <= pace.cap


@given(left=amounts, since=moments, stops=amounts, pause=amounts, zone=zones)
def test_no_clock_falls_while_it_stands_still(left, since, stops, pause, zone):
    clock = Ticking(left, since, zone)
    still = clock.stopped(since + stops, since + stops + pause)
    assert still.left_at(since + stops) == clock.left_at(since + stops)
    assert still.left_at(since + stops + pause) == clock.left_at(since + stops)


@given(left=amounts, since=moments, looks=st.lists(amounts, max_size=8), zone=zones)
def test_looking_at_a_clock_changes_nothing(left, since, looks, zone):
    """However often, however late: stopped and started again at once, it runs out at the same moment."""
    clock = once = Ticking(left, since, zone)
    for look in sorted(looks):
        clock = clock.stopped(since + look, since + look)
    if clock.left:
        assert clock.runs_out() == once.runs_out()
    assert clock.left == (once.left_at(since + max(looks)) if looks else left)


@given(since=moments, amount=amounts, zone=zones)
def test_running_and_counting_are_inverse(since, amount, zone):
    until = after_running(since, amount, zone)
    assert running_time(since, until, zone) == amount
    assert running_time(since, until - timedelta(seconds=1), zone) <= amount


@given(since=moments, first=amounts, second=amounts, zone=zones)
def test_what_is_counted_adds_up(since, first, second, zone):
    middle, end = since + first, since + first + second
    whole = running_time(since, end, zone)
    assert whole == running_time(since, middle, zone) + running_time(middle, end, zone)


@given(left=amounts, since=moments, zone=zones)
def test_the_warning_never_comes_after_the_end(left, since, zone):
    clock = Ticking(left, since, zone)
    assert since <= clock.warns() <= clock.runs_out()
    assert clock.left_at(clock.warns()) <= max(WARNED_AT_MOST, left)


@given(until=moments, amount=amounts, zone=zones)
def test_what_has_been_counted_is_counted_back(until, amount, zone):
    assert running_time(before_running(until, amount, zone), until, zone) == amount


@given(left=amounts, since=moments, began=moments, lasted=amounts, zone=zones)
def test_after_an_outage_so_much_is_left_as_before(left, since, began, lasted, zone):
    clock, ended = Ticking(left, since, zone), began + lasted
    after = clock.credited(began, ended)
    assert after.left_at(max(ended, since)) == clock.left_at(max(began, since) if began < ended else began)
    assert after.runs_out() >= clock.runs_out()
    assert after.since >= since


@given(left=amounts, since=moments, began=moments, lasted=amounts)
def test_an_outage_moves_the_end_by_what_it_took(left, since, began, lasted):
    clock = Ticking(left, since)
    moved = clock.credited(began, began + lasted).runs_out() - clock.runs_out()
    assert NOTHING <= moved <= lasted
    if since <= began:
        assert moved == lasted
