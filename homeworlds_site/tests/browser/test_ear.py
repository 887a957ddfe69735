"""What a table says aloud: what was done, what it means, what is asked, word by word and each once."""

from __future__ import annotations

import pytest

from games.models import Game, Room
from games.services import say
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.hearing import LISTEN, read, told

pytestmark = pytest.mark.browser


@pytest.fixture
def game(alice, bob, bots_wait) -> Game:
    """Alice has the move, and two green ships to trade."""
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob", "build G1 Alice", "build G1 Bob"):
        play_turn(game, text)
    return game


def test_a_table_says_what_is_done_what_is_asked_and_who_comes_next(visit, alice, bob, game, log_in):
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    page.evaluate(LISTEN)
    visitor.press("#home-0")
    assert (told(page), read(page)) == ([], "Which ship at Alice?")
    visitor.press("#choose-do-trade")
    assert (told(page), read(page)) == ([], "Trade which ship?")
    visitor.press("#choose-ship-g3")
    assert (told(page), read(page)) == ([], "Trade G3 for which piece?")
    visitor.press("#choose-trade-b3")
    assert (told(page), read(page)) == (["Traded G3 for B3 at Alice."], "Your turn No action left.")
    visitor.press("#end-turn")
    assert (told(page), read(page)) == (["Alice: traded G3 for B3 at Alice."], "Bob is to move.")
    play_turn(game, "sacrifice G1 Bob; build G1 Bob")
    page.locator("#home-0").wait_for()
    page.wait_for_function("() => window.told.length")
    assert told(page) == ["Bob: sacrificed G1 at Bob · built G1 at Bob. Your turn. 1 action"]


def test_talk_that_arrives_is_said_and_ones_own_is_not(visit, alice, bob, game, log_in):
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    page.evaluate(LISTEN)
    visitor.open_panel("talk")
    page.locator("#talk-text").fill("Hello!")
    page.locator("#talk-send").click()
    page.locator(".talk-words", has_text="Hello!").wait_for()
    assert told(page) == []
    say(game_id=game.pk, player=bob, room=Room.PLAYERS, text="Good luck.", key="k")
    page.wait_for_function("() => window.told.length", timeout=15_000)
    assert told(page) == ["Bob: Good luck."]


def test_a_refused_order_says_why_again_and_keys_say_what_the_map_shows(visit, alice, game, log_in):
    visitor = visit((1280, 800))
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    page.evaluate(LISTEN)

    def said_after(key: str) -> str:
        told(page)
        page.keyboard.press(key)
        page.wait_for_function("() => window.told.some((words) => words)")
        return " ".join(told(page)).strip()

    threat = "With one more green piece at Alice a catastrophe would cost you large green, small green."
    assert said_after("a") == threat
    assert said_after("k").startswith("In the bank: ")
    # Nothing has been done, so nothing ends.
    assert said_after("e") == "Your turn. 1 action"
    page.keyboard.press("m")
    assert page.evaluate("() => document.activeElement.matches('.map a')")
    page.keyboard.press("x")
    assert page.evaluate("() => document.activeElement.parentElement.id") == "in-words"
    assert page.locator("#map-in-words li").first.inner_text().startswith("Alice, your homeworld")
    page.keyboard.press("t")
    page.keyboard.type("mvoe g1 alice")
    visitor.mark_table()
    page.keyboard.press("Control+Enter")
    visitor.await_table()
    why = page.locator("#order-error").inner_text()
    for _press in "12":
        assert " ".join(why.split()) in said_after("Control+Enter")


def test_the_map_is_one_stop_after_the_question(visit, alice, game, log_in):
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    page.locator("#turn-heading").focus()
    for _stop in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "to-map":
            break
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.matches('.map a')")
