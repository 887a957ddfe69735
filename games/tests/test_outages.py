"""Outages and clocks: in bulk as by the arithmetic, after a backup was restored, and what does not agree."""

from __future__ import annotations

import random
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.tests.cast import person
from games.clocks.arithmetic import Ticking
from games.clocks.deadlines import left_of, set_deadline, ticking
from games.log import rebuilding
from games.models import Game, Heartbeat, Outage, Seat, Status
from games.services.clocks.sweeping import sweep_clocks
from games.tests.clocks import now, seat, set_up, time_passes, timed_table
from upkeep import clock
from upkeep.clock import database_now
from upkeep.timekeeping.beats import GRACE, beat, note_outage

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
A_MOMENT = timedelta(seconds=30)
ZONES = ("", "Europe/Paris", "America/New_York", "Asia/Tokyo")


@pytest.fixture
def people(db):
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


@pytest.fixture
def game(people) -> Game:
    return set_up(timed_table(*people[:2]))


# --- One rule for an outage


@pytest.mark.parametrize("seed", range(4))
def test_what_is_moved_in_bulk_is_moved_as_the_arithmetic_says(people, seed):
    """Clocks that began before, within and after an outage, and weekends within it, in all zones."""
    lots, ended = random.Random(seed), database_now()
    began = ended - timedelta(minutes=lots.randint(6, 9 * 24 * 60))
    expected: dict[int, Ticking] = {}
    for number in range(20):
        game = timed_table(*people[:2], weekend_zone=ZONES[number % len(ZONES)])
        game.clock_since = ended - timedelta(minutes=lots.randint(-300, 14 * 24 * 60))
        game.clock_left = [lots.randint(0, 7 * 24 * 60) * 60_000, 0]
        set_deadline(game, warned=lots.random() < 0.5)
        game.save()
        expected[game.pk] = ticking(game).credited(began, ended)
    note_outage(began, ended, live_only=False)
    for game_id, ticks in expected.items():
        game = Game.objects.get(pk=game_id)
        assert (game.clock_since, game.due_at) == (ticks.since, ticks.runs_out()), game.weekend_zone
        assert game.sweep_at in (ticks.runs_out(), ticks.warns())


# --- A backup


def restored(game: Game, after: timedelta) -> None:
    """What is stored is as old as the backup."""
    time_passes(game, after)
    Heartbeat.objects.update(at=database_now() - after)


def test_a_backup_that_is_restored_is_an_outage_since_it_was_made(game):
    beat()
    time_passes(game, game.due_at - database_now() - 2 * HOUR)
    left = now(game).due_at - database_now()
    restored(game, 30 * HOUR)
    assert now(game).due_at < clock.reading().clock
    assert sweep_clocks() == 1  # whose time runs out in two hours is warned
    assert now(game).status == Status.RUNNING
    assert abs(now(game).due_at - database_now() - left) < A_MOMENT
    outage = Outage.objects.get()
    assert abs(outage.ended_at - outage.began_at - 30 * HOUR) < A_MOMENT and not outage.live_only


@pytest.mark.parametrize("sweeps", [1, 3])
def test_after_that_nothing_falls_for_a_quarter_of_an_hour(game, sweeps):
    """Not even what had run out when the backup was made."""
    beat()
    time_passes(game, game.due_at - database_now() + HOUR)
    restored(game, 6 * HOUR)
    for _ in range(sweeps):
        sweep_clocks()
        assert now(game).status == Status.RUNNING
    Outage.objects.update(ended_at=database_now() - GRACE + timedelta(minutes=1))
    sweep_clocks()
    assert now(game).status == Status.RUNNING
    Outage.objects.update(ended_at=database_now() - GRACE - timedelta(minutes=1))
    sweep_clocks()
    assert now(game).status == Status.FINISHED


# --- What must agree


SPOILT = [
    {"due_at": None},
    {"sweep_at": None},
    {"clock_since": None, "due_at": None, "sweep_at": None},
    {"clock_left": [1, 2]},
]


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_clock_that_does_not_agree_is_named_and_mended(game, spoilt):
    assert rebuilding.check(game) == []
    Game.objects.filter(pk=game.pk).update(**spoilt)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("replay_games", "--check", stdout=out)
    assert "stored" in out.getvalue()
    call_command("replay_games", stdout=out)
    mended = now(game)
    assert rebuilding.check(mended) == []
    assert mended.due_at == mended.clock_since + left_of(mended, 0) and mended.sweep_at


def test_no_clock_runs_where_none_should(game, people):
    at = database_now()
    Seat.objects.filter(game=game, number=0).update(adrift_since=at)
    found = {str(each.field) for each in rebuilding.check(now(game))}
    assert found == {"clock_since", "due_at", "sweep_at"}
    rebuilding.rebuild(game_id=game.pk)
    assert now(game).due_at is None and rebuilding.check(now(game)) == []


# --- A turn that was begun


def test_who_is_adrift_has_begun_no_turn(people):
    """As long as the seat is adrift its player makes none, so nothing is kept of one."""
    game = set_up(timed_table(*people[:3]))
    Seat.objects.filter(game=game, number=0).update(adrift_since=database_now())
    client = Client()
    client.force_login(people[0])
    client.get(f"/games/{game.public_id}/?turn=build+y1+Alice")
    assert seat(game, 0).half_made is None
    Seat.objects.filter(game=game, number=0).update(adrift_since=None)
    client.get(f"/games/{game.public_id}/?turn=build+y1+Alice")
    assert seat(game, 0).half_made["query"] == "?turn=build+y1+Alice"
