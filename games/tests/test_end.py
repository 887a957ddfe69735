"""The end of a game: who won and how, and the moments on which it turned."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.tests.cast import person
from games.models import Game
from games.notices.letters import end
from games.services import mark_whole_game, resign
from games.services.deciding import decide_game
from games.table.end import TOLD_AS
from games.tests.marks import BEFORE, BLUNDER
from games.tests.play import play_peaceful_turns, play_turn, table_of
from homeworlds.rules import RuleSet
from notices.models import Notice
from upkeep.tests.elements import Element, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


def ended(game: Game, client: Client | None = None) -> Element:
    return page_of((client or Client()).get(f"/games/{game.public_id}/"))


def moments(page: Element) -> list[tuple[str, str]]:
    """Their titles, and where they lead in the game."""
    links = page.select(".moment-words a")
    return [(link.text, link["href"].split("/", 3)[3]) for link in links]


@pytest.fixture
def fallen(alice, bob) -> Game:
    """Alice destroys her own homeworld with turn 7, as she could have done after turn 6."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld y2 b1 g3", "homeworld r1 b3 g3", "build g1 alice", "build g1 bob"):
        play_turn(game, text)
    for text in ("build g1 alice", "build g2 bob", "build g2 alice; catastrophe alice green"):
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def test_it_says_in_big_words_who_won_and_below_by_what(fallen, alice, bob):
    client = Client()
    for player, said in ((None, "Bob won"), (alice, "You lost"), (bob, "You won")):
        if player:
            client.force_login(player)
        page = ended(fallen, client)
        assert page.by_id("turn-heading").text == said
        (how,) = page.select(".ended-how")
        assert "Alice fell to a green catastrophe on turn 7." in how.text
        assert page.by_id("replay-all")["href"].endswith("/turns/0/")
        share = page.by_id("share-picture")
        assert share["href"].endswith("/turns/7.png?lang=en")
        assert (share["data-share"], share["data-title"]) == (f"/games/{fallen.public_id}/", "Alice – Bob")


UNCOUNTED = "So short a game is unrated and in no tally."


@pytest.mark.parametrize(("turns", "short"), [(0, True), (3, True), (4, False)])
def test_a_game_that_was_too_short_says_so_and_who_won(alice, bob, turns, short):
    game = play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), turns)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    (how,) = ended(game).select(".ended-how")
    assert "Alice won" in how.text and (UNCOUNTED in how.text) == short
    letter = end(Notice(player=alice, key=game.public_id, kind="end", news=1))
    assert (UNCOUNTED in letter.paragraphs) == short


def test_a_game_that_is_void_or_was_imported_says_nothing_of_its_length(alice, bob):
    void, imported = (table_of(alice, bob, rules=RuleSet()) for _ in range(2))
    decide_game(staff=person("Stella"), game=void, reason="Nobody came.")
    Game.objects.filter(pk=imported.pk).update(imported=True)
    resign(game_id=imported.pk, player=bob, key="r", confirmed=True)
    for game in (void, imported):
        assert UNCOUNTED not in ended(game).text


def test_the_last_stroke_and_since_when_it_was_possible_are_shown_as_the_cards_lay(fallen):
    page = ended(fallen)
    assert [title for title, _link in moments(page)][-1] == "The last stroke"
    assert moments(page)[-1][1] == "turns/6/"
    assert [mark.text for mark in page.select(".moment-mark")] == [
        str(number) for number in range(1, len(moments(page)) + 1)
    ]
    assert page.select(".moment-lies")[-1].select("[id$='home-0']")


def test_a_win_that_was_missed_comes_first_and_a_resignation_is_no_stroke(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in (*BEFORE, BLUNDER, "pass"):
        play_turn(game, text)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert moments(ended(game)) == []
    mark_whole_game(game_id=game.pk)
    assert moments(ended(game)) == [("A win not taken", "turns/7/")]


def test_the_drawn_game_stands_there_small_and_leads_to_the_large_one(fallen):
    page = ended(fallen)
    assert [
        len(page.select(f".ended-story .drawn.{kind}")) for kind in ("tide", "lifelines", "scarcity")
    ] == [
        2,
        1,
        1,
    ]
    drawn = f"/games/{fallen.public_id}/drawn/"
    assert [link["href"] for link in page.select(".multiples a")] == [f"{drawn}#lifelines", f"{drawn}#bank"]
    large = page_of(Client().get(drawn))
    assert large.by_id("lifelines").select(".lifelines") and large.by_id("bank").select(".scarcity")
    for shown in (page, large):
        assert len(shown.ids) == len(set(shown.ids))
        assert all(use["href"][1:] in shown.ids for use in shown.select(".lifelines use"))


def test_what_the_end_tells_is_worked_out_once_for_every_end(fallen):
    ended(fallen)
    slot = f"story:{TOLD_AS}:{fallen.public_id}:en:None"
    of, story = cache.get(slot)
    cache.set(slot, (of, story._replace(moments=())))
    assert moments(ended(fallen)) == []
    names_before = (of[0], ("Alice", "Robert"), of[2])
    cache.set(slot, (names_before, story._replace(moments=())))
    assert moments(ended(fallen))


def test_of_a_running_game_and_of_its_past_there_is_no_end(fallen):
    assert not page_of(Client().get(f"/games/{fallen.public_id}/turns/6/")).select(".ended-heading")


def test_a_longer_game_takes_no_more_queries(alice, bob):
    counts = []
    for turns in (4, 30):
        game = play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), turns)
        resign(game_id=game.pk, player=bob, key="r", confirmed=True)
        ended(game)
        with CaptureQueriesContext(connection) as queries:
            ended(game)
        counts.append(len(queries))
        page = ended(game)
        assert all(use["href"][1:] in page.ids for use in page.select(".lifelines use"))
    assert counts[0] == counts[1]
