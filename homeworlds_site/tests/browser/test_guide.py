"""The guided first game by keyboard alone, and without a script."""

from __future__ import annotations

import pytest

from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor
from pages.guide import LAST_STEP
from pages.guide_script import SCRIPT

pytestmark = pytest.mark.browser

ALTAIR, TERRA, NOVA = "berth-3-3", "home-0", "home-1"
PRESSED = {
    1: ("choose-star-y1", "choose-star-b2", "choose-ship-g3"),
    2: (TERRA, "choose-do-build"),
    3: (TERRA, "choose-do-trade", "choose-ship-g3", "choose-trade-r3"),
    4: (TERRA, "choose-do-discover", "choose-ship-g1", "choose-star-r3"),
    5: (ALTAIR, "choose-do-attack"),
    6: (ALTAIR, "choose-do-build", "choose-build-y2"),
    7: (ALTAIR, "choose-ship-g1", TERRA),
    8: (
        *(ALTAIR, "choose-do-sacrifice", "choose-ship-y2"),
        *(TERRA, "choose-ship-r3", ALTAIR),
        *(ALTAIR, "choose-ship-r3", NOVA),
    ),
    9: (ALTAIR, NOVA),
    10: ("choose-catastrophe-1-y",),
    11: (NOVA, "choose-do-attack"),
}
"""What is pressed for each step before the turn is ended, as its “How?” says."""


def expect_step(visitor: Visitor, number: int) -> None:
    visitor.page.get_by_text(f"Step {number} of {LAST_STEP}", exact=True).wait_for()
    assert SCRIPT[number - 1].aim in visitor.table_text()
    assert visitor.page.url.split("?")[0].endswith(f"/learn/{number}/")


def type_order(visitor: Visitor, text: str) -> None:
    """Types the order, looks at it and ends the turn."""
    tab_to_order(visitor)
    visitor.page.keyboard.type(text)
    visitor.press("#show-order")
    visitor.press("#end-turn")


def tab_to_order(visitor: Visitor) -> None:
    page = visitor.page
    visitor.tab_to("#order-text")
    page.keyboard.press("Control+A")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_whole_guided_game_is_played_by_keyboard_left_and_resumed(visit, transactional_db, size):
    visitor = visit(size, way="keyboard")
    page = visitor.open("/")
    visitor.press_away(page.locator("#learn"))
    for number in range(1, LAST_STEP + 1):
        expect_step(visitor, number)
        assert visitor.wide_parts() == []
        visitor.picture(f"guide-{number}-{size[0]}", whole=False)
        if number == 2:
            enter_nothing_is_lost(visitor)
        if number == 5:
            visitor.press_away(page.locator("#leave"))
            visitor.tab_to("#learn")
            assert page.locator("#learn").inner_text() == "Go on with step 5"
            with page.expect_navigation():
                page.keyboard.press("Enter")
            expect_step(visitor, 5)
        if number in (6, 9):
            type_order(visitor, SCRIPT[number - 1].turn)
            continue
        for id_ in PRESSED[number]:
            visitor.press(f"#{id_}")
        if number < LAST_STEP:
            visitor.press("#end-turn")
    visitor.press_away(page.locator("#end-turn"))
    assert "You have won your first game" in page.locator("h1").inner_text()
    assert page.get_by_role("button", name="Play a bot now").is_visible()


def enter_nothing_is_lost(visitor: Visitor) -> None:
    """A legal turn that is not the one asked for is told gently, and can be taken back."""
    type_order(visitor, "trade G3 Y3 Terra")
    assert SCRIPT[1].wish in visitor.table_text()
    assert visitor.page.locator("#order-text").input_value() == "trade G3 Y3 Terra"
    visitor.press("#undo")


def test_the_whole_guided_game_is_played_without_a_script(visit, transactional_db):
    visitor = visit(scripts=False)
    page = visitor.open("/learn/")
    for number in range(1, LAST_STEP + 1):
        expect_step(visitor, number)
        if number == 3:
            page.locator(".lesson__how > summary").click()
            visitor.press("#show-me")
        elif number == 6:
            page.locator("#order-text").fill(SCRIPT[5].turn)
            visitor.press("#show-order")
        else:
            for id_ in PRESSED[number]:
                visitor.press(f"#{id_}")
        visitor.press("#end-turn")
    assert "You have won your first game" in page.locator("h1").inner_text()


SEEN = """() => {
  const [card, sheet, lesson] = ['.map .selected', '#sheet', '#lesson'].map(
    (part) => document.querySelector(part).getBoundingClientRect());
  return card.top >= lesson.bottom - 1 && card.bottom <= sheet.top + 1;
}"""


def test_a_step_can_be_skipped_and_looked_at_again_and_its_help_hides_nothing(visit, transactional_db):
    visitor = visit((390, 664))
    page = visitor.open("/learn/8/?at=Altair")
    page.locator(".lesson__how > summary").click()
    page.wait_for_function(SEEN)
    page = visitor.open("/learn/")
    visitor.press_away(page.locator("#skip"))
    expect_step(visitor, 2)
    visitor.press_away(page.locator("#step-back"))
    expect_step(visitor, 1)
    page.goto(f"{visitor.base}/learn/")
    expect_step(visitor, 2)
