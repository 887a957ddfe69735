"""An open table: news comes by itself, without flicker, spares what is being made, and ends with the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from accounts.tests.cast import person
from games.models import Game
from games.services import resign
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])

WATCH = """() => {
  window.gaps = 0; window.tables = 0;
  new MutationObserver(() => {
    if (document.querySelectorAll('#table .home').length !== 2) window.gaps += 1;
  }).observe(document.body, {childList: true, subtree: true});
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.id === 'table') window.tables += 1;
  }).observe(document.getElementById('content'), {childList: true});
}"""
PLACES = """() => [...document.querySelectorAll('.map [id]')].map((system) => {
  const { left, width } = system.getBoundingClientRect();
  const map = document.querySelector('.map').getBoundingClientRect();
  return [system.id, left, system.getBoundingClientRect().top - map.top, width];
})"""


@pytest.fixture
def game(alice, bob, bots_wait) -> Game:
    """Alice has the move."""
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob"):
        play_turn(game, text)
    return game


def asked(page: Page) -> list[str]:
    """Fills with the questions for news that the page sends from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/news/" in request.url else None)
    return sent


def hide(visitor: Visitor, hidden: bool) -> None:
    visitor.page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


@SIZES
def test_the_opponents_turn_comes_by_itself_without_flicker(visit, bob, game, log_in, size):
    visitor = visit(size)
    log_in(visitor, bob)
    page = visitor.open(f"/games/{game.public_id}/")
    visitor.open_panel("talk")
    page.locator("#talk-text").fill("Well pl")
    visitor.open_panel("turn")
    page.evaluate(WATCH)
    before = page.evaluate(PLACES)
    play_turn(game, "build g1 Alice")
    page.locator("#end-turn").wait_for()
    assert page.evaluate("[window.gaps, window.tables]") == [0, 1]
    assert page.evaluate(PLACES) == before
    assert page.locator("#talk-text").input_value() == "Well pl"
    assert "built G1 at Alice" in page.locator("#spoken").inner_text()
    assert page.title().startswith("Your turn")


def test_a_turn_in_the_making_is_left_alone_and_can_be_taken_along(visit, alice, bob, log_in, bots_wait):
    charlie = person("Charlie")
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    for text in ("homeworld G1 B2 G3", "homeworld Y1 B3 G3", "homeworld Y2 B1 G3"):
        play_turn(game, text)
    visitor = visit(PHONE)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    visitor.press("#home-0")
    visitor.press("#choose-do-build")
    page.locator("#order-text").fill("trade g3 b3 alice")
    visitor.mark_table()
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    page.locator("#news-show").wait_for()
    visitor.picture("news-beside-a-turn", whole=False)
    assert visitor.wide_parts() == []
    assert page.locator("#table[data-old]").count() == 1
    assert page.locator("#order-text").input_value() == "trade g3 b3 alice"
    assert "Something has happened" in page.locator("#spoken").inner_text()
    visitor.press("#news-show")
    assert "Traded G3 for B3" in page.locator(".made-steps").inner_text()
    visitor.press("#end-turn")
    assert game.log.get(number=5).text == "trade G3 B3 Alice"
    assert visitor.refusals == []


def test_it_stops_when_the_game_is_over(visit, alice, bob, game, log_in):
    visitor = visit()
    log_in(visitor, bob)
    visitor.page.clock.install()
    page = visitor.open(f"/games/{game.public_id}/")
    sent = asked(page)
    page.clock.run_for(5_000)
    assert sent
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    page.clock.run_for(5_000)
    page.locator("#turn-heading", has_text="You won").wait_for()
    assert page.locator("#news").count() == 0
    sent.clear()
    page.clock.run_for(120_000)
    assert sent == []


def test_a_hidden_tab_asks_once_a_minute_and_at_once_when_it_is_looked_at(visit, bob, game, log_in):
    visitor = visit()
    log_in(visitor, bob)
    visitor.page.clock.install()
    page = visitor.open(f"/games/{game.public_id}/")
    sent = asked(page)
    hide(visitor, True)
    page.clock.run_for(3_000)
    sent.clear()
    page.clock.run_for(50_000)
    assert len(sent) == 0
    with page.expect_response(lambda response: "/news/" in response.url):
        page.clock.run_for(70_000)
    assert len(sent) <= 2
    with page.expect_response(lambda response: "/news/" in response.url):
        hide(visitor, False)


def test_a_hidden_tab_says_in_its_title_that_it_is_your_turn(visit, bob, game, log_in):
    visitor = visit()
    log_in(visitor, bob)
    visitor.page.clock.install()
    page = visitor.open(f"/games/{game.public_id}/")
    hide(visitor, True)
    play_turn(game, "build g1 Alice")
    page.clock.run_for(61_000)
    page.locator("#end-turn").wait_for()
    assert page.title().startswith("Your turn")


def test_it_asks_ever_more_seldom_while_the_site_does_not_answer(visit, bob, game, log_in):
    visitor = visit()
    log_in(visitor, bob)
    visitor.page.clock.install()
    page = visitor.open(f"/games/{game.public_id}/")
    sent = asked(page)
    page.route("**/games/**", lambda route: route.abort())
    for _ in range(120):
        page.clock.run_for(1_000)
    assert 4 <= len(sent) <= 8
    assert "cannot be reached" in page.locator("#messages").inner_text()
    page.unroute("**/games/**")
    play_turn(game, "build g1 Alice")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.locator("#end-turn").wait_for()
    assert page.locator("#messages").inner_text() == ""
    visitor.complaints.clear()


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
@SIZES
def test_what_happened_since_the_last_look_is_told_and_outlined(
    visit, alice, bob, log_in, bots_wait, size, scripts
):
    charlie = person("Charlie")
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    for text in ("homeworld G1 B2 G3", "homeworld Y1 B3 G3", "homeworld Y2 B1 G3", "build G1 Alice"):
        play_turn(game, text)
    visitor = visit(size, scripts=scripts)
    log_in(visitor, alice)
    play_turn(game, "build G1 Bob")
    page = visitor.open(f"/games/{game.public_id}/")
    play_turn(game, "trade G3 R3 Charlie")
    visitor.open(f"/games/{game.public_id}/")
    assert "Since you last looked" in page.locator("#since").inner_text()
    assert page.locator(".map .touched").evaluate_all("(cards) => cards.map((card) => card.id)") == ["home-2"]
    if page.locator("#since").get_attribute("open") is None:
        page.locator("#since summary").click()
    visitor.picture(f"since-{size[0]}", whole=False)
    assert visitor.wide_parts() == []
    page.locator("#since-turn").click()
    page.locator("#turn-heading", has_text="After turn 4").wait_for()
    page.go_back()
    page.locator("#since summary").wait_for()
    assert "Since you last looked" in page.locator("#since").inner_text()
