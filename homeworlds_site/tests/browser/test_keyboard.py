"""Tab and Enter are enough."""

from __future__ import annotations

import pytest

from games.models import EntryKind
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser

MOST_TABS = 120


def tab_to(visitor: Visitor, id_: str) -> None:
    """Presses Tab until the focus is there; the focus must be seen."""
    focused = "document.activeElement.id"
    for _press in range(MOST_TABS):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate(focused) == id_:
            outline = visitor.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"{id_} does not show its focus"
            return
    raise AssertionError(f"{MOST_TABS} times Tab do not lead to {id_}.")


def enter(visitor: Visitor, id_: str) -> None:
    tab_to(visitor, id_)
    visitor.mark_table()
    visitor.page.keyboard.press("Enter")
    visitor.await_table()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_homeworld_is_set_up_and_a_turn_made_by_keyboard_alone(visit, alice, bob, log_in, bots_wait, size):
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    visitor = visit(size)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    for id_ in ("choose-star-y1", "choose-star-b2", "choose-ship-g3", "end-turn"):
        enter(visitor, id_)
    assert "Bob is to move." in page.locator("#turn-heading").inner_text()
    play_turn(game, "homeworld Y1 B3 G3 Bob")
    # The news comes by itself, and the page tells it.
    page.locator("#end-turn").wait_for()
    for id_ in ("home-0", "choose-do-build", "end-turn"):
        enter(visitor, id_)
    turns = game.log.filter(kind=EntryKind.TURN, seat=0).values_list("text", flat=True)
    assert [text.split()[0] for text in turns] == ["homeworld", "build"]


def test_after_a_step_the_focus_stays_in_the_turn(visit, alice, bob, log_in, bots_wait):
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    enter(visitor, "choose-star-y1")
    assert page.evaluate("document.activeElement.closest('#turn-panel') != null")
    enter(visitor, "choose-star-b2")
    enter(visitor, "choose-ship-g3")
    assert page.evaluate("document.activeElement.id") == "turn-heading"
