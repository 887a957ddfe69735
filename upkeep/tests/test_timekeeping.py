"""The time of the site: it stands while the timekeeper is away, and follows no clock that jumps."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db.models import F

from upkeep import clock
from upkeep.clock import GAP, LIVE_GAP, database_now, local_now
from upkeep.models import Heartbeat, Outage
from upkeep.timekeeping import beats
from upkeep.timekeeping.beats import accept_clock, beat

pytestmark = pytest.mark.django_db
Player = get_user_model()
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
MONTH = timedelta(days=30)


class World:
    """Time that passes, and what the database's clock shows of it."""

    def __init__(self) -> None:
        self.began = clock.reading().clock
        self.passed = self.set_by = timedelta(0)

    def reading(self) -> clock.Reading:
        return clock.Reading(self.began + self.passed + self.set_by, clock.heart())

    def beats(self, after: timedelta = 5 * SECOND) -> datetime:
        self.passed += after
        return beat().now

    @property
    def true(self) -> datetime:
        return self.began + self.passed

    def is_told(self) -> bool:
        return Heartbeat.objects.filter(ahead=timedelta(0)).count() == 0


@pytest.fixture
def world(monkeypatch) -> World:
    made = World()
    monkeypatch.setattr(clock, "reading", made.reading)
    monkeypatch.setattr(clock, "ticks", lambda: made.passed.total_seconds())
    made.beats()
    return made


@pytest.fixture
def signed_up(db) -> Any:
    """Has a day to confirm an address: a deadline like any other."""
    player = Player.objects.create(name="Alice", email=None)
    Player.objects.filter(pk=player.pk).update(unconfirmed_since=clock.reading().clock)
    return Player.objects.get(pk=player.pk)


def since(player: Any) -> datetime:
    found = Player.objects.get(pk=player.pk).unconfirmed_since
    assert found is not None
    return found


# --- Nobody believes a time that the timekeeper has not seen


@pytest.mark.parametrize(("live", "gap"), [(False, GAP), (True, LIVE_GAP)])
def test_while_the_timekeeper_is_away_time_stands_at_its_last_beat(world, live, gap):
    last = world.true
    world.passed += gap
    assert database_now(live=live) == world.true
    world.passed += SECOND
    assert database_now(live=live) == last
    world.set_by = -MONTH
    assert database_now(live=live) == last


def test_what_was_done_before_the_gap_was_noticed_comes_no_later_than_what_follows(world):
    done = world.true + 2 * SECOND
    world.passed += HOUR
    assert database_now(known=done) == done
    assert database_now(known=world.true + MONTH) < done


def test_what_is_only_shown_goes_on_by_itself_and_asks_nobody(world, django_assert_num_queries):
    told = database_now()
    world.passed, world.set_by = world.passed + HOUR, MONTH
    with django_assert_num_queries(0):
        assert local_now() == told + HOUR


# --- An outage


@pytest.mark.parametrize("away", [timedelta(minutes=6), HOUR, MONTH])
def test_time_in_which_nobody_was_there_is_an_outage(world, signed_up, away):
    began, before = world.true, since(signed_up)
    assert world.beats(away) == world.true
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (began, world.true)
    assert since(signed_up) == before + away and not world.is_told()


def test_where_nobody_was_there_to_see_it_a_jump_is_an_outage(world, monkeypatch):
    """A machine that was started anew, say."""
    Heartbeat.objects.update(witness="another start")
    monkeypatch.setattr(beats, "_own", None)
    world.set_by = MONTH
    world.beats()
    assert Outage.objects.get().ended_at == world.true + MONTH and not world.is_told()


# --- A jump


@pytest.mark.parametrize("jump", [MONTH, -MONTH, timedelta(minutes=6), timedelta(minutes=-6)])
def test_a_jump_is_told_and_moves_nothing_and_ends_with_it(world, signed_up, jump, caplog):
    before = since(signed_up)
    world.set_by = jump
    assert database_now() <= world.true
    for _ in range(3):
        assert world.beats() == world.true == database_now()
    assert world.is_told() and caplog.text.count("has jumped by") == 1
    world.set_by = timedelta(0)
    assert database_now() <= world.true
    assert world.beats() == world.true == database_now()
    assert not world.is_told() and not Outage.objects.exists() and since(signed_up) == before


def test_a_clock_that_is_set_a_little_is_believed(world):
    world.set_by = timedelta(minutes=-4)
    world.beats()
    assert not world.is_told() and database_now() == world.true - timedelta(minutes=4)


def test_an_outage_and_a_jump_at_once_are_told_apart(world, signed_up):
    before = since(signed_up)
    world.set_by = MONTH
    assert world.beats(HOUR) == world.true
    assert world.is_told() and since(signed_up) == before + HOUR


@pytest.mark.parametrize("own", [True, False])
def test_of_several_machines_each_has_seen_what_came_since_its_own_beat(world, own, monkeypatch):
    Heartbeat.objects.update(witness="another machine", at=F("at") + SECOND, witnessed_at=F("at") + SECOND)
    if not own:
        monkeypatch.setattr(beats, "_own", None)
    world.set_by = MONTH
    world.beats()
    assert world.is_told() is own and Outage.objects.exists() is not own


def test_a_clock_that_was_set_back_while_nobody_was_there_stands_until_staff_say_so(world, monkeypatch):
    Heartbeat.objects.update(witness="another start")
    monkeypatch.setattr(beats, "_own", None)
    last = world.true
    world.set_by = -MONTH
    assert world.beats() == last and world.is_told()


# --- What staff say


@pytest.mark.parametrize("jump", [MONTH, -MONTH])
def test_staff_say_that_the_clock_is_right_and_everything_moves_once(world, signed_up, jump):
    before, out = since(signed_up), StringIO()
    world.set_by = jump
    world.beats()
    call_command("clock_jump", stdout=out)
    assert "It has jumped by" in out.getvalue()
    call_command("clock_jump", "--accept", stdout=out)
    assert "1 open deadlines were moved" in out.getvalue()
    assert database_now() == world.true + jump and not world.is_told()
    assert abs(since(signed_up) - before - jump) <= 5 * SECOND
    with pytest.raises(CommandError, match="believed as it is"):
        call_command("clock_jump", "--accept")
    assert world.beats() == world.true + jump and not world.is_told()


def test_a_jump_that_was_believed_is_taken_back(world, signed_up, monkeypatch):
    before = since(signed_up)
    Heartbeat.objects.update(witness="another start")
    monkeypatch.setattr(beats, "_own", None)
    world.set_by = MONTH
    world.beats()
    assert since(signed_up) == before + MONTH + 5 * SECOND
    outage = Outage.objects.get()
    call_command("clock_jump", "--take-back", str(outage.pk), stdout=StringIO())
    assert since(signed_up) == before and not Outage.objects.exists()
    assert abs(database_now() - world.true) <= 5 * SECOND and world.is_told()
    world.set_by = timedelta(0)
    world.beats()
    assert not world.is_told() and database_now() == world.true
    with pytest.raises(CommandError, match="no such outage"):
        call_command("clock_jump", "--take-back", str(outage.pk))


def test_a_jump_that_was_believed_is_also_over_when_staff_accept_the_clock_that_was_set_right(
    world, signed_up, monkeypatch
):
    before = since(signed_up)
    Heartbeat.objects.update(witness="another start")
    monkeypatch.setattr(beats, "_own", None)
    world.set_by = MONTH
    world.beats()
    world.set_by = timedelta(0)
    world.beats()
    assert world.is_told()
    assert accept_clock().by == -MONTH
    assert abs(since(signed_up) - before) <= 10 * SECOND and database_now() == world.true


# --- No moment in the future is believed


def test_an_outage_that_ends_in_the_future_gives_no_grace(world):
    Outage.objects.create(began_at=world.true, ended_at=world.true + MONTH, live_only=False)
    assert not beat().in_grace
    Outage.objects.update(ended_at=world.true - SECOND)
    assert beat().in_grace


def test_a_short_outage_gives_no_grace_and_is_not_taken_back(world):
    """It has moved what is live alone, which falls as soon as it may."""
    last = world.true
    world.beats(LIVE_GAP + SECOND)
    outage = Outage.objects.get()
    assert (outage.began_at, outage.live_only) == (last, True) and not beat().in_grace
    with pytest.raises(CommandError, match="no such outage"):
        call_command("clock_jump", "--take-back", str(outage.pk))
    world.beats(GAP + SECOND)
    assert not Outage.objects.latest("pk").live_only and beat().in_grace


@pytest.mark.parametrize(("away", "live_only"), [(LIVE_GAP, None), (GAP, True), (GAP + SECOND, False)])
def test_how_long_nobody_may_be_there(world, away, live_only):
    world.beats(away)
    assert list(Outage.objects.values_list("live_only", flat=True)) == (
        [] if live_only is None else [live_only]
    )
