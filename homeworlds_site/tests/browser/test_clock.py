"""The statement of a clock in a browser: a sheet over the table, a page without a script, by keyboard, and
nothing that axe finds."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game, Outage, Seat
from games.services import give_time
from games.services.clocks.sweeping import sweep_clocks
from games.tests.clocks import log_ages, now, set_up, time_passes, timed_table
from games.tests.play import play_turn
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor
from upkeep.clock import database_now
from upkeep.timekeeping.beats import note_outage

pytestmark = pytest.mark.browser
HOUR = timedelta(hours=1)
PICTURES = os.environ.get("CLOCK_PICTURES", "")
"""A folder, for who wants to look at it."""


def ages(game: Game, time: timedelta) -> None:
    time_passes(game, time)
    log_ages(game, time)
    Game.objects.filter(pk=game.pk).update(started_at=F("started_at") - time)
    Outage.objects.update(began_at=F("began_at") - time, ended_at=F("ended_at") - time)


@pytest.fixture
def people(transactional_db) -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Karl")]


@pytest.fixture
def four(people) -> Game:
    """Alice has had an outage and a gift."""
    game = set_up(timed_table(*people, clock="normal", vacation_allowed=True))
    for seat in range(4):
        ages(game, (9 + 7 * seat) * HOUR)
        play_turn(game, "pass")
    ages(game, 20 * HOUR)
    note_outage(database_now() - 9 * HOUR, database_now(), live_only=False)
    ages(game, 60 * HOUR)
    give_time(game_id=game.pk, player=people[1], key="gift")
    ages(game, 5 * HOUR)
    return now(game)


@pytest.fixture
def adrift(people) -> Game:
    game = set_up(timed_table(*people, clock="normal", excuses=1))
    for _ in range(2):
        ages(game, now(game).due_at - database_now() + timedelta(seconds=1))
        sweep_clocks()
    ages(game, 30 * HOUR)
    assert Seat.objects.get(game=game, number=0).adrift_since
    return now(game)


def picture(visitor: Visitor, name: str, *, whole: bool = False) -> None:
    for scheme in ("dark", "light"):
        if PICTURES:
            visitor.page.emulate_media(color_scheme=scheme)
            visitor.page.screenshot(path=Path(PICTURES) / f"{name}-{scheme}.png", full_page=whole)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_clock_opens_over_the_table_and_closes_again(visit, log_in, people, four, size):
    visitor = visit(size)
    log_in(visitor, people[0])
    visitor.open(f"/games/{four.public_id}/")
    link, sheet = visitor.page.locator("a.clock-link").first, visitor.page.locator("#clock-sheet")
    link.focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.locator("#clock-sheet h2").wait_for()
    assert visitor.page.evaluate("document.activeElement.id") == "clock-heading"
    assert "Your clock" in sheet.inner_text() and "Bob’s gift" in sheet.inner_text()
    assert sheet.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert not violations(visitor, "sheet", ("dark", "light"))
    picture(visitor, f"four-{size[0]}")
    sheet.evaluate("box => box.scrollTo(0, 560)")
    picture(visitor, f"four-below-{size[0]}")
    sheet.locator("a.clock-link", has_text="Bob").click()
    visitor.page.locator("#clock-heading", has_text="Bob").wait_for()
    visitor.page.keyboard.press("Escape")
    assert not sheet.is_visible()
    assert visitor.page.evaluate("document.activeElement.className") == "clock-link"


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_without_a_script_it_is_a_page(visit, log_in, people, adrift, size):
    erin = person("Erin")
    visitor = visit(size, scripts=False)
    log_in(visitor, erin)
    visitor.open(f"/games/{adrift.public_id}/")
    visitor.page.locator("a.clock-link").first.click()
    assert visitor.page.url.endswith(f"/games/{adrift.public_id}/clock/0/")
    assert "Passed so far: 0 of 3." in visitor.page.inner_text("main")
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(visitor, f"adrift-{size[0]}", whole=True)
    visitor.page.get_by_role("button", name="Play on for Alice").click()
    assert Seat.objects.get(game=adrift, number=0).player == erin


def test_a_duel_has_one_box_and_axe_finds_nothing_on_the_pages(visit, log_in, people, adrift):
    duel = set_up(timed_table(*people[:2], clock="days-3"))
    ages(duel, 66 * HOUR + 48 * HOUR / 60)
    visitor = visit(PHONE)
    log_in(visitor, people[0])
    for game in (duel, adrift):
        visitor.open(f"/games/{game.public_id}/clock/0/")
        assert not violations(visitor, str(game), ("dark", "light"))
    visitor.open(f"/games/{duel.public_id}/clock/0/")
    assert "At zero Bob wins" in visitor.page.inner_text("main")
    picture(visitor, "duel-390", whole=True)
