"""The drawn game: worked out once, and showing what lies on the table and nothing else."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from board.charts.course import Course
from games.models import Game
from games.services import resign
from games.table import charts
from games.tests.play import play_peaceful_turns, play_turn, table_of
from homeworlds.rules import RuleSet, Variant
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


@pytest.fixture
def game(alice, bob, charlie) -> Game:
    return play_peaceful_turns(table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.SINISTER)), 30)


def test_the_page_leads_to_every_turn_and_says_the_figures(game):
    page = page_of(Client().get(f"/games/{game.public_id}/drawn/"))
    root = f"/games/{game.public_id}/"
    wanted = [*[f"{root}turns/{number}/" for number in range(30)], root]
    tide = page.select("svg.tide")[0]
    assert [link["href"] for link in tide.select("a")] == wanted
    rows = [row.text.split() for row in page.select(".drawn-figures tbody tr")]
    assert [row[0] for row in rows] == ["10", "20", "30"]
    pips = charts.course_of(game).stages[-1].pips
    assert rows[-1][1:] == [str(each) for each in pips]


def test_only_what_is_new_is_worked_out_again(game, monkeypatch, django_assert_num_queries):
    charts.course_of(game)
    told: list[int] = []
    told_of = charts._told

    def counted(*arguments):
        for entry in told_of(*arguments):
            told.append(entry.number)
            yield entry

    monkeypatch.setattr(charts, "_told", counted)
    game = Game.objects.prefetch_related("seats").get(pk=game.pk)
    with django_assert_num_queries(0):
        assert charts.course_of(game).last == 30
    game = play_peaceful_turns(game, 2, seed=5)
    assert charts.course_of(game).last == 32
    assert told == [31, 32]


def test_another_name_makes_it_another_course(game):
    assert charts.course_of(game).names[0] == "Alice"
    cache.set(f"course:{charts.FIGURED_AS}:{game.public_id}", Course(("Old", "Bob", "Charlie")))
    assert charts.course_of(game).last == 30


def test_catastrophes_and_eliminations_are_told_with_their_turns(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld y2 b1 g3", "homeworld r1 b3 g3", "build g1 alice", "build g1 bob"):
        play_turn(game, text)
    play_turn(game, "build g1 alice")
    play_turn(game, "build g2 bob")
    play_turn(game, "build g2 alice; catastrophe alice green")
    game.refresh_from_db()
    page = page_of(Client().get(f"/games/{game.public_id}/drawn/?at=7"))
    (event,) = page.select(".drawn-events a")
    assert "Alice triggers a green catastrophe at Alice." in event.text and "Out: Alice." in event.text
    assert event["href"] == f"/games/{game.public_id}/"


def test_of_good_and_evil_it_says_nothing_but_who_is_out(alice, bob, charlie):
    game = play_peaceful_turns(table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL)), 9)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    for viewer in (None, alice):
        client = Client()
        if viewer:
            client.force_login(viewer)
        (event,) = page_of(client.get(f"/games/{game.public_id}/drawn/")).select(".drawn-events a")
        assert event.text == "10BOut: Bob."


def test_no_such_turn_and_no_game_yet(game):
    assert Client().get(f"/games/{game.public_id}/drawn/?at=31").status_code == 404
    assert Client().get(f"/games/{game.public_id}/drawn/?at=x").status_code == 200
    tide = page_of(Client().get(f"/games/{game.public_id}/drawn/tide/?seat=2"))
    assert {link["href"][-7:] for link in tide.select("a")} == {"?seat=2"}
