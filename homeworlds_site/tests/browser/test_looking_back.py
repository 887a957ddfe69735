"""Looking back: keys and links lead through the actions, ghosts and arrows show what moved."""

from __future__ import annotations

import pytest

from games.models import Game
from games.services import mark_whole_game, resign
from games.tests.marks import BEFORE, BLUNDER
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture
def game(alice, bob, bots_wait):
    """Turn 5 is a move; Bob walks into a win with turn 6, and Alice misses it with turn 7."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in (*BEFORE, BLUNDER, "pass"):
        play_turn(game, text)
    return game


def key(visitor: Visitor, name: str) -> None:
    visitor.mark_table()
    visitor.page.keyboard.press(name)
    visitor.await_table()


def at(visitor: Visitor, game: Game) -> str:
    return visitor.page.url.partition(f"/games/{game.public_id}/")[2]


@SIZES
def test_keys_lead_through_the_game_and_the_map_shows_what_moved(visit, game, size):
    visitor = visit(size)
    page = visitor.open(f"/games/{game.public_id}/")
    way = []
    for name in ("Home", "ArrowRight", "ArrowLeft", "End", *["ArrowLeft"] * 3):
        key(visitor, name)
        way.append(at(visitor, game))
    assert way == ["turns/0/", "turns/1/", "turns/0/", "", "turns/7/1/", "turns/6/", "turns/5/"]
    assert page.locator(".ghost[data-from='1']").count() == page.locator(".came[data-to='1']").count() == 1
    page.locator(".map .arrows path.over").wait_for(state="attached")
    assert visitor.wide_parts() == []
    key(visitor, "ArrowLeft")
    assert page.locator(".arrows").count() == 0


def test_keys_leave_typed_text_and_a_turn_in_the_making_alone(visit, alice, bob, log_in, bots_wait):
    game = table_of(alice, bob, rules=RuleSet())
    for text in BEFORE[:2]:
        play_turn(game, text)
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/?turn=build+g1+alice")
    page.locator("#undo").wait_for()
    address = page.url
    for name in ("Home", "ArrowLeft"):
        page.keyboard.press(name)
    visitor.open(f"/games/{game.public_id}/")
    page.locator("#order-text").fill("build")
    for name in ("ArrowLeft", "Home"):
        page.keyboard.press(name)
    page.keyboard.type("re")
    assert page.locator("#order-text").input_value() == "rebuild"
    visitor.open(f"/games/{game.public_id}/?turn=build+g1+alice")
    assert page.url == address


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
@SIZES
def test_a_missed_win_is_shown_step_by_step_after_the_end(visit, game, bob, size, scripts):
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    mark_whole_game(game_id=game.pk)
    visitor = visit(size, scripts=scripts)
    page = visitor.open(f"/games/{game.public_id}/turns/7/")
    assert "Missed: Alice could have won here." in visitor.table_text()
    visitor.press_away(page.get_by_role("link", name="Show it on the map"))
    assert at(visitor, game) == "turns/7/missed/0/"
    visitor.press("#step-on")
    assert at(visitor, game) == "turns/7/missed/1/"
    assert "This was not played." in visitor.table_text()
    assert page.locator(".ghost").count() > 0
    assert visitor.wide_parts() == []
    visitor.press("#leave")
    assert at(visitor, game) == "turns/7/"


@SIZES
def test_the_strip_of_turns_is_dragged_pressed_and_a_slider_for_keys(visit, game, size):
    visitor = visit(size)
    page = visitor.open(f"/games/{game.public_id}/turns/7/1/")
    assert (
        page.locator(".ticks:visible [role=slider]")
        .get_attribute("aria-valuetext")
        .startswith("Turn 7, action 1 of 1. Alice: ")
    )
    box = page.locator(".ticks:visible svg").bounding_box()
    pitch, y = box["width"] / 8, box["y"] + box["height"] / 2
    before = page.evaluate("history.length")
    page.mouse.move(box["x"] + 6.5 * pitch, y)
    page.mouse.down()
    for turn in (5, 4, 3):
        page.mouse.move(box["x"] + (turn + 0.5) * pitch, y, steps=4)
    page.wait_for_url("**/turns/3/")
    page.mouse.up()
    page.locator(".ticks[data-at='3']:visible").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/turns/4/")
    page.locator(".ticks[data-at='4']:visible").wait_for()
    assert "After turn 4" in visitor.table_text()
    assert page.evaluate("history.length") <= before + 3
    assert violations(visitor, "strip") == []
    assert visitor.wide_parts() == []
