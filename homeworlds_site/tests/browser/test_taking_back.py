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


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def beside(visit, alice, bob, log_in, game):
    """Alice, and Bob with the table open, to whom her turn comes by itself."""
    mover, other = visit(), visit(PHONE)
    log_in(mover, alice)
    log_in(other, bob)
    other.open(f"/games/{game.public_id}/")
    mover.open(f"/games/{game.public_id}/?turn=build+G2+Alice")
    return mover, other


def test_a_turn_that_came_to_a_table_somebody_looks_at_stands(beside):
    mover, other = beside
    mover.press("#end-turn")
    other.page.locator("#end-turn").wait_for()
    mover.press(mover.page.get_by_role("button", name="Take back this turn"))
    assert mover.refusals == [409]
    assert "Bob has looked at the game since" in mover.page.get_by_role("alert").inner_text()


@pytest.fixture
def unseen(beside):
    """Her turn has come to his tab while he looked at another one."""
    mover, other = beside
    other.page.evaluate(HIDE, True)
    mover.press("#end-turn")
    # At once, without waiting for the next minute.
    other.page.evaluate("htmx.trigger('#news', 'ask')")
    other.page.locator("#end-turn").wait_for()
    return mover, other


def test_a_turn_that_came_to_a_tab_nobody_sees_can_be_taken_back(unseen):
    mover, other = unseen
    mover.press(mover.page.get_by_role("button", name="Take back this turn"))
    assert mover.refusals == []
    other.page.evaluate(HIDE, False)
    other.page.locator("#news").get_by_text("Something has happened in this game").wait_for()


def test_it_stands_once_the_tab_is_looked_at(unseen, game, bob):
    mover, other = unseen
    assert game.seats.get(player=bob).seen_number == 4
    with other.page.expect_response(lambda answer: "/news/" in answer.url and answer.status == 200):
        other.page.evaluate(HIDE, False)
    assert game.seats.get(player=bob).seen_number == 5
    mover.press(mover.page.get_by_role("button", name="Take back this turn"))
    assert mover.refusals == [409]
