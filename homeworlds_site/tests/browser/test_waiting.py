"""A table that waits, on a phone: the seat that is pressed, the bar below, the link that is shared."""

from __future__ import annotations

import pytest

from games.services import SeatWish, create_game
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]
CAPTAINS = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
SHOWN = """() => [...document.querySelectorAll(".open-seat")].filter(
  (one) => one.checkVisibility()).map((one) => one.id)"""
RINGED = """() => [...document.querySelectorAll('.seat-list li')].filter(
  (one) => getComputedStyle(one).outlineStyle === 'solid').map((one) => one.querySelector('a').hash)"""


@pytest.fixture
def game(alice):
    seats = [SeatWish(player=alice), SeatWish(), SeatWish(), SeatWish()]
    return create_game(creator=alice, rules=CAPTAINS, seats=seats)


@pytest.mark.parametrize("scripts", [True, False])
def test_the_card_below_is_about_the_seat_that_is_pressed(visit, alice, log_in, game, scripts):
    visitor = visit(PHONE, scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    assert page.evaluate(SHOWN) == ["seat-2"] and page.evaluate(RINGED) == ["#seat-2"]
    page.locator("[href='#seat-4']").click()
    assert page.evaluate(SHOWN) == ["seat-4"] and page.evaluate(RINGED) == ["#seat-4"]
    assert page.locator("#invite-name-4").is_visible()
    assert visitor.wide_parts() == []


def test_what_is_to_be_done_now_stays_where_the_thumb_is(visit, alice, log_in, game):
    visitor = visit(PHONE)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    for place in (0, 10_000):
        page.evaluate("(place) => scrollTo(0, place)", place)
        box = page.locator("#waiting-foot").bounding_box()
        assert box is not None and round(box["y"] + box["height"]) == PHONE[1] and box["height"] >= 61
    last = page.locator("#about > summary").bounding_box()
    assert last is not None and last["y"] + last["height"] <= box["y"], "nothing ends behind it"
    page.locator("#more-waiting > summary").click()
    assert page.get_by_role("button", name="Leave").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("button", name="Leave").is_visible()


def test_the_table_is_shared_by_one_tap_and_by_its_address_without_a_script(visit, alice, log_in, game):
    visitor = visit(PHONE)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    page.locator("#share-game").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{visitor.base}/games/{game.public_id}/"
    bare = visit(PHONE, scripts=False)
    log_in(bare, alice)
    bare.open(f"/games/{game.public_id}/")
    assert bare.page.locator(".share-address").is_visible() and bare.wide_parts() == []
