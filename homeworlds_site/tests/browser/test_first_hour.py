"""A newcomer's first hour in taps: the first turn answered, a friend's seat, the lesson, a second game."""

from __future__ import annotations

import pytest

from games.models import Game, SeatKind, Status
from homeworlds_site.tests.browser.newcomer import Newcomer
from homeworlds_site.tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser

WAYS = pytest.mark.parametrize(
    "how",
    [{"way": "touch", "has_touch": True}, {"way": "keyboard"}, {"scripts": False}],
    ids=["touch", "keyboard", "no-scripts"],
)
CUT = """() => [...document.querySelectorAll(
  "#sheet :is(p, b, span, a, button), .whats-next :is(b, span)")].filter(
  (one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none"
    && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1
    && getComputedStyle(one).display !== "inline"
    && getComputedStyle(one).overflow !== "visible").map((one) => one.className + " " + one.textContent)"""


@pytest.fixture
def newcomer(visit, loaded_dice):
    loaded_dice("2")
    return lambda how: Newcomer(visit(PHONE, **how))


def turns(game: Game) -> int:
    game.refresh_from_db()
    return game.turn_count


@WAYS
def test_the_first_turn_is_answered_in_five_taps(newcomer, how):
    guest = newcomer(how)
    assert (guest.answered(), guest.taps) == (2, 5)


@WAYS
def test_with_a_strong_start_it_takes_three(newcomer, how):
    guest = newcomer(how)
    game = guest.play_a_bot()
    before = turns(game)
    guest.tap("#strong-start")
    assert guest.page.locator(".first-judged .good").count() == 3
    guest.tap("#end-turn")
    assert turns(game) == before + 2 and guest.taps == 3


@WAYS
def test_the_lesson_is_one_tap_from_the_first_table(newcomer, how):
    guest = newcomer(how)
    guest.learn()
    assert "/learn/1/" in guest.page.url and guest.taps == 1


@WAYS
def test_a_friend_has_a_seat_after_one_tap_and_takes_it_with_one(newcomer, visit, how):
    guest = newcomer(how)
    game, link = guest.invite()
    assert guest.taps == 1
    friend = Newcomer(visit(PHONE, **how))
    friend.take_seat(link)
    game.refresh_from_db()
    assert (friend.taps, game.status, game.rated) == (1, Status.RUNNING, False)


@WAYS
def test_after_a_win_the_next_bot_is_one_tap_away(newcomer, how):
    guest = newcomer(how)
    game, page = guest.win(), guest.page
    assert page.locator(".ended-heading").inner_text() == "You won"
    assert {each.get_attribute("id") for each in page.locator(".whats-next .choice").all()} == {
        "next-bot",
        "next-friend",
        "next-person",
    }
    # Gold is what comes next, and nothing else.
    assert page.locator(".whats-next .primary").count() == 1
    gold = "one => getComputedStyle(one).backgroundColor"
    (next_bot, rematch) = (
        page.locator(which).evaluate(gold) for which in ("#next-bot", ".ended-bar .primary")
    )
    assert next_bot != rematch
    second = guest.play_on()
    assert second.pk != game.pk and guest.taps == 1
    assert second.seats.get(kind=SeatKind.BOT).player.bot_level == "scout"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("height", [664, 844])
def test_nothing_of_the_first_sheet_is_cut_or_outside(newcomer, height, locale):
    guest = newcomer({"locale": locale})
    guest.visitor.page.set_viewport_size({"width": 390, "height": height})
    guest.visitor.open("/")
    guest.tap(guest.page.locator("form[action$='play-a-bot/'] button"))
    for pressed in (None, "#choose-star-y1", "#choose-star-b3", "#choose-ship-g3"):
        if pressed:
            guest.tap(pressed)
        assert guest.page.evaluate(CUT) == [] and guest.visitor.wide_parts() == []
    if height == 844:
        sheet = guest.page.locator("#sheet").bounding_box()
        assert sheet["y"] + sheet["height"] <= height + 1


def test_at_a_desk_pieces_and_the_end_of_the_turn_are_in_view_together(visit, loaded_dice):
    loaded_dice("2")
    guest = Newcomer(visit((1280, 800)))
    guest.play_a_bot()
    order = guest.page.locator("#order").bounding_box()
    for piece in ("star-y1", "star-b3", "ship-g3"):
        end = guest.page.locator("#end-turn").bounding_box()
        assert end["y"] + end["height"] <= order["y"], piece
        guest.tap(f"#choose-{piece}")
    guest.tap("#end-turn")


def test_a_dim_end_of_the_turn_says_why_when_it_is_touched(newcomer):
    guest = newcomer({"way": "touch", "has_touch": True})
    guest.play_a_bot()
    why = guest.page.locator("#why-not-yet")
    assert not why.locator("p").first.is_visible()
    why.locator("summary").tap()
    assert "Your first turn sets up your homeworld" in why.inner_text()
    guest.page.keyboard.press("Escape")
    assert not why.locator("p").first.is_visible()


def test_help_that_was_opened_once_hides_no_later_reason(visit, transactional_db):
    visitor = visit(PHONE)
    page = visitor.open("/learn/1/")
    page.locator(".lesson__how > summary").click()
    assert not page.locator(".lesson__why").is_visible()
    for piece in ("star-y1", "star-b2", "ship-g3"):
        visitor.press(f"#choose-{piece}")
    visitor.press("#end-turn")
    assert page.url.split("?")[0].endswith("/learn/2/") and page.locator(".lesson__why").is_visible()
