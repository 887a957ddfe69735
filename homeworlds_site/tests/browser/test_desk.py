"""A table at a desk: all of it in view, and played by typing."""

from __future__ import annotations

import itertools

import pytest

from accounts.models import Player
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import EntryKind, SeatOrder
from games.services import SeatWish, create_game, join_game
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.tables import busy_table

pytestmark = pytest.mark.browser

SIZES = {(1280, 800): 324, (1440, 900): 324, (1920, 1080): 340, (1024, 768): 324}
"""And how wide the panel with the turn is."""
PANELS = {"talk": "#talk-text", "log": ".log", "turn": "#end-turn"}
"""What each tab shows, and no other."""
SEEN = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const left = (one) => box(one).left, right = (one) => box(one).right;
  const home = box(".map .home.below"), map = box(".table-map"), columns = document.querySelector(".columns");
  return {
    page: [document.documentElement.scrollHeight, document.documentElement.scrollWidth],
    home: home.top >= map.top && home.bottom <= innerHeight,
    columns: columns.scrollHeight <= columns.clientHeight,
    bar: box(".header").height,
    head: box(".table-head").top + box(".table-head").height,
    apart: right(".header__nav") <= left(".table-title") && right(".table-count") <= left(".header__account")
      && [...document.querySelectorAll(".header__nav a")].every(
        (link) => link.getBoundingClientRect().right <= right(".header__nav")),
    side: Math.round(box("#sheet").width),
    field: box("#order-text").height,
    focus: document.activeElement.id,
  };
}"""


@pytest.fixture
def two_games(alice, bob, bots_wait):
    """Both wait for Alice; the first is shown."""
    games = [table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY)) for _game in "12"]
    for game in games:
        for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob"):
            play_turn(game, text)
    return games


def test_all_of_the_table_is_in_view_and_nothing_grows_while_one_plays(
    visit, alice, others, log_in, bots_wait
):
    game = busy_table([alice, *others[:3]], Variant.LAST_CAPTAIN_STANDING, 4)
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.page
    for language, (size, side) in itertools.product(("fr", "en"), SIZES.items()):
        Player.objects.filter(pk=alice.pk).update(language=language)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.open(f"/games/{game.public_id}/")
        seen = page.evaluate(SEEN)
        assert seen["page"] == [size[1], size[0]], size
        assert seen["home"], size
        assert seen["columns"] or size[0] < 1280, size
        assert (seen["bar"], seen["head"]) == (45, 44)
        assert seen["apart"], (size, language)
        assert (seen["side"], seen["field"]) == (side, 44)
    letters = "getComputedStyle(document.querySelector('.map')).fontSize"
    before = page.evaluate(letters)
    visitor.press("#home-0")
    assert page.evaluate(letters) == before
    # Talk and log have tabs, which stay open while news comes, and the map leads back to the turn.
    for panel, there in PANELS.items():
        visitor.open_panel(panel)
        assert [page.locator(one).is_visible() for one in PANELS.values()] == [
            one == there for one in PANELS.values()
        ]
    visitor.open_panel("log")
    visitor.press("#home-0")
    assert page.locator("#end-turn").is_visible() and not page.locator(".log").is_visible()


def test_a_turn_is_typed_and_nothing_typed_is_lost(visit, two_games, alice, log_in):
    game, other = two_games
    visitor = visit((1440, 900))
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    field = page.locator("#order-text")
    page.keyboard.press("t")
    page.keyboard.type("mvoe")
    visitor.mark_table()
    page.keyboard.press("Control+Enter")
    visitor.await_table()
    # The error stands in the card of the turn, the field keeps the focus, and nothing can be ended.
    assert page.locator("#turn-panel #order-error mark").inner_text() == "mvoe"
    assert page.evaluate(SEEN)["focus"] == "order-text" and page.locator("#end-turn").is_disabled()
    field.fill("build g1 ali")
    page.reload()
    assert field.input_value() == "build g1 ali"
    # A touch of the map does something else; what was typed is offered beside it.
    visitor.press("#home-0")
    assert page.evaluate("document.activeElement.className") == "sheet-question"
    visitor.press("#choose-do-build")
    assert field.input_value() == "build G1 Alice"
    assert page.locator("#order-kept code").inner_text() == "build g1 ali"
    page.locator("#order-again").click()
    assert field.input_value() == "build g1 ali"
    field.fill("trade g3 b3 alice")
    page.locator("#go-on").check()
    field.focus()
    visitor.mark_table()
    page.keyboard.press("Control+Enter")
    visitor.await_table()
    assert field.input_value() == "trade G3 B3 Alice"
    page.keyboard.press("Control+Enter")
    page.wait_for_url(f"**/games/{other.public_id}/")
    assert page.locator("#go-on").is_checked()
    # No key between two games: the field is ready there.
    page.keyboard.type("build g1 alice")
    assert field.input_value() == "build g1 alice"
    turns = game.log.filter(kind=EntryKind.TURN, seat=0, number__gt=2).values_list("text", flat=True)
    assert list(turns) == ["trade G3 B3 Alice"]
    assert set(visitor.refusals) == {422}


def test_single_keys_make_a_turn_and_can_be_switched_off(visit, two_games, alice, log_in):
    game, other = two_games
    visitor = visit((1440, 900))
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")

    def type_keys(keys: str) -> None:
        visitor.mark_table()
        page.keyboard.type(keys)
        visitor.await_table()

    type_keys("sa")
    choices = "[...document.querySelectorAll('#turn-panel .choices a.choice')]"
    number = page.evaluate(f"{choices}.findIndex(one => one.id === 'choose-do-build')")
    for keys in (str(number + 1), "u", "sa", str(number + 1)):
        type_keys(keys)
    assert page.locator("#order-text").input_value() == "build G1 Alice"
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    for key in "tneu?":
        page.keyboard.press(key)
    assert page.locator("#undo").count() == 1 and not page.locator("#keys").is_visible()
    page.locator("#keys-open").click()
    page.locator("#keys-on").check()
    page.locator("#keys button").click()
    type_keys("e")
    assert game.log.filter(kind=EntryKind.TURN, seat=0).latest("number").text == "build G1 Alice"
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{other.public_id}/")


def test_next_and_the_list_lead_into_the_order_field_and_a_pointer_does_not(visit, two_games, alice, log_in):
    game, other = two_games
    visitor = visit((1440, 900))
    log_in(visitor, alice)
    focus = "document.activeElement.id"
    page = visitor.open("/games/mine/")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/games/{game.public_id}/")
    assert page.evaluate(focus) == "order-text"
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{other.public_id}/")
    assert page.evaluate(focus) == "order-text"
    page = visitor.open("/games/mine/")
    page.locator(".game-row__link").first.click()
    page.wait_for_url(f"**/games/{game.public_id}/")
    assert page.evaluate(focus) != "order-text"


def test_at_a_zoom_of_400_percent_the_sheet_lets_go_and_the_focus_is_seen(visit, two_games, alice, log_in):
    visitor = visit((320, 256), way="keyboard")
    log_in(visitor, alice)
    page = visitor.open(f"/games/{two_games[0].public_id}/")
    assert page.evaluate("getComputedStyle(document.getElementById('sheet')).position") == "static"
    page.set_viewport_size({"width": 390, "height": 664})
    page.reload()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    covered = """() => {
      const one = document.activeElement, box = one.getBoundingClientRect();
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return top && (one.contains(top) || top.contains(one)) ? "" : one.id || one.outerHTML.slice(0, 80);
    }"""
    for _press in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(covered) == ""
    visitor.tab_to("#home-1")
    for _press in range(8):
        assert page.evaluate(covered) == ""
        page.keyboard.press("Tab")


def test_a_game_that_begins_while_one_waits_is_played_as_any(visit, alice, bob, log_in, bots_wait):
    rules = preset_rules(Preset.BOOKLET, Variant.BINARY)
    seats = [SeatWish(player=alice), SeatWish()]
    terms = GameTerms(clock=PACES["days-3"])
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED, terms=terms)
    visitor = visit((1440, 900))
    log_in(visitor, alice, asked_about_push=False)
    page = visitor.open(f"/games/{game.public_id}/")
    assert page.locator("script[src*=push]").count() == page.locator("link[href*=push]").count() == 1
    join_game(game_id=game.pk, player=bob)
    page.locator("#order-text").wait_for()
    page.locator("#order-text").fill("homeworld y1 b2 g3")
    visitor.mark_table()
    page.keyboard.press("Control+Enter")
    visitor.await_table()
    # It has its size at once, keeps the focus, and has what pages have that began with the game.
    assert page.evaluate("document.documentElement.className").startswith("em-")
    assert page.locator(".map").is_visible() and page.evaluate("document.activeElement.id") == "order-text"
    page.locator("#keys-open").click()
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.locator("a.clock-link").first.click()
    page.locator("#clock-sheet").wait_for()
