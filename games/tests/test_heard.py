"""Every sentence of the panel has its line among those that are said aloud, or a reason why not."""

from __future__ import annotations

import pytest

from accounts.models import Player
from board.tests.cautions import LAST_SHIP
from games.services import SeatWish, create_game
from games.tests.browsing import Browser
from games.tests.hearing import STATES, unsaid
from games.tests.play import play_turn, table_of
from games.tests.table_views import address, order, put
from homeworlds.rules import FirstShip, OwnElimination, Preset, RuleSet, Variant, preset_rules
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    """Alice is warned."""
    seats = [SeatWish(player=alice, red_alert=True), SeatWish(player=bob)]
    return create_game(
        creator=alice, rules=RuleSet(first_ship=FirstShip.ANY), seats=seats, seat_order="fixed"
    )


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_of_the_panel_is_said(game, alice, state, language):
    Player.objects.filter(pk=alice.pk).update(language=language)
    position, query = STATES[state]
    put(game, position)
    assert unsaid(Browser(alice).client.get(address(game, f"?{query}"))) == []


def test_the_question_is_said_with_its_reason(game, alice):
    put(game, LAST_SHIP)
    for text in ("sacrifice G1 Alice", "trade G1 R1 Alice"):
        answer = Browser(alice).client.post(address(game, "turn/"), order(game, text, key=text))
        heading = page_of(answer).by_id("turn-heading").text
        # The heading, which has the focus, begins with it, and goes on with the reason.
        assert unsaid(answer) == ["End it all the same?"]
        assert heading.startswith("End it all the same? ") and len(heading) > 60


def test_who_waits_hears_whose_turn_it_is_and_who_did_what(alice, bob):
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob"):
        play_turn(game, text)
    assert unsaid(Browser(bob).client.get(address(game))) == []
    mine = page_of(Browser(alice).client.get(address(game)))
    assert mine.by_id("since").select("summary")[0].text.startswith("Since your last turn BBob: set up with")


def test_a_forbidden_end_is_said(alice, bob):
    rules = RuleSet(first_ship=FirstShip.ANY, own_elimination=OwnElimination.FORBIDDEN)
    game = put(table_of(alice, bob, rules=rules), LAST_SHIP)
    answer = Browser(alice).client.get(address(game, "?turn=sacrifice+G1+Alice"))
    assert unsaid(answer) == []
    assert page_of(answer).by_id("heard").select("[data-why]")
