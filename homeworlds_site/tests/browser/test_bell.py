"""The bell in a browser: from its number to an empty one, by mouse, by keys and without a script."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.models import Room
from games.services import say
from games.tests.clocks import timed_table
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.looking import look_at
from homeworlds_site.tests.browser.visitor import PHONE
from notices.models import Notice

pytestmark = pytest.mark.browser
FIRST = "homeworld R1 B2 G3"


@pytest.fixture
def news(alice, bob):
    """Bob has the turn in two of three games; there is talk in one."""
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, FIRST)
    say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Peace until turn 40? " * 8, key="1")
    timed_table(bob, alice)
    timed_table(alice, bob)
    return game


@pytest.mark.parametrize("how", [{}, {"scripts": False}], ids=["scripts", "no-scripts"])
def test_the_number_leads_to_what_is_new_and_a_table_or_all_seen_reads_it(visit, bob, news, log_in, how):
    visitor = visit(PHONE, **how)
    log_in(visitor, bob)
    page = visitor.open("/rules/")
    assert page.locator(".bell__count").inner_text() == "4"
    visitor.press(page.locator("#bell"))
    assert page.locator("h1").inner_text() == "What is new"
    visitor.press(page.locator(f".news-group__head[href='/games/{news.public_id}/']"))
    assert page.locator(".bell__count").inner_text() == "1"
    visitor.open("/bell/")
    visitor.press(page.get_by_role("button", name="All seen"))
    assert page.locator(".news__none").is_visible() and page.locator(".bell__count").count() == 0
    assert not Notice.objects.filter(player=bob, seen_at=None).exists()


def test_b_leads_there_but_not_where_one_writes(visit, bob, news, log_in):
    visitor = visit()
    log_in(visitor, bob)
    page = visitor.open("/rules/")
    page.keyboard.press("b")
    page.wait_for_url("**/bell/")
    page = visitor.open("/settings/notices/")
    page.locator("main select").first.focus()
    page.keyboard.press("b")
    assert not page.url.endswith("/bell/")


@pytest.mark.parametrize("language", ["", "fr"])
def test_it_can_be_used_by_everybody_and_fits_every_width(visit, alice, bob, news, log_in, language):
    Player.objects.update(language=language)
    visitor = visit(PHONE)
    log_in(visitor, bob)
    assert look_at(visitor, f"bell-{language or 'en'}", "/bell/") == []
    assert violations(visitor, "the bell", ("dark", "light")) == []
    visitor.press(visitor.page.locator("main form button"))
    assert look_at(visitor, f"bell-empty-{language or 'en'}") == []
    assert violations(visitor, "the empty bell", ("dark", "light")) == []
