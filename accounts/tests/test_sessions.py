"""Where one is logged in: said in words, ended one by one, and told by mail when a browser is new."""

from datetime import timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import logged_in
from accounts.browsers import in_words
from accounts.known_browsers import KEPT_FOR
from accounts.models import Player
from accounts.tests.cast import PASSWORD, person
from accounts.tests.logging_in import code_in_last_mail, is_logged_in, log_in, sign_up
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:139.0) Gecko/20100101 Firefox/139.0"
CHROME = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/137.0.0.0 Mobile Safari/537.36"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/136.0.0.0 Safari/537.36 Edg/136.0.0.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1"
SESSIONS = "account_sessions"


@pytest.fixture(autouse=True)
def of_no_other_test(monkeypatch):
    monkeypatch.setattr(logged_in, "_hours", {})
    monkeypatch.setattr(logged_in, "local_now", timezone.now)


@pytest.mark.parametrize(
    "user_agent, words",
    [
        (FIREFOX, "Firefox on Windows"),
        (CHROME, "Chrome on Android"),
        (EDGE, "Edge on Windows"),
        (IPHONE, "Safari on iPhone"),
        ("Lynx/2.9", "Lynx/2.9"),
        ("Firefox/1", "Firefox"),
        ("x" * 500, "x" * 60),
        ("", "A browser that does not say its name"),
    ],
)
def test_a_browser_is_said_in_words(user_agent, words):
    assert in_words(user_agent) == words


def browser(user_agent, email="alice@example.com"):
    client = Client(HTTP_USER_AGENT=user_agent)
    log_in(client, email=email)
    assert is_logged_in(client)
    return client


def is_in(client):
    return client.get(reverse("account_preferences")).status_code == 200


def listed(client):
    return page_of(client.get(reverse(SESSIONS))).one("main")


def test_the_list_marks_this_browser_and_offers_to_end_each_other_one(alice):
    browser(FIREFOX)
    this = browser(CHROME)
    page = listed(this)
    assert page.texts("term") == ["This browser", "Another browser"]
    assert page.texts("definition")[0].startswith("Chrome on Android")
    assert page.names("button") == ["Log out Firefox on Windows", "Log out everywhere"]


def test_one_session_is_ended_and_the_others_go_on(alice):
    first, second, this = browser(FIREFOX), browser(IPHONE), browser(CHROME)
    ended = UserSession.objects.get(user_agent=FIREFOX)
    answer = this.post(reverse(SESSIONS), {"session": ended.pk}, follow=True)
    assert "That browser is logged out." in page_of(answer).text
    assert [is_in(each) for each in (first, second, this)] == [False, True, True]
    answer = this.post(reverse(SESSIONS), {"session": ended.pk}, follow=True)
    assert "That browser was logged out already." in page_of(answer).text
    assert [is_in(each) for each in (first, second, this)] == [False, True, True]


@pytest.mark.parametrize("named", ["", "x", "0", "-1", "²", "9" * 30])
def test_a_session_that_is_none_ends_nothing(alice, named):
    this = browser(CHROME)
    this.post(reverse(SESSIONS), {"session": named})
    assert is_in(this)


def test_nobody_ends_the_session_of_somebody_else(alice, bob):
    alices, bobs = browser(FIREFOX), browser(CHROME, "bob@example.com")
    bobs.post(reverse(SESSIONS), {"session": UserSession.objects.get(user=alice).pk})
    assert is_in(alices)


def test_this_session_named_by_hand_is_ended_too(alice):
    this = browser(CHROME)
    this.post(reverse(SESSIONS), {"session": UserSession.objects.get(user=alice).pk})
    assert not is_in(this)


def test_when_a_browser_was_last_seen_is_known_to_the_hour(alice):
    start = timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    with time_machine.travel(start, tick=False) as clock:
        this = browser(CHROME)
        is_in(this)
        clock.shift(3599)
        is_in(this)
        assert UserSession.objects.get().last_seen_at == start
        clock.shift(1)
        is_in(this)
        assert UserSession.objects.get().last_seen_at == start + timedelta(hours=1)
        assert UserSession.objects.get().created_at == start


def test_what_is_kept_to_write_that_seldom_has_an_end(alice, monkeypatch):
    monkeypatch.setattr(logged_in, "_MOST_KEPT", 1)
    for client in (browser(CHROME), browser(FIREFOX)):
        assert is_in(client)
        assert len(logged_in._hours) == 1


# --- A browser that was not used for the account before


def told():
    return [each for each in mail.outbox if "new browser" in each.subject]


def test_the_owner_is_told_of_a_new_browser_once(alice):
    first = browser(FIREFOX)
    (mail_of_it,) = told()
    assert mail_of_it.to == ["alice@example.com"]
    assert "Firefox on Windows, from 127.0.0.1." in mail_of_it.body
    assert reverse("account_reset_password") in mail_of_it.body
    first.post(reverse("account_logout"))
    log_in(first)
    assert is_logged_in(first) and len(told()) == 1
    browser(FIREFOX)
    assert len(told()) == 2


@pytest.mark.parametrize("later, mails", [(timedelta(0), 1), (timedelta(seconds=1), 2)])
def test_a_browser_is_known_for_a_year_after_a_log_in_and_no_longer(alice, later, mails):
    start = timezone.now().replace(microsecond=0)
    with time_machine.travel(start, tick=False) as clock:
        this = browser(FIREFOX)
        this.post(reverse("account_logout"))
        clock.move_to(start + KEPT_FOR + later)
        log_in(this)
        assert is_logged_in(this) and len(told()) == mails


@pytest.mark.parametrize("others, mails", [(4, 1), (5, 2)])
def test_a_browser_is_known_to_its_last_five_players(alice, others, mails):
    shared = browser(FIREFOX)
    for number in range(others):
        other = person(f"Other{number}")
        shared.post(reverse("account_logout"))
        log_in(shared, other.email)
    shared.post(reverse("account_logout"))
    log_in(shared)
    assert len([each for each in told() if each.to == ["alice@example.com"]]) == mails


def test_a_browser_that_another_player_uses_is_new_for_the_owner(alice, bob):
    shared = browser(FIREFOX, "bob@example.com")
    shared.post(reverse("account_logout"))
    log_in(shared)
    assert [each.to for each in told()] == [["bob@example.com"], ["alice@example.com"]]


def test_who_signs_up_is_not_told_and_the_browser_is_known_from_then_on(client):
    asked = sign_up(client)
    client.post(asked["Location"], {"code": code_in_last_mail()})
    assert is_logged_in(client)
    client.post(reverse("account_logout"))
    log_in(client, "dora@example.com")
    assert is_logged_in(client) and told() == []


def test_a_wrong_password_tells_nobody(alice):
    log_in(Client(), password="guessed wrong")
    assert told() == []


def test_the_mail_speaks_the_language_of_the_owner(alice):
    Player.objects.filter(pk=alice.pk).update(language="fr")
    client = Client(HTTP_USER_AGENT=FIREFOX, HTTP_ACCEPT_LANGUAGE="en")
    client.post(reverse("account_login"), {"login": "alice@example.com", "password": PASSWORD})
    assert "Firefox sur Windows" in mail.outbox[-1].body
