"""Warnings on the table: the Red Alert for those who have it, advice on setups, one question at most."""

import re
from itertools import permutations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from board.tests.cautions import CALM, CROWD, LAST_SHIP, RESCUE
from games.models import SeatOrder
from games.services import SeatWish, create_game
from games.tests.browsing import Browser
from games.tests.play import deal
from games.tests.table_views import address, order, put
from homeworlds.rules import FirstShip, OwnElimination, RuleSet, Variant
from upkeep.tests.elements import as_sent, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    """Alice is warned."""
    seats = [SeatWish(player=alice, red_alert=True), SeatWish(player=bob)]
    rules = RuleSet(first_ship=FirstShip.ANY)
    made = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    return put(made, LAST_SHIP)


def table_of(player, game, tail=""):
    return page_of(Browser(player).client.get(address(game, tail)))


def source_of(player, game, tail=""):
    return as_sent(Browser(player).client.get(address(game, tail)))


def caution_of(player, game, tail=""):
    caution = table_of(player, game, tail).find_id("caution")
    return caution.text if caution else ""


def test_the_alert_shows_the_turn_and_goes_with_the_danger(game, alice):
    page = table_of(alice, game)
    assert page.by_id("caution").text.startswith("Red Alert. Bob could eliminate you with one turn.")
    threat = page.by_id("threat")
    assert "Captured G1 of Alice at Alice" in threat.texts("listitem") and "open" not in threat
    marked = page_of(Browser(alice).open(page.by_id("mark-threat")["href"]).page)
    assert "open" in marked.by_id("threat")
    assert len(marked.select(".chip")) > len(page.select(".chip"))
    assert not caution_of(alice, game, f"?turn={RESCUE.replace(' ', '+')}").startswith("Red Alert.")


def test_only_those_whom_the_terms_name_see_an_alert(game, alice, bob, charlie):
    for position in (LAST_SHIP, LAST_SHIP.replace("<0>", "<1>")):
        put(game, position)
        for player in (bob, charlie, None):
            page = table_of(player, game)
            assert page.find_id("caution") is None and page.find_id("threat") is None
    put(game, LAST_SHIP)
    game.seats.update(red_alert=False)
    assert caution_of(alice, game) == ""


def test_there_is_no_alert_in_rated_games(game, alice):
    assert "could eliminate you" in caution_of(alice, game)
    put(game, LAST_SHIP, rated=True)
    assert caution_of(alice, game) == ""
    assert "Nobody is warned by the site." in table_of(alice, game, "about/").text


@pytest.mark.parametrize("place", ["turn/", "table/turn/"])
@pytest.mark.parametrize(
    "position, text, title",
    [
        (LAST_SHIP, "trade G1 R1 Alice", "Red Alert"),
        ("<0>", "homeworld Y2 B1 R3", "No green"),
        (CALM, "sacrifice Y1 Alice", "Unused actions"),
    ],
)
def test_the_table_asks_once_and_a_second_press_counts(game, alice, place, position, text, title):
    put(game, position)
    surfer = Browser(alice)
    answer = surfer.client.post(address(game, place), order(game, text))
    page = page_of(answer)
    asked = page.by_id("turn-heading").text
    assert answer.status_code == 422 and asked.startswith(f"End it all the same? {title}. ")
    assert page.by_id("confirm")
    assert not game.log.exists()
    surfer.page = answer
    form = surfer.form("confirmed")
    htmx = place != "turn/"
    assert surfer.send(form, htmx=htmx).status_code == (200 if htmx else 303)
    assert game.log.get().text == text


@pytest.mark.parametrize(
    "position, text",
    [
        (LAST_SHIP, RESCUE),
        (CROWD, "build G1 Vega"),
        ("<0>", "homeworld B1 Y2 G3"),
    ],
)
def test_what_has_no_weight_is_not_asked(game, alice, position, text):
    put(game, position)
    answer = Browser(alice).client.post(address(game, "turn/"), order(game, text))
    assert answer.status_code == 303


def test_a_turn_sent_again_is_not_asked_about_again(game, alice):
    surfer = Browser(alice)
    data = order(game, "trade G1 R1 Alice", confirmed="1")
    assert surfer.client.post(address(game, "turn/"), data).status_code == 303
    del data["confirmed"]
    assert surfer.client.post(address(game, "turn/"), data).status_code == 303
    assert game.log.count() == 1


def test_a_setup_is_named_and_advised_on_while_it_is_made(game, alice, monkeypatch):
    monkeypatch.setattr("games.table.screen.is_newcomer", lambda *args, **more: False)
    put(game, "<0>")
    assert "This homeworld is a Goldilocks" in table_of(alice, game, "?star=b1&star=y3").text
    asked = "?turn=homeworld+B1+Y1+G3"
    assert "This homeworld is a Gemini" in table_of(alice, game, asked).text
    assert caution_of(alice, game, asked).startswith("Gemini.")


def test_an_alert_costs_no_query(game, alice):
    def queries():
        surfer = Browser(alice)
        surfer.open(address(game))
        with CaptureQueriesContext(connection) as asked:
            assert surfer.client.get(address(game)).status_code == 200
        return len(asked)

    with_alert = queries()
    game.seats.update(red_alert=False)
    assert queries() == with_alert


def test_an_alert_does_not_tell_who_is_evil(alice, bob, charlie):
    seats = [SeatWish(player=player, red_alert=True) for player in (alice, bob, charlie)]
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL, own_elimination=OwnElimination.FORBIDDEN)
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    danger = "Alice (0, y1b2) g1-r2-r2; Bob (1, g3y2) r2-g1-; Charlie (2, b3g1) --g3"
    put(game, f"<0> {danger}")
    masked = {
        re.sub(r'(csrfmiddlewaretoken" value="|CSRFToken": "|key" value="|seal=)[^"&]*', "", page)
        for letters in set(permutations("GGE"))
        if letters[0] == "G" and not deal(game, letters)
        for page in ["".join(source_of(alice, game, tail) for tail in ("?turn=", "?turn=attack+G1@1+Bob"))]
    }
    assert len(masked) == 1
    # On both pages it is shown, and said aloud.
    assert masked.pop().count("could eliminate you") == 4
