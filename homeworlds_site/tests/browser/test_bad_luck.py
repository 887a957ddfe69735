"""Double clicks, the back button, two tabs."""

from __future__ import annotations

import pytest

from games.models import EntryKind, Game
from games.services import resign
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules

pytestmark = pytest.mark.browser

SETUPS = ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob")


@pytest.fixture
def game(alice, bob, bots_wait) -> Game:
    """Both have set up; Alice has the move."""
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in SETUPS:
        play_turn(game, text)
    return game


def turns_of_alice(game: Game) -> list[str]:
    return list(game.log.filter(kind=EntryKind.TURN, seat=0, number__gt=2).values_list("text", flat=True))


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_double_click_on_end_turn_counts_once(visit, alice, game, log_in, scripts):
    visitor = visit(scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/?turn=build+g1+Alice")
    page.locator("#end-turn").dblclick()
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert len(turns_of_alice(game)) == 1
    assert visitor.refusals == []
    assert page.locator(".turn-notice").count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_back_button_after_end_turn_does_no_harm(visit, alice, game, log_in, scripts):
    visitor = visit(scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    visitor.press("#home-0")
    visitor.press("#choose-do-build")
    visitor.press("#end-turn")
    page.go_back()
    page.locator("#turn-heading", has_text="Bob is to move.").wait_for()
    assert page.locator("#end-turn").count() == 0
    play_turn(game, "build g1 Bob")
    page.go_back()
    page.locator("#turn-heading", has_text="Your turn").wait_for()
    assert len(turns_of_alice(game)) == 1


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_second_of_two_tabs_is_told_and_keeps_its_order(visit, alice, game, log_in, scripts):
    visitor = visit(scripts=scripts)
    log_in(visitor, alice)
    address = f"/games/{game.public_id}/"
    visitor.open(f"{address}?turn=trade+g3+b3+Alice")
    first, second = visitor.page, visitor.context.new_page()
    second.goto(visitor.base + f"{address}?turn=build+g1+Alice")
    second.locator("#end-turn").click()
    second.locator("#turn-heading", has_text="Bob is to move.").wait_for()

    visitor.page = first
    visitor.press("#end-turn")
    assert visitor.refusals == [409]
    assert first.locator("[role=alert]").first.inner_text()
    assert first.locator("#kept-order").input_value() == "trade G3 B3 Alice"
    assert len(turns_of_alice(game)) == 1


def test_the_kept_order_can_be_ended_when_it_is_legal_again(visit, alice, game, log_in):
    visitor = visit()
    log_in(visitor, alice)
    visitor.open(f"/games/{game.public_id}/?turn=trade+g3+b3+Alice")
    play_turn(game, "build g1 Alice")
    play_turn(game, "build g1 Bob")
    visitor.press("#end-turn")
    assert visitor.refusals == [409]
    assert visitor.page.locator("#order-text").input_value() == "trade G3 B3 Alice"
    visitor.press("#end-turn")
    assert turns_of_alice(game)[-1] == "trade G3 B3 Alice"


def test_an_illegal_order_is_refused_beside_it(visit, alice, game, log_in):
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    page.locator("#order-text").fill("build r1 Alice")
    visitor.press("#show-order")
    assert visitor.refusals == [422]
    assert "red" in page.locator("#order-error").inner_text()
    assert page.locator("#end-turn").is_disabled()
    assert page.locator("#order-text").input_value() == "build r1 Alice"
    page.locator("#order-text").fill("build g1 Alice")
    visitor.press("#show-order")
    assert page.locator(".made-steps").inner_text() == "Built G1 at Alice"
    visitor.press("#end-turn")
    assert len(turns_of_alice(game)) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_an_order_that_no_address_holds_is_refused_beside_it(visit, alice, game, log_in, scripts):
    """Pasted, it may be longer than the field lets anybody type."""
    visitor = visit(scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    page.locator("#order-text").evaluate("field => field.removeAttribute('maxlength')")
    page.locator("#order-text").fill("build g1 Alice; " * 320)
    visitor.press("#show-order")
    assert visitor.refusals == [422]
    assert "too long" in page.locator("#order-error").inner_text()
    assert page.url.endswith(f"/games/{game.public_id}/" + ("" if scripts else "show/"))
    page.locator("#order-text").fill("build g1 Alice")
    visitor.press("#show-order")
    assert page.locator(".made-steps").inner_text() == "Built G1 at Alice"
    assert page.url.endswith("?turn=build+g1+Alice")


def test_a_question_for_news_leaves_such_an_order_in_its_field(visit, alice, bob, game, log_in):
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/?turn=build+g1+Alice")
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    page.locator("#news-show").wait_for()
    page.locator("#order-text").evaluate("field => { field.value = 'ж'.repeat(1900) }")
    with page.expect_request("**/table/**") as asked:
        page.locator("#news-show").click()
    assert len(asked.value.url) < 4_000
    page.locator("#turn-heading", has_text="You won").wait_for()
