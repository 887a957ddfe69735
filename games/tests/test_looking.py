"""Which requests count as having looked at a game."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.log import rebuilding
from games.models import Game, Seat
from games.services import open_table
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob) -> Game:
    """Alice is to move; nobody has opened the table."""
    return play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 4)


def address(game: Game, tail: str = "") -> str:
    return reverse("games:table", args=[game.public_id]) + tail


def seen(game: Game) -> list[tuple[int, int]]:
    return list(Seat.objects.filter(game=game).values_list("seen_before", "seen_number"))


@pytest.mark.parametrize(
    "tail",
    ["", "table/", "turns/2/", "turns/4/1/table/", "record.txt", "record.json", "news/", "news/?after=3"],
)
def test_what_a_player_asks_for_or_a_live_table_shows_has_been_seen(game, alice, tail):
    headers = HTMX if "news" in tail else {}
    assert Browser(alice).client.get(address(game, tail), headers=headers).status_code == 200
    assert seen(game) == [(0, 4), (0, 0)]


@pytest.mark.parametrize(
    ("tail", "headers"),
    [
        ("news/?after=3&hidden=1", HTMX),
        ("news/?hidden=1", HTMX),
        ("news/?after=3&making=1", HTMX),
        ("", {"Sec-Purpose": "prefetch;prerender"}),
        ("", {"Purpose": "prefetch"}),
        ("talk/", {}),
    ],
)
def test_what_nobody_sees_yet_is_not_seen(game, alice, tail, headers):
    assert Browser(alice).client.get(address(game, tail), headers=headers).status_code == 200
    assert seen(game) == [(0, 0), (0, 0)]


def test_neither_lists_nor_asking_for_the_head_only_open_a_table(game, alice):
    client = Browser(alice).client
    assert client.get(reverse("pages:my_games")).status_code == 200
    assert client.get("/").status_code == 200
    assert client.head(address(game)).status_code == 200
    assert seen(game) == [(0, 0), (0, 0)]


def test_watchers_see_for_nobody(game, charlie):
    Browser(charlie).open(address(game))
    Browser().open(address(game))
    assert open_table(game_id=game.pk, player=charlie) == 4
    assert seen(game) == [(0, 0), (0, 0)]


def test_what_was_seen_before_the_last_news_is_kept(game, alice, bob):
    browser = Browser(alice)
    for _ in "ab":
        browser.open(address(game))
        assert seen(game)[0] == (0, 4)
    play_peaceful_turns(game, 2)
    for _ in "ab":
        browser.open(address(game))
        assert seen(game)[0] == (4, 6)
    assert rebuilding.check(Game.objects.get(pk=game.pk)) == []


def test_a_turn_that_did_not_count_shows_what_stands_there_now(game, alice):
    browser = Browser(alice).open(address(game))
    form = browser.form("turn", "answers", action="/turn/")
    play_peaceful_turns(game, 1)
    assert browser.send(form, turn="pass").status_code == 409
    assert seen(game)[0] == (4, 5)


def test_it_is_written_once(game, alice):
    browser = Browser(alice)

    def queries() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as asked:
            browser.open(address(game))
        updates = [query for query in asked if query["sql"].startswith('UPDATE "games_seat"')]
        return len(asked), len(updates)

    (first, written), (second, rewritten) = queries(), queries()
    assert (written, rewritten) == (1, 0)
    assert second <= first - 2
