"""The list of turns: the latest twenty, all of them when asked for."""

import pytest

from games.models import Game
from games.tests.browsing import Browser
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet
from upkeep.tests.elements import Element, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob) -> Game:
    return play_peaceful_turns(play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 2), 50)


def table(game: Game) -> str:
    return f"/games/{game.public_id}/"


def page(address: str, player=None) -> Element:
    return page_of(Browser(player).open(address).page)


def listed(page: Element) -> list[int]:
    return [int(number.text) for number in page.select("ol.log li > a > i")]


def others(page: Element) -> str:
    return page.by_id("other-turns")["href"]


def test_the_latest_twenty_are_listed_with_their_notation(game):
    shown = page(table(game))
    assert listed(shown) == list(range(52, 32, -1))
    assert len(shown.select("ol.log li > a code")) == 20
    assert others(shown) == f"{table(game)}?log=all&panel=log#turns"


def test_all_are_listed_when_asked_for_and_there_is_a_way_back(game):
    shown = page(f"{table(game)}?log=all")
    assert listed(shown) == list(range(52, 0, -1))
    assert others(shown) == f"{table(game)}?panel=log#turns"


def test_a_turn_in_the_making_and_the_side_stay(game, alice):
    address = others(page(f"{table(game)}?turn=pass", alice))
    assert address == f"{table(game)}?turn=pass&log=all&panel=log#turns"
    assert page(address, alice).by_id("order-text").value == "pass"
    assert others(page(f"{table(game)}?seat=1")) == f"{table(game)}?seat=1&log=all&panel=log#turns"


@pytest.mark.parametrize(("number", "first", "last"), [(1, 1, 20), (20, 10, 29), (32, 22, 41), (33, 33, 52)])
def test_what_is_looked_back_at_is_in_the_list(game, number, first, last):
    shown = page(f"{table(game)}turns/{number}/")
    assert listed(shown) == list(range(last, first - 1, -1))
    (current,) = shown.by_id("turns").select("[aria-current=true]")
    assert current["href"].endswith(f"turns/{number}/")
    assert others(shown) == "?log=all&panel=log#turns"
    assert listed(page(f"{table(game)}turns/{number}/?log=all")) == list(range(52, 0, -1))


def test_a_short_game_has_no_others(alice, bob):
    game = play_peaceful_turns(play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 2), 18)
    assert page(table(game)).find_id("other-turns") is None
    assert listed(page(table(game))) == list(range(20, 0, -1))


def test_news_keeps_the_whole_list(game, bob):
    shown = page(f"{table(game)}?log=all")
    assert "log=all" in shown.by_id("news")["hx-get"]
    assert listed(page(f"{table(game)}news/?after=0&log=all")) == list(range(52, 0, -1))


def test_the_page_does_not_grow_with_the_game(game):
    whole, shown = (len(Browser().open(table(game) + query).page.content) for query in ("?log=all", ""))
    assert whole - shown > 32 * 150
