"""My games in one view, many of them: small on the wire, cheap, and alive."""

import gzip
import time
from datetime import timedelta

import pytest

from games.models import Game
from games.services import say
from games.tests.clocks import timed_table
from games.tests.play import play_peaceful_turns, play_turn
from pages.mine import news_stamp
from pages.tests.visits import browser
from upkeep.clock import local_now
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
MINE = "/games/mine/"
GAMES = 60
BYTES = 40_000
SECONDS = 0.3


def test_sixty_games_come_in_few_bytes_and_cost_little(alice, bob):
    played = play_peaceful_turns(timed_table(alice, bob), 12)
    shown = {"position": played.position, "places": played.places, "log_number": 12}
    for _ in range(GAMES):
        Game.objects.filter(pk=timed_table(alice, bob).pk).update(**shown)
    client = browser(alice)
    client.get(MINE)  # what is read once by a process is read
    used = []
    for _ in range(3):
        before = time.process_time()
        page = client.get(MINE)
        used.append(time.process_time() - before)
    rows = page_of(page).select("[data-game]")
    assert len(rows) == GAMES
    assert len(gzip.compress(page.content)) < BYTES
    assert min(used) < SECONDS, used


def test_a_picture_is_fetched_once_for_each_position(alice, bob):
    game = timed_table(alice, bob)
    client = browser(alice)

    def picture() -> str:
        (image,) = page_of(client.get(MINE)).select("img.game-row__map")
        return image["src"]

    before = picture()
    answer = client.get(before)
    assert answer.status_code == 200 and "max-age" in answer["Cache-Control"]
    say(game_id=game.pk, player=bob, room="players", text="hello", key="h")
    Game.objects.filter(pk=game.pk).update(log_number=7)  # something noted aside
    assert picture() == before
    Game.objects.filter(pk=game.pk).update(log_number=0)
    play_turn(game, "homeworld G3 B1 Y3")
    assert picture() != before


def test_a_page_that_is_open_hears_of_turns_and_of_talk_and_of_nothing_else(
    alice, bob, charlie, django_assert_num_queries
):
    game, client = timed_table(alice, bob), browser(alice)
    timed_table(bob, charlie)

    def stamp() -> str:
        (rows,) = page_of(client.get(MINE)).select("#rows")
        return rows["data-news"]

    heard = stamp()
    with django_assert_num_queries(2):
        assert news_stamp(alice, local_now()).partition("-")[0] == heard.partition("-")[0]
    assert client.get(MINE, {"news": heard}).status_code == 204
    play_turn(game, "homeworld G3 B1 Y3")
    assert client.get(MINE, {"news": heard}).status_code == 200
    heard = stamp()
    say(game_id=game.pk, player=bob, room="players", text="hello", key="h")
    assert client.get(MINE, {"news": heard}).status_code == 200
    later = local_now() + timedelta(minutes=6)
    assert news_stamp(alice, later) != stamp(), "the times that are left are said anew"
