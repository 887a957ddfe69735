"""At a desk the pieces are as large as the window lets them be, whatever adorns the cards."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Route

from homeworlds_site.tests.browser.desk_pieces import (
    CROWDED,
    FULL,
    LEAST,
    RECORDED,
    SEEN,
    Recorded,
    game_of,
)

pytestmark = pytest.mark.browser

ORNAMENTS = """
.map :is(.home, .system)::before, .map .columns::after { content: ""; inset: -3px; position: absolute; }
.map .columns::after { inset: 0 0 -3px; }
"""
"""They stick out by three pixels on all sides."""
QUIET = Recorded(2, "<0> Alice (0, b1y2) g3y1-; Bob (1, r1b3) -y3g3; Vega (r3) y1-", "build G1 Alice")


@pytest.fixture
def people(alice, others):
    return [alice, *others]


def adorn(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text() + ORNAMENTS)


def test_pieces_fill_the_map_and_no_ornament_makes_them_smaller(visit, people, log_in, bots_wait):
    visitor = visit()
    log_in(visitor, people[1])
    page = visitor.page
    for recorded, (size, least) in product(RECORDED, LEAST.items()):
        game = game_of(recorded, people)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.open(f"/games/{game.public_id}/")
        plain = page.evaluate(SEEN)
        assert plain["touched"] and plain["em"] >= least, (recorded.players, size, plain)
        assert not plain["cut"] and not plain["scrolls"], (recorded.players, size, plain)
        visitor.picture(f"pieces-{recorded.players}-{size[0]}", whole=False)
        page.route("**/css/table.css", adorn)
        page.reload()
        assert page.evaluate("getComputedStyle(document.querySelector('.home'), '::before').left") == "-3px"
        assert page.evaluate(SEEN)["em"] == plain["em"], (recorded.players, size)
        page.unroute("**/css/table.css")


def test_on_a_crowded_table_no_larger_pieces_could_be(visit, people, log_in, bots_wait):
    """By the least heights of `layout.md`, of which homes and cards never lose any: else they moved."""
    game = game_of(CROWDED, people)
    visitor = visit()
    log_in(visitor, people[1])
    page = visitor.page
    for size, (em, larger) in {(1920, 1080): (26, 28), (1280, 800): (18, 20)}.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.open(f"/games/{game.public_id}/")
        seen, full = page.evaluate(SEEN), page.evaluate(FULL, larger)
        assert (seen["em"], seen["cut"], seen["scrolls"]) == (em, 0, False), size
        assert full["needed"] > full["map"], (size, full)
        visitor.picture(f"crowded-{size[0]}", whole=False)


def test_where_there_is_room_pieces_grow_and_never_while_one_plays(visit, people, log_in, bots_wait):
    game = game_of(QUIET, people)
    visitor = visit((1920, 1080))
    log_in(visitor, people[1])
    page = visitor.open(f"/games/{game.public_id}/")
    for height, em in ((860, 32), (1080, 36)):
        page.set_viewport_size({"width": 1920, "height": height})
        page.wait_for_function(f"() => document.documentElement.matches('.em-{em}')")
    visitor.press("[data-target='Bob']")
    assert page.evaluate(SEEN)["em"] == 36
    # A system that begins another line of berths: all are smaller rather than one out of sight.
    page.locator("#order-text").fill("discover Y3 Bob G2 Mira")
    visitor.press("#show-order")
    seen = page.evaluate(SEEN)
    assert page.locator("[data-target='Mira']").is_visible() and seen["em"] == 34 and not seen["scrolls"]
    visitor.press("#undo")
    assert page.evaluate(SEEN)["em"] == 34


TOO_LARGE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".map .fleet svg { min-height: 30em }");
  document.adoptedStyleSheets = [sheet];
}"""


def test_only_a_new_system_makes_pieces_smaller_while_one_looks_on(visit, people, log_in, bots_wait):
    """Planted: a fleet for which there is no room any more, as ships that come can make one."""
    game = game_of(QUIET, people)
    visitor = visit((1920, 1080))
    log_in(visitor, people[1])
    page = visitor.open(f"/games/{game.public_id}/")
    before = page.evaluate(SEEN)["em"]
    page.evaluate(TOO_LARGE)
    page.locator("#order-text").fill("build G1 Bob")
    visitor.press("#show-order")
    assert page.locator("#undo").is_visible() and page.evaluate(SEEN)["em"] == before
    page.locator("#order-text").fill("discover Y3 Bob G2 Mira")
    visitor.press("#show-order")
    assert page.evaluate(SEEN)["em"] < before
