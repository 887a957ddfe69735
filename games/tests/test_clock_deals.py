"""More time, pauses and clocks for running games, as players read and press them at the table."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.clocks.deadlines import is_paused
from games.clocks.paces import PACES
from games.models import EntryKind, Game, LogEntry, Status
from games.services import resign
from games.tests.browsing import Browser
from games.tests.clocks import now, set_up, time_runs_out, timed_table
from games.tests.play import table_of
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def people(db):
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


@pytest.fixture
def game(people) -> Game:
    return timed_table(*people[:2])


@pytest.fixture
def untimed(people) -> Game:
    return table_of(*people[:2], rules=preset_rules(Preset.MODERN, Variant.BINARY))


def at(player, game: Game) -> Browser:
    return Browser(player).open(f"/games/{game.public_id}/")


def about(player, game: Game) -> Browser:
    return Browser(player).open(f"/games/{game.public_id}/about/")


def text(browser: Browser) -> str:
    return str(page_of(browser.page).one("main").text)


def press(browser: Browser, action: str, *fields: str, **values: str) -> None:
    assert browser.send(browser.form(*fields, action=action), **values).status_code == 303


def propose(player, game: Game, matter: str) -> None:
    answer = Browser(player).client.post(f"/games/{game.public_id}/clocks/agree/", {"matter": matter})
    assert answer.status_code == 303


def test_more_time_is_given_by_a_button(game, people):
    game = set_up(game)
    Game.objects.update(clock_left=[timedelta(days=1) // timedelta(milliseconds=1)] * 2)
    page = about(people[0], game)
    assert "Give all others 1 day more" in text(page)
    press(page, "/more-time/", "key")
    assert LogEntry.objects.filter(kind=EntryKind.CLOCK, data__what="given").count() == 1
    assert "Alice gave all others more time." in text(at(people[1], game))


def test_a_pause_is_proposed_and_agreed_on_at_the_table(game, people):
    assert "Propose a pause" in text(about(people[0], game))
    propose(people[0], game, "pause")
    assert "Propose a pause" not in text(about(people[1], game))
    other = at(people[1], game)
    assert "For a pause of the clocks, 14 days at most: Alice." in text(other)
    press(other, "/clocks/agree/", "matter")
    assert is_paused(now(game), database_now())
    said = text(at(people[0], game))
    assert "The game is paused: no clock runs" in said
    assert "For a pause" not in said
    assert "Propose to end the pause" in text(about(people[0], game))
    assert "Propose a pause" not in text(about(people[0], game))


@pytest.mark.parametrize("who", [0, 1])
def test_a_proposal_is_taken_back_or_declined(game, people, who):
    propose(people[0], game, "pause")
    page = at(people[who], game)
    assert ("Take the proposal back" if who == 0 else "I am against it") in text(page)
    press(page, "/clocks/against/", "matter")
    assert not now(game).asks_consent
    assert "For a pause" not in text(at(people[1], game))


def test_a_game_without_a_clock_gets_one(untimed, people):
    page = about(people[0], untimed)
    press(page, "/clocks/agree/", "pace", pace="slow")
    other = at(people[1], untimed)
    assert "For a clock, 10 days and 1 day 12 hours more a turn: Alice." in text(other)
    press(other, "/clocks/agree/", "matter")
    assert now(untimed).clock_start == PACES["slow"].start
    assert "This game has no clock" not in text(about(people[0], untimed))


def test_live_clocks_are_not_offered_to_a_running_game(untimed, people):
    form = about(people[0], untimed).form("pace", action="/clocks/agree/")
    assert "normal" in form.choices["pace"]
    assert "live" not in form.choices["pace"]


def test_watchers_and_who_is_out_find_nothing_to_press(people):
    game = set_up(timed_table(*people[:3]))
    propose(people[0], game, "pause")
    resign(game_id=game.pk, player=people[2], key="gone", confirmed=True)
    for viewer in (people[2], people[3], None):
        assert "For a pause" not in text(at(viewer, game))
        assert "Propose" not in text(about(viewer, game))


def test_who_plays_with_bots_alone_has_nobody_to_agree_with(people, bots):
    game = timed_table(people[0], Player.objects.filter(kind=Player.Kind.BOT)[0])
    assert game.status == Status.RUNNING
    assert "This game has no clock" not in text(about(people[0], game))


@pytest.mark.parametrize(
    ("data", "why"), [({"matter": "rain"}, "has a clock"), ({"matter": "resume"}, "is not paused")]
)
def test_junk_is_refused_in_words(game, people, data, why):
    answer = Browser(people[0]).client.post(f"/games/{game.public_id}/clocks/agree/", data)
    assert answer.status_code == 409
    assert why in page_of(answer).text


def test_time_that_cannot_be_given_is_said(people):
    game = timed_table(*people[:2], clock="days-1")
    page = about(people[0], game)
    answer = page.send(page.form("key", action="/more-time/"))
    assert answer.status_code == 409
    assert "clock can hold enough more time" in page_of(answer).text


def test_a_vacation_that_begins_by_itself_is_told_in_the_log(people):
    game = time_runs_out(timed_table(*people[:2], vacation_allowed=True))
    assert "a vacation has begun by itself" in text(at(people[1], game))
