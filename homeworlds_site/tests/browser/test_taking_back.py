"""A turn is taken back while the other player sits at the open table."""

from __future__ import annotations

import pytest

from games.log import rebuilding
from games.models import Game
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def game(alice, bob) -> Game:
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in (
        "homeworld G1 B2 G3 Alice",
        "homeworld Y1 B3 G3 Bob",
        "build G1 Alice",
        "build G1 Bob",
    ):
        play_turn(game, text)
    return game


@pytest.mark.parametrize(
    ("size", "scripts", "scheme"),
    [(PHONE, True, "dark"), (DESKTOP, True, "light"), (PHONE, False, "light")],
    ids=["phone", "desktop", "without JavaScript"],
)
def test_a_turn_is_taken_back_changed_and_seen(visit, alice, bob, log_in, game, size, scripts, scheme):
    mover = visit(size, scripts=scripts, color_scheme=scheme)
    log_in(mover, alice)
    page = mover.open(f"/games/{game.public_id}/?turn=build+G2+Alice")
    mover.press("#end-turn")
    assert "Bob is to move." in page.locator("#turn-heading").inner_text()
    mover.picture(f"take-back-{size[0]}-{scripts}", whole=False)
    assert mover.wide_parts() == []
    button = page.get_by_role("button", name="Take back this turn")
    box = button.bounding_box()
    assert box and box["height"] >= 44
    mover.press(button)
    assert page.locator("#order-text").input_value() == "build G2 Alice"
    mover.picture(f"taken-back-{size[0]}-{scripts}")
    mover.press("#undo")
    mover.press("#choose-pass")
    mover.press("#end-turn")
    page.get_by_role("button", name="Take back this turn").wait_for()

    other = visit(PHONE)
    log_in(other, bob)
    other.open(f"/games/{game.public_id}/")
    other.picture("next-player")
    mover.press(page.get_by_role("button", name="Take back this turn"))
    assert mover.refusals == [409]
    assert "Bob has looked at the game since" in page.get_by_role("alert").inner_text()
    mover.picture(f"refused-{size[0]}-{scripts}", whole=False)
    assert [entry.kind for entry in game.log.all()][4:] == ["turn", "take-back", "turn"]
    assert rebuilding.check(Game.objects.get(pk=game.pk)) == []


def test_a_turn_that_came_to_an_open_table_by_itself_can_still_be_taken_back(visit, alice, bob, log_in, game):
    """Nobody need have been sitting there; who does learns of it with the first step."""
    mover, other = visit(), visit(PHONE)
    log_in(mover, alice)
    log_in(other, bob)
    other.open(f"/games/{game.public_id}/")
    page = mover.open(f"/games/{game.public_id}/?turn=build+G2+Alice")
    mover.press("#end-turn")
    other.page.locator("#end-turn").wait_for()
    mover.press(page.get_by_role("button", name="Take back this turn"))
    other.press("#choose-pass")
    assert "Alice is to move." in other.page.locator("#turn-heading").inner_text()
    assert "Alice took the turn back." in other.table_text()
    assert mover.refusals == []
