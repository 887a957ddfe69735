"""Stepping through a game: from turn to turn and from action to action."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from board.map.places import Places, settle
from games.models import Game, Visibility
from games.services import resign
from games.table.looking_back import table_at
from games.table.replay import MOST_WAYS, TICK, _ticks
from games.tests.browsing import HTMX
from games.tests.play import play_peaceful_turns, play_turn, table_of
from homeworlds.notation import parse_position
from homeworlds.rules import RuleSet
from upkeep.tests.elements import Element, page_of

pytestmark = pytest.mark.django_db
START = "<0> Alice (0, b1y2) g3y1y3-; Bob (1, r1b3) -g3; Vega (r3) y1-r1"
LAST = "turns/4/1/"
"""The last turn, looked back at: the table itself is for playing on."""
TURN = "sacrifice Y3 Alice; discover Y1 Alice G3 Mira; move Y1 Vega Alice"


@pytest.fixture
def game(alice, bob):
    """Homeworlds, a turn of three actions, a turn of one."""
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld y2 b1 g3")
    play_turn(game, "homeworld r1 b3 g3")
    position = parse_position(START, game.rules(), ["Alice", "Bob"])
    places = settle(Places(), position).to_json()
    game.log.filter(number=2).update(position=START, places=places)
    Game.objects.filter(pk=game.pk).update(position=START, places=places, next_seat=0)
    play_turn(game, TURN)
    play_turn(game, "build g1 bob")
    return Game.objects.get(pk=game.pk)


def page(game: Game, tail: str = "", client: Client | None = None, status: int = 200) -> Element:
    answer = (client or Client()).get(f"/games/{game.public_id}/{tail}")
    assert answer.status_code == status
    return page_of(answer)


def links(page: Element) -> dict[str, str]:
    """The addresses of the step links, from the table on."""
    steps = page.one("navigation", "Through the game").select("a[id]")
    return {step["id"].removeprefix("step-"): step["href"].split("/", 3)[3] for step in steps}


def test_next_action_leads_through_every_position_and_previous_action_back(game):
    tail, way = "turns/0/", ["turns/0/"]
    while "on" in (found := links(page(game, tail))):
        tail = found["on"]
        way.append(tail)
    assert way == ["turns/0/", "turns/1/", "turns/2/", "turns/3/1/", "turns/3/2/", "turns/3/", LAST, ""]
    back = [tail]
    while "back" in (found := links(page(game, tail))):
        tail = found["back"]
        back.append(tail)
    assert back[::-1] == way


def ticks(page: Element) -> list[str]:
    """Where the strip of turns leads."""
    return [tick["href"].split("/", 3)[3] for tick in page.select(".ticks")[0].select("a")]


def test_every_turn_has_its_tick_and_an_action_its_way_back_and_on(game):
    shown = page(game, "turns/3/1/")
    assert links(shown) == {"back": "turns/2/", "on": "turns/3/2/"}
    assert ticks(shown) == ["turns/0/", "turns/1/", "turns/2/", "turns/3/", ""]
    strip = shown.by_id("ticks-sheet")
    assert (strip["data-at"], strip["data-last"]) == ("3", "4")
    assert strip["data-words"].startswith("Turn 3, action 1 of 3. Alice: ")
    assert page(game, "turns/3/0/").by_id("ticks-sheet")["data-at"] == "2"
    assert page(game).by_id("ticks")["data-words"] == "Now"


def test_a_long_strip_has_a_mark_for_every_turn_and_a_link_for_a_few_each():
    marks = _ticks((0, 1) * 50, at=7, ways="/turns/{}/", present="/now/")
    links = re.findall(r'<a href="([^"]*)" tabindex="-1"><path d="M(\d+) 0H(\d+)', marks)
    assert len(links) <= MOST_WAYS
    assert [href for href, *_ in links] == [*[f"/turns/{number}/" for number in range(0, 98, 7)], "/now/"]
    # They lie beside each other over the whole strip.
    edges = [int(edge) for _href, *span in links for edge in span]
    assert edges[::2] == [0, *edges[1:-1:2]] and edges[-1] == TICK * 101
    drawn = re.findall(r"M(\d+) 12v20", marks)
    assert sorted(map(int, drawn)) == [TICK * number + 5 for number in range(101)]


def test_each_position_stands_as_it_was_with_words_for_its_step(game):
    view = table_at(game, game.creator, number=3, step=2)
    assert view.at.position.find("Mira") is not None
    assert view.at.position.find("Vega").fleets[0] != ()
    shown = page(game, "turns/3/2/")
    assert "Turn 3, action 2 of 3" in shown.by_id("turn-heading").text
    (words,) = shown.select(".step-words")
    assert words.text.startswith("Alice: ") and "Mira" in words.text
    before = table_at(game, game.creator, number=3, step=0)
    after = table_at(game, game.creator, number=2)
    assert (before.at.position, before.at.places) == (after.at.position, after.at.places)
    assert "Before turn 3" in page(game, "turns/3/0/").by_id("turn-heading").text
    whole = table_at(game, game.creator, number=3, step=3)
    assert whole.at.position == table_at(game, game.creator, number=3).at.position
    assert "After turn 3" in page(game, "turns/3/3/").by_id("turn-heading").text


def test_systems_keep_the_places_they_had(game):
    steps = [table_at(game, game.creator, number=3, step=step).at.places for step in range(4)]
    mira = steps[3].systems["Mira"]
    assert [step.systems.get("Mira") for step in steps] == [None, None, mira, mira]
    assert {step.systems["Vega"] for step in steps[:3]} == {steps[0].systems["Vega"]}


def test_the_fragment_is_the_table_alone_and_tells_the_address_of_the_page(game):
    address = f"/games/{game.public_id}/turns/3/1/"
    answer = Client().get(f"{address}table/", headers=HTMX)
    assert answer.headers["HX-Push-Url"] == address
    roots = page_of(answer).tag.find_all(recursive=False)
    assert [root.get("id") for root in roots] == ["table"]
    answer = Client().get(f"/games/{game.public_id}/turns/4/table/?seat=1", headers=HTMX)
    assert answer.headers["HX-Push-Url"] == f"/games/{game.public_id}/?seat=1"


def test_a_spectator_keeps_the_side_from_which_he_looks(game):
    found = links(page(game, "turns/3/1/?seat=1"))
    assert len(found) == 2 and all(address.endswith("?seat=1") for address in found.values())
    assert all(tick.endswith("?seat=1") for tick in ticks(page(game, "turns/3/1/?seat=1")))


def test_turns_that_the_strip_only_passes_by_are_no_pages_to_go_back_to(game):
    answer = Client().get(f"/games/{game.public_id}/turns/3/table/?passing=1", headers=HTMX)
    assert answer.headers["HX-Replace-Url"] == f"/games/{game.public_id}/turns/3/"
    assert "HX-Push-Url" not in answer.headers


@pytest.mark.parametrize("tail", ["", "turns/0/", "turns/3/", "turns/3/2/"])
def test_every_id_is_once_on_a_page_that_looks_back(game, alice, tail):
    player = Client()
    player.force_login(alice)
    for client in (Client(), player):
        assert page(game, tail, client).repeated_ids() == []
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    assert page(game, tail, player).repeated_ids() == []


@pytest.mark.parametrize("tail", ["turns/5/0/", "turns/3/4/", "turns/0/0/", f"turns/{10**30}/1/", "turns/5/"])
def test_there_is_nothing_beyond_the_game(game, tail):
    page(game, tail, status=404)


def test_the_positions_of_a_private_game_do_not_exist_for_strangers(game, alice, charlie):
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    player, stranger = Client(), Client()
    player.force_login(alice)
    stranger.force_login(charlie)
    tails = ["turns/3/", "turns/3/1/", "turns/3/table/", "turns/3/1/table/", "record.txt", "record.json"]
    for tail in tails:
        page(game, tail, player)
        page(game, tail, stranger, 404)
        page(game, tail, status=404)


@pytest.mark.parametrize("tail", ["turns/3/1/", "turns/3/table/", "record.txt", "record.json"])
def test_a_longer_game_needs_no_more_queries(game, tail):
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(game, tail)
        counts.append(len(queries))
        play_peaceful_turns(game, 12)
    assert counts[0] == counts[1] <= 8
