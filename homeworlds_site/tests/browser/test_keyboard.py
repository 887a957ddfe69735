"""Tab and Enter are enough."""

from __future__ import annotations

import pytest

from games.models import EntryKind
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_homeworld_is_set_up_and_a_turn_made_by_keyboard_alone(visit, alice, bob, log_in, bots_wait, size):
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    visitor = visit(size, way="keyboard")
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    for id_ in ("choose-star-y1", "choose-star-b2", "choose-ship-g3", "end-turn"):
        visitor.press(f"#{id_}")
    assert "Bob is to move." in page.locator("#turn-heading").inner_text()
    play_turn(game, "homeworld Y1 B3 G3 Bob")
    # The news comes by itself, and the page tells it.
    page.locator("#end-turn").wait_for()
    for id_ in ("home-0", "choose-do-build", "end-turn"):
        visitor.press(f"#{id_}")
    turns = game.log.filter(kind=EntryKind.TURN, seat=0).values_list("text", flat=True)
    assert [text.split()[0] for text in turns] == ["homeworld", "build"]


def test_after_a_step_the_focus_stays_in_the_turn(visit, alice, bob, log_in, bots_wait):
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    visitor = visit(way="keyboard")
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    visitor.press("#choose-star-y1")
    assert page.evaluate("document.activeElement.closest('#turn-panel') != null")
    visitor.press("#choose-star-b2")
    visitor.press("#choose-ship-g3")
    assert page.evaluate("document.activeElement.id") == "turn-heading"
