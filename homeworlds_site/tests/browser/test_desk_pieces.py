"""At a desk the pieces are as large as the window lets them be, whatever adorns the cards."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest
from playwright.sync_api import Route

from games.models import Game
from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.rules import Preset, Variant, preset_rules

pytestmark = pytest.mark.browser

LEAST = {(1920, 1080): 28, (1280, 800): 22}
"""By the window, in pixels."""
SEEN = """() => {
  const map = document.querySelector(".map"), columns = map.querySelector(".columns");
  const box = (one) => one.getBoundingClientRect();
  const held = [...map.querySelectorAll(".home, .system")].flatMap(
    (card) => [...card.querySelectorAll(".fleet svg, .horizon svg")].map((piece) => [box(piece), box(card)]));
  return {
    em: parseFloat(getComputedStyle(map).fontSize),
    touched: map.querySelectorAll(".touched").length,
    cut: held.filter(([piece, card]) => piece.right > card.right || piece.left < card.left
      || piece.top < card.top || piece.bottom > card.bottom).length,
    scrolls: columns.scrollHeight > columns.clientHeight + 3 || box(map).bottom > innerHeight,
  };
}"""
ORNAMENTS = """
.map :is(.home, .system)::before, .map .columns::after { content: ""; inset: -3px; position: absolute; }
.map .columns::after { inset: 0 0 -3px; }
"""
"""They stick out by three pixels on all sides."""


class Recorded(NamedTuple):
    """A game before one of its turns, and that turn."""

    players: int
    position: str
    turn: str


RECORDED = (
    # Games 35038 and 19837 of the archive, and for six one that bots have played.
    Recorded(
        2,
        "<0> Alice (0, y2b1) r1y1b3-; Bob (1, y3b1) -r1r2g1g3; Mira (g3) b2-g1g1; Vega (b2) y1b2b3-; "
        "Rigel (g2) b1b3-; Spica (g2) -y2",
        "trade B3 G3 Vega",
    ),
    Recorded(
        4,
        "<0> Alice (0, y1g2) r1y1b3---; Bob (1, y2g1) -r1r1g1b3--; Wilhelmina-Henrietta (2, y2b1) "
        "--r1g2g3-; Charlie (3, g2) ---r2r3y1y1; Mira (b3) --r1g1g2-; Vega (y1) ---g1g2b1; "
        "Rigel (g3) y2y3b1---; Spica (y3) --g1-",
        "move Y3 Rigel Charlie",
    ),
    Recorded(
        6,
        "<0> Alice (0, y2b3) r2y3g1g2-r1g1----; Bob (1, y1) g2-b1-g3---; Wilhelmina-Henrietta (2, y2b3) "
        "--r2g1g1---; Charlie (3, r1g2) ---y1g2g3b1--; Dora (4, y3b1) ----r2y3g1g2-; Edmund (5, r2b1) "
        "-----y3g1g2; Vega (y2) ----g1g3-; Altair (y1) --y3---; Rigel (b3) -----g2",
        "attack R1@1 Alice",
    ),
)
QUIET = Recorded(2, "<0> Alice (0, b1y2) g3y1-; Bob (1, r1b3) -y3g3; Vega (r3) y1-", "build G1 Alice")


@pytest.fixture
def people(alice, others):
    return [alice, *others]


def game_of(recorded: Recorded, people) -> Game:
    """After that turn; Bob is to move."""
    variant = Variant.BINARY if recorded.players == 2 else Variant.LAST_CAPTAIN_STANDING
    table = table_of(*people[: recorded.players], rules=preset_rules(Preset.BOOKLET, variant))
    game = put(table, recorded.position)
    play_turn(game, recorded.turn)
    return game


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


def test_where_there_is_room_pieces_grow_and_never_while_one_plays(visit, people, log_in, bots_wait):
    game = game_of(QUIET, people)
    visitor = visit((1920, 1080))
    log_in(visitor, people[1])
    page = visitor.open(f"/games/{game.public_id}/")
    for height, em in ((900, 32), (1080, 36)):
        page.set_viewport_size({"width": 1920, "height": height})
        page.wait_for_function(f"() => document.documentElement.matches('.em-{em}')")
    visitor.press("[data-target='Bob']")
    assert page.evaluate(SEEN)["em"] == 36
    # A system that begins another line of berths: all are smaller rather than one out of sight.
    page.locator("#order-text").fill("discover Y3 Bob G2 Mira")
    visitor.press("#show-order")
    seen = page.evaluate(SEEN)
    assert page.locator("[data-target='Mira']").is_visible() and seen["em"] == 32 and not seen["scrolls"]
    visitor.press("#undo")
    assert page.evaluate(SEEN)["em"] == 32
