"""Two people: an open game, news that comes by itself, the questions before one goes down."""

from __future__ import annotations

import pytest

from games.models import Game
from games.tests.play import play_turn, table_of
from homeworlds.outcome import Termination
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.hands import game_on
from homeworlds_site.tests.browser.visitor import PHONE, Visitor

pytestmark = pytest.mark.browser


def test_a_game_starts_on_both_screens_when_the_second_joins(visit, alice, bob, log_in):
    first, second = visit(), visit(PHONE)
    log_in(first, alice)
    log_in(second, bob)
    first.open("/games/new/")
    first.press(first.page.get_by_role("button", name="Make the game"))
    assert "This game waits for players." in first.table_text()
    second.open("/games/open/")
    second.press(second.page.get_by_role("button", name="Join"))
    game = game_on(second)
    first.page.locator(".table-map").wait_for()
    mover, other = (first, second) if game.seats.get(number=0).player == alice else (second, first)
    mover.page.locator("#choose-star-y1").wait_for()
    assert tab_of(mover) == ("Your turn: ", "favicon-turn.svg")
    assert tab_of(other) == ("", "favicon.svg")
    for piece in ("star-y1", "star-b2", "ship-g3"):
        mover.press(f"#choose-{piece}")
    mover.press("#end-turn")
    other.page.locator("#choose-star-y1").wait_for()
    assert "set up" in other.page.locator("#spoken").inner_text().lower()
    # Nobody has loaded a page since.
    assert tab_of(mover) == ("", "favicon.svg")
    assert tab_of(other) == ("Your turn: ", "favicon-turn.svg")


def tab_of(visitor: Visitor) -> tuple[str, str]:
    """What the tab shows before the names, and its icon."""
    icon = visitor.page.locator('link[rel="icon"]').get_attribute("href") or ""
    return visitor.page.title().partition("Alice")[0].partition("Bob")[0], icon.rpartition("/")[2]


@pytest.fixture
def last_ship(alice, bob, bots_wait) -> Game:
    """Alice has the move and one ship."""
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    play_turn(game, "homeworld G1 B2 G3 Alice")
    play_turn(game, "homeworld Y1 B3 G3 Bob")
    return game


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_turn_that_eliminates_its_maker_asks_first(visit, alice, last_ship, log_in, scripts):
    visitor = visit(PHONE, scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{last_ship.public_id}/")
    visitor.press("#home-0")
    visitor.press("#choose-do-sacrifice")
    visitor.press("#end-turn")
    assert visitor.refusals == [422]
    asked = page.locator("#turn-heading").inner_text()
    assert "This turn puts you out. No ship of yours is left at home. Bob wins." in asked
    visitor.picture("asks-first", whole=False)
    visitor.press_away(page.get_by_role("link", name="No, go back"))
    assert page.locator("#order-text").input_value() == "sacrifice G3 Alice"
    visitor.press("#end-turn")
    visitor.press("#confirm")
    last_ship.refresh_from_db()
    assert last_ship.outcome["winners"] == [1]
    assert page.locator("#turn-heading").inner_text() == "You lost"
    assert "Bob won" in visitor.table_text()


SHEET = """() => {
    navigator.canShare = () => true;
    window.shared = new Promise((resolve) => {
        navigator.share = async ({ files, ...words }) => resolve([words, files.map((file) => file.type)]);
    });
}"""
"""In place of the phone's own sheet: notes what it is given."""


def test_resigning_asks_first_and_the_end_can_be_shared(visit, alice, last_ship, log_in):
    visitor = visit(PHONE)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{last_ship.public_id}/")
    visitor.press_away(page.get_by_role("link", name="Resign"))
    visitor.press(page.get_by_role("link", name="Play on"))
    visitor.press_away(page.get_by_role("link", name="Resign"))
    visitor.press(page.get_by_role("main").get_by_role("button", name="Resign"))
    last_ship.refresh_from_db()
    assert last_ship.outcome["termination"] == Termination.RESIGNATION
    assert "Bob won: the last opponent resigned." in visitor.table_text()
    address = page.url
    page.evaluate(SHEET)
    page.locator("#share-picture").click()
    words, files = page.evaluate("window.shared")
    assert (words, files) == ({"title": "Alice – Bob", "url": address}, ["image/png"])
