"""The table as whoever sits at a desk uses it: panels beside the map, orders typed, on to the next game."""

import pytest

from games.models import Game
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from games.tests.table_views import START, address, put
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return put(table_of(alice, bob, rules=RuleSet()), START)


@pytest.fixture
def other(alice, bob):
    """Waits for Alice as well."""
    return table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))


def test_the_panel_beside_the_map_is_the_one_that_the_address_names(game, alice):
    surfer = Browser(alice)
    for asked, shown in {"": "turn", "turn": "turn", "talk": "talk", "log": "log", "junk": "turn"}.items():
        page = page_of(surfer.open(f"{address(game)}?panel={asked}").page)
        assert f"desk--{shown}" in page.by_id("table")["class"].split()
        current = [tab.text for tab in page.one("navigation", "Beside the map").select("[aria-current]")]
        assert current == [shown.capitalize()]


def test_the_tabs_keep_the_turn_in_the_making_and_the_side(game, alice, charlie):
    page = page_of(Browser(alice).open(f"{address(game)}?turn=build+G1+Alice").page)
    assert page.by_id("tab-log")["href"] == f"{address(game)}?turn=build+G1+Alice&panel=log"
    page = page_of(Browser(charlie).open(f"{address(game)}?seat=1").page)
    assert page.by_id("tab-talk")["href"] == f"{address(game)}?seat=1&panel=talk"


def test_a_step_that_cannot_be_read_is_marked_and_the_turn_cannot_end(game, alice):
    order = "sacrifice+Y1+Alice%3B+mvoe+B1+Vega%3B+pass"
    page = page_of(Browser(alice).client.get(f"{address(game)}?turn={order}"))
    (said,) = page.texts("alert")
    assert said.startswith("Step 2: ")
    assert [mark.text for mark in page.by_id("order-error").select("mark")] == ["mvoe B1 Vega"]
    assert page.by_id("order-error").select("code")[0].text == "sacrifice Y1 Alice; mvoe B1 Vega; pass"
    assert "order-error" in page.by_id("order-text")["aria-describedby"].split()
    assert "disabled" in page.by_id("end-turn")
    page = page_of(Browser(alice).open(f"{address(game)}?turn=build+G1+Alice").page)
    assert "disabled" not in page.by_id("end-turn") and page.texts("alert") == []


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_whoever_wishes_goes_on_to_the_next_game_after_a_turn(game, other, alice, htmx):
    surfer = Browser(alice)
    form = surfer.open(f"{address(game)}?turn=build+G1+Alice").form("turn", "key")
    answer = surfer.send(form, go_on="1", htmx=htmx)
    assert answer.headers["HX-Redirect" if htmx else "Location"] == address(other)
    assert game.log.get().text == "build G1 Alice"
    page = page_of(surfer.open(address(other)).page)
    assert "checked" in page.by_id("go-on")


def test_the_wish_to_go_on_ends_with_its_tick_and_where_no_game_waits(game, alice, bob, other):
    surfer = Browser(alice)
    play_turn(other, "homeworld G1 B2 G3 Alice")
    form = surfer.open(f"{address(game)}?turn=build+G1+Alice").form("turn", "key")
    assert surfer.send(form, go_on="1").url == address(game)
    play_turn(other, "homeworld Y1 B3 G3 Bob")
    play_turn(Game.objects.get(pk=game.pk), "build G1 Bob")
    surfer.open(f"{address(other)}?turn=build+G1+Alice")
    sent = dict(surfer.form("turn", "key").fields)
    del sent["go_on"]
    answer = surfer.client.post(f"{address(other)}turn/", sent)
    assert answer.url == address(other)
    assert "checked" not in page_of(surfer.open(address(game)).page).by_id("go-on")


def test_one_skips_to_the_turn_and_the_order_lies_near(game, alice):
    page = page_of(Browser(alice).open(address(game)).page)
    first = page.all("link")[0]
    assert (first.text, first["href"]) == ("Skip to the turn", "#turn-heading")
    assert page.find_id("turn-heading") is not None
    assert {"Map", "Talk"} <= {heading.text for heading in page.all("heading")}


def test_a_fragment_has_the_tabs_too(game, alice):
    fragment = page_of(Browser(alice).client.get(f"{address(game)}table/?turn=pass", headers=HTMX))
    assert fragment.by_id("tab-talk")["href"] == f"{address(game)}?turn=pass&panel=talk"
