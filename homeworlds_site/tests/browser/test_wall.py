"""My games on a wide screen: small tables in columns, gone through by keys, alive."""

from __future__ import annotations

import pytest

from games.services import SeatWish, create_game, invite, say
from games.tests.clocks import timed_table
from games.tests.play import play_turn
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser

WIDE = (1920, 1080)
COLUMNS = """(list) => new Set([...document.querySelectorAll(list)].map(
  (row) => Math.round(row.getBoundingClientRect().left))).size"""
FOCUSED = "document.activeElement.closest('.game-row')?.dataset.game"


@pytest.fixture
def many(alice, bob, bots_wait):
    """Ten wait for Alice, fourteen for Bob, each due after the one before."""
    return [timed_table(alice, bob) for _ in range(10)], [timed_table(bob, alice) for _ in range(14)]


def test_games_stand_in_columns_and_keys_and_numbers_lead_to_each(visit, alice, log_in, many):
    mine, _theirs = [[game.public_id for game in games] for games in many]
    visitor = visit(WIDE)
    log_in(visitor, alice)
    page = visitor.open("/games/mine/")
    assert page.evaluate(COLUMNS, ".mine__yours .game-row") == 8
    assert page.evaluate(COLUMNS, "section:not(.mine__yours) > .game-list > .game-row") == 12
    assert visitor.wide_parts() == []
    page.keyboard.press("j")
    assert page.evaluate(FOCUSED) == mine[0]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == mine[1]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == mine[9]
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUSED) == mine[1]
    page.keyboard.press("k")
    page.keyboard.press("1")
    page.keyboard.press("0")
    assert page.evaluate(FOCUSED) == mine[9]
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/games/{mine[9]}/")
    assert page.evaluate("document.activeElement.id") == "order-text"
    page.set_viewport_size({"width": 1280, "height": 900})
    page = visitor.open("/games/mine/")
    assert page.evaluate(COLUMNS, ".mine__yours .game-row") == 1


def test_what_happens_shows_itself_and_nothing_leaves_its_place(visit, alice, bob, log_in, many):
    (first, second, *_), theirs = many
    visitor = visit(WIDE)
    log_in(visitor, alice)
    page = visitor.page
    page.clock.install()
    visitor.open("/games/mine/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    play_turn(theirs[3], "homeworld G3 B1 Y3")
    say(game_id=second.pk, player=bob, room="players", text="hello", key="h")
    page.clock.run_for(21_000)
    page.locator(".mine__yours .game-row").nth(10).wait_for()
    ids = page.eval_on_selector_all(".mine__yours .game-row", "rows => rows.map((row) => row.dataset.game)")
    assert ids[:2] == [first.public_id, second.public_id] and ids[-1] == theirs[3].public_id
    assert page.evaluate(FOCUSED) == second.public_id
    assert "1 new" in page.locator(f"[data-game='{second.public_id}']").inner_text()
    assert page.title().startswith("(11) ")


def test_keys_search_show_rows_and_say_themselves_and_can_be_switched_off(visit, alice, log_in, many):
    visitor = visit(WIDE)
    log_in(visitor, alice)
    page = visitor.open("/games/mine/")
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.locator("#id_words:focus").wait_for()
    page.keyboard.press("c")
    assert page.locator("#id_words").input_value() == "c", "where one writes, a letter is a letter"
    page.keyboard.press("Backspace")
    page.locator("h1").click()
    with page.expect_navigation():
        page.keyboard.press("c")
    assert page.evaluate(COLUMNS, ".mine__yours .game-row") == 1
    page.locator("#keys-open").click()
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.evaluate(FOCUSED) is None


def test_an_invitation_is_the_last_tile_of_mine(visit, alice, bob, log_in, many):
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    game = create_game(creator=bob, rules=rules, seats=[SeatWish(player=bob), SeatWish()])
    invite(game_id=game.pk, player=bob, seat_id=game.seats.get(player=None).pk, invited=alice)
    visitor = visit(WIDE)
    log_in(visitor, alice)
    page = visitor.open("/games/mine/")
    tiles = page.locator(".mine__yours .game-row")
    assert "Bob invites you" in tiles.last.inner_text() and not page.locator(".waiting").is_visible()
    assert visitor.wide_parts() == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".waiting").is_visible() and not tiles.last.is_visible()


def test_on_a_phone_an_index_comes_once_one_has_scrolled(visit, alice, log_in, many):
    visitor = visit(PHONE)
    log_in(visitor, alice)
    page = visitor.open("/games/mine/")
    index = page.locator(".mine__index")
    assert not index.is_visible()
    page.evaluate("scrollTo(0, 900)")
    index.wait_for()
    index.get_by_text("others").click()
    first = page.locator("section:not(.mine__yours) .game-row").first.bounding_box()
    bar = index.bounding_box()
    assert first and bar and bar["y"] + bar["height"] <= first["y"] < 200
