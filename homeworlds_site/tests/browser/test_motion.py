"""The last turn of somebody else is shown once as it happened, and again when that is asked for."""

from __future__ import annotations

import pytest

from games.models import Game
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser

WATCH = """() => {
  window.frames_shown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const each of addedNodes)
        if (each.classList?.contains("motion"))
          window.frames_shown.push([performance.now(), each.textContent]);
  }).observe(document, { childList: true, subtree: true });
}"""


@pytest.fixture
def game(alice, bob, bots_wait) -> Game:
    """Alice has the move; Bob's last turn had two actions."""
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob", "build G1 Alice", "build G1 Bob"):
        play_turn(game, text)
    play_turn(game, "build G2 Alice")
    play_turn(game, "sacrifice G1 Bob; build G1 Bob")
    return game


@pytest.fixture
def visitor(visit, alice, log_in):
    visitor = visit(PHONE, reduced_motion="no-preference")
    visitor.context.add_init_script(f"({WATCH})()")
    log_in(visitor, alice)
    return visitor


def frames(visitor) -> list[float]:
    """When each came, once it is over."""
    page = visitor.page
    page.wait_for_timeout(2500)
    assert page.locator(".motion").count() == 0 and page.locator(".map").is_visible()
    return [at for at, _words in page.evaluate("() => window.frames_shown.splice(0)")]


def test_it_is_shown_once_action_by_action(visitor, game):
    visitor.open(f"/games/{game.public_id}/")
    shown = frames(visitor)
    assert len(shown) == 2 and shown[1] - shown[0] <= 1500
    visitor.open(f"/games/{game.public_id}/")
    assert frames(visitor) == []
    visitor.use(visitor.page.locator("#play-again"))
    assert len(frames(visitor)) == 2 and f"/games/{game.public_id}/" in visitor.page.url


def test_whoever_goes_on_does_not_wait_for_it(visitor, game):
    page = visitor.open(f"/games/{game.public_id}/")
    page.locator(".motion").wait_for()
    page.keyboard.press("Shift")
    assert page.locator(".motion").count() == 0 and page.locator(".map").is_visible()


def test_nothing_moves_for_who_wants_no_motion_and_the_link_leads_there(visit, alice, game, log_in):
    visitor = visit(PHONE)
    visitor.context.add_init_script(f"({WATCH})()")
    log_in(visitor, alice)
    visitor.open(f"/games/{game.public_id}/")
    assert frames(visitor) == []
    visitor.use(visitor.page.locator("#play-again"))
    visitor.page.wait_for_url("**/turns/6/0/")


def test_ones_own_turn_is_not_shown(visit, bob, game, log_in):
    visitor = visit(PHONE, reduced_motion="no-preference")
    log_in(visitor, bob)
    visitor.open(f"/games/{game.public_id}/")
    assert visitor.page.locator("#play-again").count() == 0
    assert visitor.page.locator("#table").get_attribute("data-motion") is None
