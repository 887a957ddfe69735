"""However long an order is typed, the form answers it: no address grows beyond what servers read."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from board.turn.making import LONGEST_ADDRESS
from games.models import Game
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
TOO_LONG = "2000 are enough for any turn."


@pytest.fixture
def game(alice, bob) -> Game:
    game = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld R1 B2 G3", "homeworld Y1 B3 G3"):
        play_turn(game, text)
    return game


@pytest.fixture(params=["table", "sandbox", "guide"])
def shows(request, game, alice) -> tuple[Client, str]:
    """Somebody at a page where a turn is made, and where its form takes a typed order to look at."""
    client = Client()
    client.force_login(alice)
    pages = {
        "table": reverse("games:table", args=[game.public_id]),
        "sandbox": reverse("study:sandbox", args=[game.public_id, 2]),
        "guide": reverse("pages:learn_step", args=[2]),
    }
    button = page_of(client.get(pages[request.param])).by_id("show-order")
    assert button["hx-post"] == button["formaction"], "with a script it is sent the same way"
    return client, button["formaction"]


@pytest.mark.parametrize(
    "order, says",
    [
        ("build G1 Alice;\n" * 320, TOO_LONG),
        ("x" * 5_000, TOO_LONG),
        # In an address each of these takes six characters.
        ("построить " * 200, "is not an action"),
    ],
    ids=["legal", "junk", "cyrillic"],
)
def test_a_long_order_is_answered_beside_it_and_kept(shows, order, says):
    client, action = shows
    answer = client.post(action, {"turn": order})
    assert answer.status_code == 422
    page = page_of(answer)
    assert says in page.by_id("order-error").text
    assert page.by_id("order-text").value.split() == order.split()
    for target in page.targets:
        assert len(target) < LONGEST_ADDRESS + 300


def test_a_short_order_still_gets_an_address(shows):
    client, action = shows
    answer = client.post(action, {"turn": "pass"})
    assert answer.status_code == 303 and answer["Location"].endswith("turn=pass")


def test_who_must_log_in_first_is_sent_to_an_address_that_servers_read(game):
    for order in ("x" * 5_000, "ж" * 1_900):
        answer = Client().post(reverse("games:turn", args=[game.public_id]), {"turn": order})
        assert answer.status_code == 302
        assert len(answer["Location"]) < LONGEST_ADDRESS
