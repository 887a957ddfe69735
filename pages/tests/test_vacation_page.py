"""A player's own vacation, by full requests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.tests.cast import person
from accounts.vacation.keeping import vacation_of
from games.services import follow_vacations
from games.tests.clocks import now, timed_table
from pages.absence import vacation
from pages.tests.visits import browser
from upkeep.tests.elements import Element, page_of

pytestmark = pytest.mark.django_db
ADDRESS = "/vacation/"
DAY = timedelta(days=1)


@pytest.fixture
def alice(db) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db) -> Player:
    return person("Bob")


def shown(player: Player) -> Element:
    response = browser(player).get(ADDRESS)
    assert response.status_code == 200
    return page_of(response)


def sent(player: Player, **data: str) -> object:
    return browser(player).post(ADDRESS, data)


def going_on(player: Player) -> object:
    player.refresh_from_db()
    return vacation_of(player, timezone.now())


def day_in(number: int) -> str:
    return (timezone.now() + number * DAY).date().isoformat()


def test_whoever_goes_is_away_to_the_end_of_the_last_day_in_the_own_zone(alice, bob):
    Player.objects.filter(pk=alice.pk).update(time_zone="Pacific/Auckland")
    zone = ZoneInfo("Pacific/Auckland")
    last = (timezone.now().astimezone(zone) + 3 * DAY).date()
    assert sent(alice, last_day=last.isoformat()).status_code == 302
    midnight = datetime(last.year, last.month, last.day, tzinfo=zone) + DAY
    assert going_on(alice).until == midnight.astimezone(UTC)
    assert "You are on vacation until" in shown(alice).text


def test_whoever_is_back_says_so(alice):
    sent(alice, last_day=day_in(4))
    assert going_on(alice)
    sent(alice, back="1")
    assert not going_on(alice)
    assert "Go on vacation now" in shown(alice).text


@pytest.mark.parametrize("number", [-1, 0, 8, 400])
def test_a_day_that_cannot_be_is_refused_in_words(alice, number):
    answer = sent(alice, last_day=day_in(number))
    assert answer.status_code == 422
    text = page_of(answer).text
    assert "24 hours at least" in text or "so much vacation left" in text
    assert not going_on(alice)


def test_without_a_day_nobody_goes(alice):
    answer = sent(alice, last_day="soon")
    assert answer.status_code == 422
    assert "Choose a day." in page_of(answer).text


@pytest.mark.parametrize("hour", range(0, 24, 5))
def test_the_days_that_are_offered_can_be_taken(alice, hour):
    """Whatever the time of day: the first is a day away, and for the last there is enough."""
    at = datetime(2026, 5, 10, hour, 30, tzinfo=UTC)
    alice.date_joined = at
    first, last = vacation._days_to_choose(alice, at)
    assert DAY <= vacation._end_of(first) - at < 2 * DAY
    assert 6 * DAY < vacation._end_of(last) - at <= 7 * DAY


def test_who_has_no_day_left_is_told(alice):
    Player.objects.update(vacation_left=20 * timedelta(hours=1), vacation_counted_at=timezone.now())
    page = shown(alice)
    assert "not enough for a whole day" in page.text
    assert not page.select("[name=last_day]")


def test_the_games_that_do_not_wait_are_listed(alice, bob):
    waits, strict = timed_table(alice, bob, vacation_allowed=True), timed_table(alice, bob)
    live, foreign = timed_table(alice, bob, clock="live"), timed_table(bob, person("Cleo"))
    page = str([each.targets for each in shown(alice).select(".game-row")])
    assert strict.public_id in page and live.public_id in page
    assert waits.public_id not in page and foreign.public_id not in page


def test_the_own_profile_leads_to_it_and_no_other(alice, bob):
    assert ADDRESS in browser(alice).get("/players/Alice/").content.decode()
    assert ADDRESS not in browser(bob).get("/players/Alice/").content.decode()


def test_my_games_say_whose_clock_stands_still(alice, bob):
    game = timed_table(alice, bob, vacation_allowed=True)
    assert "on vacation" not in browser(bob).get("/games/mine/").content.decode()
    sent(alice, last_day=day_in(4))
    follow_vacations()
    assert now(game).clock_since > timezone.now()
    assert "on vacation until" in browser(bob).get("/games/mine/").content.decode()
