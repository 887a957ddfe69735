"""A turn that a player has begun is there again when he comes back, and nobody else sees it."""

import pytest

from games.models import Game, Seat
from games.services import resign
from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from games.tests.seating import new_game
from games.tests.table_views import address, put
from homeworlds.rules import RuleSet
from upkeep.tests.elements import as_sent, page_of

pytestmark = pytest.mark.django_db
START = "<0> Alice (0, b1y2) g3y1-; Bob (1, r1b3) -g3; Vega (r3) y1-r1"
BEGUN = "?turn=sacrifice+Y1+Alice"


@pytest.fixture
def game(alice, bob):
    return put(table_of(alice, bob, rules=RuleSet()), START)


def order_on(surfer: Browser) -> str:
    return page_of(surfer.page).by_id("order-text").value


def is_found_again(surfer: Browser) -> bool:
    return page_of(surfer.page).find_id("turn-found") is not None


def test_it_stands_as_it_was_left_on_any_device_and_that_is_said(game, alice):
    surfer = Browser(alice).open(address(game, BEGUN))
    assert not is_found_again(surfer)
    surfer.open(address(game))
    assert (order_on(surfer), is_found_again(surfer)) == ("sacrifice Y1 Alice", True)
    elsewhere = Browser(alice).open(address(game))
    assert (order_on(elsewhere), is_found_again(elsewhere)) == ("sacrifice Y1 Alice", True)
    # A look at a system goes on from there.
    elsewhere.open(page_of(elsewhere.page).select('[data-target="Bob"]')[0]["href"])
    assert (order_on(elsewhere), is_found_again(elsewhere)) == ("sacrifice Y1 Alice", False)


@pytest.mark.parametrize("back", ["undo", "slot-0"])
def test_what_is_undone_or_started_over_does_not_come_back(game, alice, back):
    surfer = Browser(alice).open(address(game, BEGUN))
    assert not page_of(surfer.page).select(f'[hx-get="{address(game)}table/"]'), "takes up what it undoes"
    surfer.open(page_of(surfer.page).by_id(back)["href"])
    assert (order_on(surfer), is_found_again(surfer)) == ("", False)
    assert (order_on(surfer.open(address(game))), is_found_again(surfer)) == ("", False)
    assert Seat.objects.filter(half_made__isnull=False).count() == 0


def test_nobody_else_sees_it(game, alice, bob):
    Browser(alice).open(address(game, BEGUN))
    for other in (Browser(bob), Browser()):
        assert "sacrifice" not in as_sent(other.open(address(game)).page).lower()


@pytest.mark.parametrize("over", ["the turn", "the game"])
def test_it_is_gone_once_its_turn_is_over(game, alice, bob, over):
    Browser(alice).open(address(game, BEGUN))
    assert Seat.objects.get(game=game, player=alice).half_made
    if over == "the turn":
        play_turn(game, "build G1 Alice")
    else:
        resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert Seat.objects.filter(half_made__isnull=False).count() == 0


def test_what_a_browser_fetches_ahead_is_not_begun(game, alice):
    Browser(alice).open(address(game, BEGUN), sec_purpose="prefetch")
    assert order_on(Browser(alice).open(address(game))) == ""


def test_the_stars_of_a_homeworld_are_kept_and_back_takes_one_of_them(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    Browser(alice).open(address(game, "?star=B1&star=Y2"))
    surfer = Browser(alice).open(address(game))
    assert is_found_again(surfer)
    assert "Homeworld Y2 B1" in page_of(surfer.page).by_id("turn-panel").text
    surfer.open(page_of(surfer.page).by_id("back")["href"])
    assert "Homeworld B1: choose the second star" in page_of(surfer.page).by_id("turn-panel").text
    surfer.open(page_of(surfer.page).by_id("back")["href"])
    assert "choose the first star" in page_of(surfer.page).by_id("turn-panel").text.lower()
    assert not is_found_again(surfer.open(address(game)))


def test_a_look_at_the_table_without_a_turn_writes_nothing(game, alice):
    Browser(alice).open(address(game, BEGUN))
    kept = Seat.objects.get(game=game, player=alice).half_made
    assert kept == {"turns": Game.objects.get(pk=game.pk).turn_count, "query": BEGUN}
    Browser(alice).open(address(game))
    assert Seat.objects.get(game=game, player=alice).half_made == kept


def test_before_the_start_nothing_is_begun(alice):
    game = new_game(alice)
    Browser(alice).open(address(game, BEGUN))
    assert Seat.objects.get(game=game, player=alice).half_made is None
