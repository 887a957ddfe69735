"""Notes on a game: their writer's alone, and never lost on the way."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.deletion import delete_account
from games.models import Game, GameNote, Visibility
from games.refusals import GameRefusal, GameRefusalCode
from games.services import SeatWish, create_game, write_note
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from notices.models import Notice
from upkeep.tests.elements import Element, nowhere_in, page_of

PLAYED = ("homeworld B1 Y2 G3", "homeworld R1 B3 G3", "build G1 Alice", "build G1 Bob")
pytestmark = pytest.mark.django_db
WORDS = "Bob likes red.\nTrade G3 <soon> & “safely”."


@pytest.fixture
def game(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in PLAYED:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def table(game, tail: str = "") -> str:
    return f"/games/{game.public_id}/{tail}"


def panel(answer) -> Element | None:
    return page_of(answer).find_id("note")


def written(answer) -> str:
    return page_of(answer).by_id("note-text").value.removeprefix("\n")  # as a browser reads it


def refusal_on(answer) -> str:
    return page_of(answer).select(".order-error")[0].text


def at_notes(player, game, tail: str = "") -> Browser:
    """Who follows the link at the table."""
    surfer = Browser(player).open(table(game, tail))
    own = f"/games/{game.public_id}/note/"
    (link,) = dict.fromkeys(each for each in page_of(surfer.page).targets if each.startswith(own))
    return surfer.open(link)


def save(surfer: Browser, words: str, *, htmx: bool = False):
    return surfer.send(surfer.form("note"), note=words, htmx=htmx)


@pytest.mark.parametrize("tail", ["", "?turn=build+G1+Alice", "turns/2/"])
def test_a_note_is_saved_and_its_writer_is_where_he_was(game, alice, tail):
    surfer = at_notes(alice, game, tail)
    assert written(surfer.page) == ""
    answer = save(surfer, WORDS)
    assert (answer.status_code, answer.url) == (303, table(game, tail))
    surfer.open(answer.url)
    assert "Your notes are saved." in page_of(surfer.page).by_id("messages").text
    assert "open" not in panel(surfer.page) and nowhere_in(surfer.page, WORDS)
    assert written(at_notes(alice, game, tail).page) == WORDS
    assert written(surfer.client.get(panel(surfer.page)["hx-get"])) == WORDS


def test_everybody_has_notes_of_their_own_before_during_and_beside_the_game(game, alice, bob, charlie):
    waiting = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    for player in (alice, bob, charlie):
        for each in (game, waiting):
            save(at_notes(player, each), f"{player.name}'s own")
    for player in (alice, bob, charlie):
        page = at_notes(player, game).page
        assert written(page) == f"{player.name}'s own"
        others = [each.name for each in (alice, bob, charlie) if each != player]
        assert all(nowhere_in(page, f"{name}'s own") for name in others)
    page = Client().get(table(game))
    assert panel(page) is None
    for tail in ("note/", "table/note/"):
        assert Client().get(table(game, tail)).url.startswith("/accounts/login/")
    assert nowhere_in(page, "'s own")
    assert GameNote.objects.count() == 6


def test_a_script_saves_without_touching_the_words(game, alice):
    surfer = at_notes(alice, game)
    answer = save(surfer, WORDS, htmx=True)
    assert answer.status_code == 200
    assert page_of(answer).field("answers").value == "1"
    assert page_of(answer).all("textbox") == []
    assert GameNote.objects.get().text == WORDS


@pytest.mark.parametrize("htmx", [False, True])
def test_a_note_changed_elsewhere_is_not_written_over(game, alice, htmx):
    first, second = [at_notes(alice, game) for _ in range(2)]
    save(first, "One")
    answer = save(second, "Two", htmx=htmx)
    assert answer.status_code == 409
    assert "You have changed this note elsewhere." in refusal_on(answer)
    assert "One" in [field.value.removeprefix("\n") for field in page_of(answer).select("textarea")]
    assert "1" in [field.value for field in page_of(answer).select("[name=answers]")]
    assert GameNote.objects.get().text == "One"
    if not htmx:
        assert written(answer) == "Two"
        second.page = answer
        assert save(second, "One and two").status_code == 303
        assert GameNote.objects.get().text == "One and two"


def test_the_same_words_again_are_saved_already(game, alice):
    surfer = at_notes(alice, game)
    assert [save(surfer, "One").status_code for _ in range(2)] == [303, 303]
    assert GameNote.objects.get().number == 1


def test_too_many_words_come_back(game, alice):
    surfer = at_notes(alice, game)
    answer = save(surfer, "x" * 4005)
    assert (answer.status_code, written(answer)) == (422, "x" * 4005)
    assert "too long by 5 characters" in refusal_on(answer)
    assert not GameNote.objects.filter(text__startswith="x").exists()


@pytest.mark.parametrize("tail", ["note/", "table/note/"])
def test_who_was_logged_out_does_not_lose_the_words(game, tail):
    answer = Client().post(table(game, tail), {"note": WORDS, "answers": "0"}, headers=HTMX)
    assert answer.status_code == 422
    assert "You are logged out" in refusal_on(answer)
    assert tail == "table/note/" or written(answer) == WORDS
    assert not GameNote.objects.exists()


def test_nobody_writes_about_a_game_that_does_not_exist_for_them(game, charlie):
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    for tail in ("note/", "table/note/"):
        client = Browser(charlie).client
        assert client.get(table(game, tail)).status_code == 404
        assert client.post(table(game, tail), {"note": "x", "answers": "0"}).status_code == 404


def test_a_table_asks_for_no_notes_and_leaves_those_in_the_page_alone(game, alice):
    write_note(game=game, player=alice, text=WORDS, answers=0)
    surfer = Browser(alice)
    for tail in ("", "table/"):
        with CaptureQueriesContext(connection) as queries:
            page = surfer.open(table(game, tail)).page
        assert not any("games_gamenote" in query["sql"] for query in queries)
        assert panel(page)["hx-preserve"] == "true"


def test_the_service_says_what_is_wrong(game, alice):
    for words, answers, code in (
        ("x" * 4001, 0, GameRefusalCode.NOTE_TOO_LONG),
        ("x", 3, GameRefusalCode.NOTE_CHANGED),
    ):
        with pytest.raises(GameRefusal) as refusal:
            write_note(game=game, player=alice, text=words, answers=answers)
        assert refusal.value.code is code


def test_notes_are_in_no_mail_and_no_record_and_go_with_the_account(game, alice):
    write_note(game=game, player=alice, text="Bob likes red", answers=0)
    for ending in ("txt", "json"):
        assert nowhere_in(Browser(alice).open(table(game, f"record.{ending}")).page, "likes red")
    assert "likes red" not in str(list(Notice.objects.values()))
    delete_account(player=alice)
    assert not GameNote.objects.exists()


def test_an_empty_note_makes_the_table_little_longer(game, alice):
    page = Browser(alice).open(table(game)).page
    assert len(str(panel(page).tag)) < 800
