"""A player's own view of a map with gaps, with the pixels of a real page."""

from __future__ import annotations

import pytest

from games.models import Game
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def game(alice, bob) -> Game:
    """Vega lies far from home, beyond berths that are empty by now."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in (
        "homeworld G3 B1 Y3",
        "homeworld G2 B1 Y3",
        "build Y1 Alice",
        "build Y1 Bob",
        "discover Y1 Alice G2 Vega",
    ):
        play_turn(game, text)
    places = {**Game.objects.get(pk=game.pk).places, "systems": {"Vega": [2, 5]}, "berths": 6}
    Game.objects.filter(pk=game.pk).update(places=places)
    return game


def rows(visitor) -> int:
    return visitor.page.locator(".column").nth(1).locator(".berths > *").count()


@pytest.mark.parametrize(
    ("size", "scripts", "scheme"),
    [(PHONE, True, "dark"), (DESKTOP, False, "light")],
    ids=["phone", "desktop without JavaScript"],
)
def test_a_view_is_tidied_and_that_is_undone(visit, alice, log_in, game, size, scripts, scheme):
    visitor = visit(size, scripts=scripts, color_scheme=scheme)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    vega = page.locator(".map .system").first
    before = vega.bounding_box()
    assert rows(visitor) == 6
    visitor.picture(f"untidy-{size[0]}")
    visitor.open_panel("log")
    visitor.press_away(page.get_by_role("button", name="Tidy my view"))
    assert rows(visitor) == 4
    visitor.picture(f"tidy-{size[0]}")
    assert visitor.wide_parts() == []
    tidied = vega.bounding_box()
    assert before and tidied and tidied["y"] != before["y"]
    play_turn(game, "discover Y1 Bob R3 Mira")
    page.reload()
    after = vega.bounding_box()
    assert after and after["x"] == tidied["x"]
    visitor.open_panel("log")
    visitor.press_away(page.get_by_role("button", name="Undo tidying"))
    assert rows(visitor) == 6
