"""Tab and Enter are enough."""

from __future__ import annotations

import pytest

from games.models import EntryKind
from games.tests.play import play_turn, table_of
from games.tests.seating import OPEN, new_game
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser


def test_a_homeworld_is_set_up_and_a_turn_made_by_keyboard_alone(visit, alice, bob, log_in, bots_wait):
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    visitor = visit(PHONE, way="keyboard")
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    for id_ in ("choose-star-y1", "choose-star-b2", "choose-ship-g3", "end-turn"):
        visitor.press(f"#{id_}")
        # After a step the focus stays in the turn.
        assert page.evaluate("document.activeElement.closest('#turn-panel') != null")
    assert page.evaluate("document.activeElement.id") == "turn-heading"
    assert "Bob is to move." in page.locator("#turn-heading").inner_text()
    play_turn(game, "homeworld Y1 B3 G3 Bob")
    # The news comes by itself, and the page tells it.
    page.locator("#end-turn").wait_for()
    for id_ in ("home-0", "choose-do-build", "end-turn"):
        visitor.press(f"#{id_}")
    turns = game.log.filter(kind=EntryKind.TURN, seat=0).values_list("text", flat=True)
    assert [text.split()[0] for text in turns] == ["homeworld", "build"]


def test_my_games_are_gone_through_by_keys_in_rows_of_one_height(visit, alice, bob, log_in, bots_wait):
    rules = preset_rules(Preset.BOOKLET, Variant.BINARY)
    games = [table_of(alice, bob, rules=rules), table_of(alice, bob, rules=rules)]
    table_of(bob, alice, rules=rules)
    visitor = visit(PHONE, way="keyboard")
    log_in(visitor, alice)
    page = visitor.open("/games/mine/")
    heights = page.eval_on_selector_all(".game-row", "rows => rows.map((row) => row.offsetHeight)")
    assert len(heights) == 3 and all(64 <= height <= 66 for height in heights)
    assert visitor.wide_parts() == []
    for key in "jjjk":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/games/{games[1].public_id}/")
    page = visitor.open("/games/mine/")
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{games[0].public_id}/")
    page = visitor.open("/games/mine/")
    page.locator("#filters").press("Enter")
    page.locator("#id_words").fill("nobody")
    page.get_by_text("No game fits these choices.").wait_for()
    assert page.url.endswith("words=nobody&variant=&order=")


def test_a_game_of_the_lobby_is_found_and_joined_by_keys(visit, alice, bob, log_in, bots_wait):
    new_game(alice, OPEN, OPEN, rules=preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING))
    game = new_game(alice)
    visitor = visit((1280, 800), way="keyboard")
    log_in(visitor, bob)
    page = visitor.open("/games/open/")
    assert page.locator(".lobby__keys").is_visible()
    # The fewest open seats come first.
    page.keyboard.press("j")
    page.keyboard.press("Shift+Enter")
    page.wait_for_url(f"**/games/{game.public_id}/**")
    assert game.seats.filter(player=bob).exists()
