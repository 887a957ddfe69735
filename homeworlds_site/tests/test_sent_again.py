"""What was typed and not taken stands in the answer, to be sent again: nobody writes anything twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import Player
from games.models import Game, Room, TalkMessage
from games.tests.browsing import Browser, forms_on
from games.tests.play import table_of
from games.views import talk
from homeworlds.rules import RuleSet
from upkeep.answers import MOST_SENT
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
HERE = {"Sec-Fetch-Site": "same-origin"}
OLD = "a" * 32
ORDER = "homeworld G3 B1 Y3"
HTML = "homeworld </textarea><script>alert(1)</script> & so on"


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    return table_of(alice, bob, rules=RuleSet())


@pytest.fixture
def browser(alice: Player, game: Game) -> Browser:
    """Alice at the table, whose tab has a token of before."""
    return Browser(alice, checks_csrf=True).open(f"/games/{game.public_id}/")


def with_old_token(browser: Browser, game: Game, **headers: str):
    sent = {"turn": ORDER, "answers": "0", "key": "once", "confirmed": "on", "csrfmiddlewaretoken": OLD}
    return browser.client.post(f"/games/{game.public_id}/turn/", sent, headers=headers)


@pytest.mark.parametrize(
    "headers", [HERE, {"Origin": "http://testserver"}, {"Referer": "http://testserver/games/"}]
)
def test_a_form_that_was_too_old_is_sent_again_from_the_page_that_says_so(browser, game, headers):
    browser.page = with_old_token(browser, game, **headers)
    assert browser.page.status_code == 403 and game.log.count() == 0
    page = page_of(browser.page)
    assert page.select(".sent-again textarea[name=turn]")[0].text == ORDER
    assert "You have logged in anew" in page.text
    answer = browser.send(browser.form("turn", "key"))
    assert answer.status_code == 303 and game.log.get().text == ORDER


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
    ],
)
def test_what_another_site_sends_is_not_shown_nor_ready_to_be_sent(browser, game, headers):
    answer = with_old_token(browser, game, **headers)
    assert answer.status_code == 403 and ORDER not in answer.content.decode()
    assert "For your safety a form must come from a page" in page_of(answer).text
    assert "X-Token" not in with_old_token(browser, game, **headers, **{"HX-Request": "true"})


def test_scripts_get_the_token_that_their_page_lacks(browser, game):
    answer = with_old_token(browser, game, **HERE, **{"HX-Request": "true"})
    assert (answer.status_code, answer["X-Reason"]) == (403, "token")
    again = browser.client.post(
        f"/games/{game.public_id}/table/turn/",
        {"turn": ORDER, "answers": "0", "key": "once", "csrfmiddlewaretoken": answer["X-Token"]},
        headers={"HX-Request": "true"},
    )
    assert again.status_code == 200 and game.log.count() == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"login": "alice@example.com", "password": "Correct horse"},
        {"code": "123 456"},
        {"new_password1": "Correct horse"},
        {"client_secret": "Correct horse"},
        {"text": "x " * MOST_SENT},
        {f"field{number}": "some words" for number in range(101)},
    ],
)
def test_nothing_secret_and_nothing_endless_is_shown_again(fields):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", fields, headers=HERE)
    assert answer.status_code == 403 and "sent-again" not in answer.content.decode()
    assert "Correct horse" not in answer.content.decode()


def test_what_was_typed_is_text_in_the_answer(browser, game):
    sent = {"text": HTML, "csrfmiddlewaretoken": OLD}
    answer = browser.client.post(f"/games/{game.public_id}/talk/say/", sent, headers=HERE)
    assert b"<script>alert" not in answer.content
    assert page_of(answer).select("textarea[name=text]")[0].tag.text.strip() == HTML


def test_words_that_came_too_fast_are_sent_again_from_the_page_that_says_so(browser, game, monkeypatch):
    monkeypatch.setattr(talk, "WORDS", replace(talk.WORDS, most=0))
    said = {"key": "k", "room": str(Room.PLAYERS), "text": "Good\nluck"}
    browser.page = browser.client.post(
        f"/games/{game.public_id}/talk/say/",
        {**said, "csrfmiddlewaretoken": _token(browser)},
        headers=HERE,
    )
    assert browser.page.status_code == 429 and TalkMessage.objects.count() == 0
    monkeypatch.undo()
    browser.send(browser.form("text", "room", "key"))
    assert TalkMessage.objects.get().text == "Good\nluck"


def test_words_that_nobody_may_say_can_at_least_be_copied(browser, game):
    Game.objects.filter(pk=game.pk).update(talk_allowed=False)
    said = {
        "key": "k",
        "room": str(Room.PLAYERS),
        "text": "Good luck",
        "csrfmiddlewaretoken": _token(browser),
    }
    answer = browser.client.post(f"/games/{game.public_id}/talk/say/", said, headers=HERE)
    assert answer.status_code == 403
    field = page_of(answer).select("main textarea")[0]
    assert field.text == "Good luck" and "readonly" in field.tag.attrs


def _token(browser: Browser) -> str:
    return next(
        value
        for form in forms_on(browser.page)
        for name, value in form.filled("")
        if name == "csrfmiddlewaretoken"
    )
