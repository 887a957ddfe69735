"""Wrong passwords lock out who guesses, and not the owner elsewhere."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.tests.cast import PASSWORD, person
from upkeep.cache import DispensableRedisCache

pytestmark = pytest.mark.django_db


def guess(client, times, place="127.0.0.1"):
    for _time in range(times):
        login = {"login": "alice@example.com", "password": "guessed wrong"}
        client.post(reverse("account_login"), login, REMOTE_ADDR=place)


def may_log_in(client, place="127.0.0.1", email="alice@example.com"):
    client.post(reverse("account_login"), {"login": email, "password": PASSWORD}, REMOTE_ADDR=place)
    return "_auth_user_id" in client.session


def test_wrong_passwords_are_counted_while_redis_is_away(client, alice, monkeypatch):
    nobody_listens = DispensableRedisCache("redis://127.0.0.1:9/0", {})
    monkeypatch.setattr("allauth.core.internal.ratelimit.cache", nobody_listens)
    guess(client, 5, place="192.0.2.77")
    assert not may_log_in(client, place="192.0.2.77")


def test_five_wrong_passwords_lock_out_their_place_and_not_the_owner_elsewhere(alice):
    guess(Client(), 6, place="192.0.2.1")
    assert not may_log_in(Client(), place="192.0.2.1")
    assert may_log_in(Client(), place="192.0.2.2")


def test_places_of_one_subscriber_are_one_place(alice):
    for host in range(6):
        guess(Client(), 1, place=f"2001:db8:1:2::{host}")
    assert not may_log_in(Client(), place="2001:db8:1:2:ffff::1")
    assert may_log_in(Client(), place="2001:db8:1:3::1")


def test_a_browser_that_was_logged_in_before_gets_through_what_others_guess_beside_it(alice):
    known = Client()
    assert may_log_in(known, place="192.0.2.1")
    known.post(reverse("account_logout"), REMOTE_ADDR="192.0.2.1")
    guess(Client(), 30, place="192.0.2.1")
    assert not may_log_in(Client(), place="192.0.2.1")
    assert may_log_in(known, place="192.0.2.1")


def test_a_known_browser_guesses_no_more_often_than_others(alice):
    known = Client()
    may_log_in(known)
    known.post(reverse("account_logout"))
    guess(known, 5)
    assert not may_log_in(known)


@pytest.mark.parametrize("made_up", ["x", "eyJhIjoxfQ:1:x", ""])
def test_a_made_up_cookie_makes_no_browser_known(alice, made_up):
    forger = Client()
    forger.cookies[settings.KNOWN_COOKIE_NAME] = made_up
    guess(forger, 6)
    assert not may_log_in(forger)


def test_a_browser_is_known_to_those_who_logged_in_with_it_and_to_nobody_else(alice):
    person("Bob")
    bobs = Client()
    assert may_log_in(bobs, email="bob@example.com")
    bobs.post(reverse("account_logout"))
    guess(bobs, 6)
    assert not may_log_in(bobs)
