"""The pages of the stairs and of wishes."""

from __future__ import annotations

import re
import sys
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.tests.cast import person
from games.models import Game
from ladders.models import Wish
from ladders.stairs.times import SEASON_DAYS
from ladders.tests.crowds import crowd, on_stairs, wishing
from ladders.tests.stairs import ask, give_up, row, seating, table_of
from ladders.tests.wishes import wish
from ladders.wishes.services import match_wishes
from notices.letters import compose
from notices.models import Notice
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def people():
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dora")]


@pytest.fixture
def as_alice(client: Client, people) -> Client:
    client.force_login(people[0])
    return client


def text(client: Client, path: str = "/stairs/") -> str:
    return " ".join(page_of(client.get(path)).text.split())


# --- the stairs


def test_the_page_says_how_many_wait_and_when_the_next_seating_is(as_alice, people):
    ask(*people[1:])
    said = text(as_alice)
    assert "3 players wait." in said and re.search(r"Next seating: (today|\w{3}) 18:00", said)
    answer = as_alice.post("/stairs/ask/", {"variants": ["sinister"], "sizes": ["4"]})
    assert answer.status_code == 303
    said = text(as_alice)
    assert "4 players wait, you among them. 3 of the others stand on the steps 1 to 2" in said
    assert "You are in" in said
    assert as_alice.post("/stairs/withdraw/").status_code == 303
    assert row(people[0]).asked_at is None


def test_what_is_missing_is_said_beside_the_form_and_nothing_is_asked(as_alice, people):
    answer = as_alice.post("/stairs/ask/", {"variants": ["sinister"]})
    assert answer.status_code == 422
    assert "Choose at least one number of players." in page_of(answer).text


def test_why_no_table_can_be_had_stands_where_the_button_would(as_alice, people):
    for days in (1, 2, 3):
        table_of(*people, days=days)
    said = text(as_alice)
    assert "You play at 3 tables of the stairs." in said and "Ask for a table" not in said
    answer = as_alice.post("/stairs/ask/", {"variants": ["sinister"], "sizes": ["4"]})
    assert answer.status_code == 409


def test_my_step_and_who_stands_where(as_alice, people):
    give_up(table_of(*people), *people[1:])
    said = text(as_alice)
    assert "You stand on step 2" in said and "1 up this season · place 1" in said
    assert "1 of 1" in said and "Alice goes up" in said


def test_a_season_that_is_over_has_its_page(as_alice, people):
    give_up(table_of(*people), *people[1:])
    assert as_alice.get("/stairs/seasons/1/").status_code == 302
    seating(SEASON_DAYS + 1)
    assert "Alice" in text(as_alice, "/stairs/seasons/1/")
    assert "Season 1" in text(as_alice)
    assert as_alice.get("/stairs/seasons/9/").status_code == 404


def test_visitors_and_guests_are_shown_the_way_in(client):
    assert "Sign up to play" in text(client)
    assert client.post("/stairs/ask/").status_code == 302


def test_leaving_takes_one_out_of_the_order(as_alice, people):
    ask(people[0])
    as_alice.post("/stairs/leave/")
    assert row(people[0]).left_at is not None
    assert "Nobody stands here yet." in text(as_alice)


# --- notices


def told(game: Game) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for notice in Notice.objects.filter(key=game.public_id, due_at__isnull=False).select_related("player"):
        found.setdefault(notice.player.name, set()).add(notice.kind)
    return found


def test_each_is_told_once_of_a_seating(people):
    dora = people[3]
    dora.mail_ladders = False
    dora.save()
    assert told(table_of(*people)) == {
        name: {"start" if name == "Dora" else "stairs_seated"} for name in ("Alice", "Bob", "Cleo", "Dora")
    }


def test_each_is_told_once_of_a_result_but_who_brought_it_about(people):
    _alice, bob, cleo, dora = people
    game = table_of(*people)
    cleo.mail_ladders = False
    cleo.save()
    Notice.objects.update(due_at=None)
    give_up(game, bob, cleo, dora)
    found = told(game)
    assert found["Alice"] - {"turn"} == found["Bob"] - {"turn"} == {"stairs_result"}
    assert found["Cleo"] - {"turn"} == {"end"}
    assert "Dora" not in found or found["Dora"] == {"turn"}


def said(notice: Notice) -> str:
    return str(compose(notice, "a@example.com").body)


def test_the_letters_say_step_and_change(people):
    game = table_of(*people)
    notice = Notice.objects.filter(kind="stairs_seated").first()
    assert "You stand on step 1." in said(notice)
    give_up(game, *people[1:])
    notice = Notice.objects.get(kind="stairs_result", player=people[0])
    assert "You go up 1 step of the stairs, and stand on step 2 now." in said(notice)
    seating(SEASON_DAYS + 1)
    notice = Notice.objects.get(kind="stairs_season", player=people[0])
    assert "You stood on step 2, at place 1." in said(notice)


# --- wishes


def test_a_wish_is_stated_shown_and_withdrawn(as_alice, people):
    closed = "Unless you change it: any variant · clock: normal / slow · rated or friendly"
    assert closed in text(as_alice, "/find/")
    answer = as_alice.post("/find/", {"players": "4", "variants": ["sinister"], "clocks": ["normal"]})
    assert answer.status_code == 303
    said = text(as_alice, "/find/")
    assert "Your standing wishes A table of 4 Sinister · clock: normal · rated or friendly" in said
    as_alice.post(f"/find/{Wish.objects.get().pk}/withdraw/")
    assert not Wish.objects.exists()


def test_a_wish_without_a_variant_or_a_clock_is_refused_beside_the_form(as_alice):
    answer = as_alice.post("/find/", {"players": "4", "clocks": ["normal"]})
    assert answer.status_code == 422 and "Choose at least one variant" in page_of(answer).text
    answer = as_alice.post("/find/", {"players": "2"})
    assert answer.status_code == 422 and "Choose at least one clock." in page_of(answer).text


def test_the_lobby_shows_what_others_wish_for_and_the_answer_begins_a_game(as_alice, people):
    own = wish(people[1])
    assert "Binary clock: normal any rating Play this with Bob" in text(as_alice, "/games/open/")
    answer = as_alice.post(f"/find/{own.pk}/answer/")
    assert answer["Location"] == f"/games/{Game.objects.get().public_id}/"
    assert "Play this with Bob" not in text(as_alice, "/games/open/")
    about = as_alice.get(f"/games/{Game.objects.get().public_id}/about/")
    assert "Find a game" in page_of(about).text


def test_who_answers_a_wish_for_a_table_wishes_for_the_same(as_alice, people):
    as_alice.post(f"/find/{wish(people[1], 3).pk}/answer/")
    assert (Wish.objects.get(player=people[0]).players, Game.objects.count()) == (3, 0)


# --- five thousand of them


PATHS = ("/stairs/", "/find/", "/games/open/")
MANY = 5_000


def asked(client: Client, path: str) -> tuple[int, float]:
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        assert client.get(path).status_code == 200
    return len(queries), time.perf_counter() - began


@pytest.mark.parametrize("logged_in", [True, False])
def test_pages_ask_as_much_for_thousands_as_for_some(client, people, logged_in, capsys):
    alice = people[0]
    if logged_in:
        client.force_login(alice)
    some = crowd(50)
    on_stairs(some)
    wishing(some)
    give_up(table_of(*people), *people[1:])
    ask(*people)
    few = {path: asked(client, path) for path in PATHS}
    more = crowd(MANY, "More")
    on_stairs(more)
    wishing(more)
    many = {path: asked(client, path) for path in PATHS}
    for path in PATHS:
        assert many[path][0] == few[path][0], path
        with capsys.disabled():
            sys.stdout.write(
                f"{path}: {few[path][0]} queries, {many[path][1] / few[path][1]:.1f} times as long\n"
            )


def test_matching_asks_as_much_for_thousands_as_for_some(db, capsys):
    def looked() -> tuple[int, float]:
        with CaptureQueriesContext(connection) as queries:
            began = time.perf_counter()
            assert match_wishes() == 0
        return len(queries), time.perf_counter() - began

    wishing(crowd(50), in_vain=True)
    few, _ = looked()
    wishing(crowd(MANY, "More"), in_vain=True)
    many, seconds = looked()
    assert many == few
    with capsys.disabled():
        sys.stdout.write(f"matching {MANY} wishes: {many} queries, {seconds:.2f} s\n")


# --- elsewhere


def test_the_end_of_a_game_and_the_profile_say_where_one_stands(as_alice, people):
    game = give_up(table_of(*people), *people[1:])
    ended = page_of(as_alice.get(f"/games/{game.public_id}/"))
    (card,) = [each for each in ended.select(".ended-changes") if "Stairs" in each.text]
    assert "Alice" in card.text and "+1" in card.text
    assert "Stairs step 2" in text(as_alice, "/players/Alice/")
