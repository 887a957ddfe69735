"""A line that fails or dawdles: nothing typed or chosen is lost, the player is told, a turn counts once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.utils.crypto import get_random_string
from playwright.sync_api import Page, Route

from games.models import EntryKind, Game, TalkMessage
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
ORDER = "build G1 Alice"
LINE = "#messages .message--request"


@pytest.fixture
def game(alice, bob, bots_wait) -> Game:
    """Alice has the move."""
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob"):
        play_turn(game, text)
    return game


@pytest.fixture
def visitor(visit, alice, game, log_in, request) -> Visitor:
    """Alice at the table, her turn made and not yet ended."""
    visitor = visit(getattr(request, "param", DESKTOP))
    log_in(visitor, alice)
    visitor.open(f"/games/{game.public_id}/")
    visitor.press("#home-0")
    visitor.press("#choose-do-build")
    yield visitor
    visitor.complaints.clear()


def turns_of_alice(game: Game) -> list[str]:
    return list(game.log.filter(kind=EntryKind.TURN, seat=0, number__gt=2).values_list("text", flat=True))


def cut(route: Route) -> None:
    route.abort()


def answer_lost(route: Route) -> None:
    """The site gets it and answers; the answer never comes."""
    route.fetch()
    route.abort()


def away(route: Route) -> None:
    route.fulfill(status=503, body="Service Unavailable")


def full(route: Route) -> None:
    """The site cannot write, and says so to the page."""
    route.fulfill(status=503, headers={"X-Reason": "full"}, body="Service Unavailable")


FAILURES = pytest.mark.parametrize(
    ("fails", "words"),
    [
        (cut, "cannot be reached"),
        (answer_lost, "cannot be reached"),
        (away, "could not do that"),
        (full, "no room left"),
    ],
    ids=["cut off", "answer lost", "503", "no room"],
)


def fail_once(page: Page, pattern: str, fails: Callable[[Route], None]) -> None:
    page.route(pattern, fails, times=1)


@FAILURES
@pytest.mark.parametrize("visitor", [PHONE, DESKTOP], ids=["phone", "desktop"], indirect=True)
def test_a_turn_that_did_not_get_through_is_sent_again_and_counts_once(visitor, game, fails, words):
    page = visitor.page
    fail_once(page, "**/table/turn/", fails)
    page.locator("#end-turn").click()
    page.locator(LINE).wait_for()
    told = page.locator(LINE).inner_text()
    assert words in told and "Nothing that you typed or chose is lost." in told
    assert page.locator("#messages").get_attribute("role") == "status"
    assert page.locator("#send-again").evaluate(
        """(button) => {
          const box = button.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return top === button && box.height >= 44;
        }"""
    )
    visitor.picture(f"bad-line-{page.viewport_size['width']}", whole=False)
    assert visitor.wide_parts() == []
    assert page.locator("#order-text").input_value() == ORDER
    assert page.locator("#end-turn").is_enabled()
    visitor.press("#send-again")
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert page.locator("#messages").inner_text() == ""
    assert turns_of_alice(game) == [ORDER]
    assert visitor.refusals == []


def test_what_was_typed_stays_and_end_turn_works_as_well(visitor, game):
    page = visitor.page
    page.locator("#order-text").fill("trade g3 b3 alice")
    fail_once(page, "**/table/turn/", cut)
    page.locator("#end-turn").click()
    page.locator(LINE).wait_for()
    assert page.locator("#order-text").input_value() == "trade g3 b3 alice"
    visitor.press("#end-turn")
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert page.locator("#messages").inner_text() == ""
    assert turns_of_alice(game) == ["trade G3 B3 Alice"]


@FAILURES
def test_a_step_that_failed_leaves_the_turn_as_it_was(visitor, game, fails, words):
    page = visitor.page
    fail_once(page, "**/table/*", fails)
    page.locator("#undo").click()
    page.locator(LINE).wait_for()
    assert words in page.locator(LINE).inner_text()
    assert page.locator("#order-text").input_value() == ORDER
    # Meanwhile another link may stand in its place.
    undo = page.locator("#undo")
    undo.evaluate("(link) => { link.outerHTML = '<a id=undo href=/rules/>Undo</a>'; }")
    visitor.press("#send-again")
    page.locator("#undo").wait_for(state="detached")
    assert page.locator("#order-text").input_value() == ""
    assert turns_of_alice(game) == []


@FAILURES
def test_words_that_were_not_heard_are_still_there_and_are_said_once(visitor, game, fails, words):
    page = visitor.page
    visitor.open_panel("talk")
    page.locator("#talk-text").fill("Good luck, Bob!")
    fail_once(page, "**/table/say/", fails)
    page.locator("#talk-send").click()
    page.locator(LINE).wait_for()
    assert words in page.locator(LINE).inner_text()
    assert page.locator("#talk-text").input_value() == "Good luck, Bob!"
    assert page.locator("#order-text").input_value() == ORDER
    page.locator("#send-again").click()
    page.locator(".talk-words", has_text="Good luck, Bob!").wait_for()
    assert page.locator("#talk-text").input_value() == ""
    assert list(TalkMessage.objects.values_list("text", flat=True)) == ["Good luck, Bob!"]
    assert page.locator("#messages").inner_text() == ""


def test_a_slow_answer_is_announced_and_awaited(visitor, game):
    page = visitor.page
    held: list[Route] = []
    page.route("**/table/turn/", lambda route: held.append(route), times=1)
    page.locator("#end-turn").click()
    page.locator(LINE, has_text="This takes longer than usual.").wait_for()
    assert page.locator("#send-again").count() == 0
    assert page.locator("#order-text").input_value() == ORDER
    held[0].continue_()
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert page.locator("#messages").inner_text() == ""
    assert turns_of_alice(game) == [ORDER]


def test_an_answer_that_never_comes_is_given_up(visitor, game):
    page = visitor.page
    held: list[Route] = []
    page.evaluate("htmx.config.timeout = 1000")
    page.route("**/table/turn/", lambda route: held.append(route), times=1)
    page.locator("#end-turn").click()
    page.locator(LINE, has_text="No answer has come.").wait_for()
    assert page.locator("#order-text").input_value() == ORDER
    page.evaluate("htmx.config.timeout = 20000")
    visitor.press("#send-again")
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert turns_of_alice(game) == [ORDER]


def test_a_question_for_news_that_fails_does_not_hide_what_waits_to_be_sent(visitor, game):
    page = visitor.page
    page.route("**/games/**", cut)
    page.locator("#end-turn").click()
    page.locator("#send-again").wait_for()
    with page.expect_event("requestfailed", lambda request: "/news/" in request.url):
        pass
    assert page.locator("#send-again").count() == 1
    page.unroute("**/games/**")
    with page.expect_response(lambda response: "/news/" in response.url):
        pass
    visitor.press("#send-again")
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert turns_of_alice(game) == [ORDER]


def test_without_a_script_the_browsers_own_second_sending_is_harmless(visit, alice, game, log_in):
    visitor = visit(scripts=False)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/?turn=build+g1+Alice")
    fail_once(page, "**/turn/", answer_lost)
    page.locator("#end-turn").click()
    page.wait_for_url("chrome-error://**")
    assert turns_of_alice(game) == [ORDER]
    page.reload()
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert turns_of_alice(game) == [ORDER]
    visitor.complaints.clear()


def log_in_anew(page: Page) -> None:
    """As another tab does: the token of this one is worth nothing any more."""
    (cookie,) = [each for each in page.context.cookies() if "csrf" in each["name"].lower()]
    page.context.add_cookies([{**cookie, "value": get_random_string(CSRF_SECRET_LENGTH)}])


def test_a_turn_and_words_that_were_typed_before_another_login_are_sent_again(visitor, game):
    page = visitor.page
    page.locator("#order-text").fill("trade g3 b3 alice")
    log_in_anew(page)
    page.locator("#end-turn").click()
    page.locator(LINE).wait_for()
    assert "You have logged in anew" in page.locator(LINE).inner_text()
    assert page.locator("#order-text").input_value() == "trade g3 b3 alice"
    page.reload()
    assert page.locator("#order-text").input_value() == "trade g3 b3 alice"
    log_in_anew(page)
    page.locator("#end-turn").click()
    visitor.press("#send-again")
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert turns_of_alice(game) == ["trade G3 B3 Alice"]
    visitor.open_panel("talk")
    page.locator("#talk-text").fill("Good luck, Bob!")
    log_in_anew(page)
    page.locator("#talk-send").click()
    page.locator("#send-again").click()
    page.locator(".talk-words", has_text="Good luck, Bob!").wait_for()
    assert TalkMessage.objects.get(game=game).text == "Good luck, Bob!"
