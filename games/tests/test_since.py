"""What happened since a player last looked: told in words, linked into the replay, outlined on the map."""

import re

import pytest

from games.models import Game
from games.services import resign
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet, Variant
from upkeep.tests.elements import Element, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob, charlie) -> Game:
    """Alice has had her turn after the setups; Bob is to move."""
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    for text in ("homeworld G1 B2 G3", "homeworld Y1 B3 G3", "homeworld Y2 B1 G3", "build G1 Alice"):
        play_turn(game, text)
    return game


def table(game: Game) -> str:
    return f"/games/{game.public_id}/"


def look(game: Game, player, tail: str = "", **headers: str) -> Element:
    return page_of(Browser(player).open(table(game) + tail, **headers).page)


def told(page: Element) -> str:
    since = page.find_id("since")
    return since.text if since else ""


def outlined(page: Element) -> list[str]:
    return [each["id"] for each in page.select(".touched[id]")]


def test_only_what_is_new_since_the_last_look_is_told(game, alice):
    play_turn(game, "build G1 Bob")
    first = told(look(game, alice))
    assert "Since you last looked" in first and "built G1 at Bob" in first
    play_turn(game, "trade G3 R3 Charlie")
    page = look(game, alice)
    second = told(page)
    assert "Since you last looked" in second and "traded G3 for R3 at Charlie" in second
    assert "built G1 at Bob" not in second
    everything = page.by_id("since").one("link", re.compile("Everything since your last turn"))
    assert everything["href"] == f"{table(game)}turns/4/"
    assert f"{table(game)}turns/5/" in page.by_id("since").targets


def test_it_is_told_until_there_is_something_newer(game, alice):
    play_turn(game, "build G1 Bob")
    look(game, alice)
    play_turn(game, "trade G3 R3 Charlie")
    for _ in range(3):
        assert "built G1 at Bob" not in told(look(game, alice))
        assert "Since you last looked" in told(look(game, alice))
    play_turn(game, "build G1 Alice")
    assert told(look(game, alice)) == ""


def test_each_leads_to_where_it_is_looked_back_at(game, alice):
    play_turn(game, "build G1 Bob")
    play_turn(game, "trade G3 R3 Charlie")
    links = [link["href"] for link in look(game, alice).by_id("since").all("link", "Show")]
    assert links == [f"{table(game)}turns/5/", f"{table(game)}turns/6/1/"]
    for link in links:
        assert Browser(alice).client.get(link).status_code == 200


def test_the_systems_touched_are_marked_until_a_step_is_made(game, alice, charlie):
    play_turn(game, "build G1 Bob")
    play_turn(game, "trade G3 R3 Charlie")
    assert outlined(look(game, alice)) == ["home-1", "home-2"]
    assert outlined(look(game, alice, "?turn=build+G1+Alice")) == []
    assert outlined(look(game, charlie)) == ["home-2"]


def test_news_that_comes_by_itself_tells_it_and_counts_as_no_look(game, alice):
    play_turn(game, "build G1 Bob")
    look(game, alice)
    play_turn(game, "trade G3 R3 Charlie")
    for tail in ("news/?after=5", "news/?after=5", "table/"):
        page = told(look(game, alice, tail, **HTMX))
        assert "Since you last looked" in page and "built G1 at Bob" not in page


def test_looking_again_costs_no_more_than_the_first_time(game, alice, django_assert_max_num_queries):
    play_turn(game, "build G1 Bob")
    client = Browser(alice).client
    client.get(table(game))
    with django_assert_max_num_queries(20) as asked:
        client.get(table(game))
    assert not [query for query in asked.captured_queries if query["sql"].startswith('UPDATE "games_seat')]


def test_whoever_is_out_is_told_what_he_has_not_seen(game, charlie):
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    look(game, charlie)
    play_turn(game, "build G1 Bob")
    page = told(look(game, charlie))
    assert "Since you last looked" in page and "built G1 at Bob" in page
    assert "built G1 at Alice" not in page


def test_what_was_taken_back_is_not_told(game, alice, bob):
    play_turn(game, "build G1 Bob")
    answer = Browser(bob).client.post(table(game) + "take-back/", {"answers": "5", "key": "t"})
    assert answer.status_code == 303
    play_turn(game, "trade G3 R3 Bob")
    page = told(look(game, alice))
    assert "traded G3 for R3 at Bob" in page and "built G1 at Bob" not in page


def test_watchers_and_the_past_know_nothing_of_looks(game, alice):
    play_turn(game, "build G1 Bob")
    assert told(look(game, None)) == told(look(game, alice, "turns/4/")) == ""


def test_with_two_it_is_always_since_the_last_turn(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld G1 B2 G3")
    play_turn(game, "homeworld Y1 B3 G3")
    for _ in range(2):
        assert "Since your last turn" in told(look(game, alice))
