"""Cookies that only this host can set; who came with those of the release before stays logged in. And keys of
before, whose signatures stay good."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.addresses import remember_address_change, undo_link
from accounts.mail import off_link
from accounts.models import Player
from accounts.tests.cast import PASSWORD
from homeworlds_site.middleware import cookies_of_before
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
NEW, OLD = "__Host-sessionid", "sessionid"
PAGE = "/accounts/settings/"


@pytest.fixture
def of_before(alice: Player) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def upgraded(of_before: Client, settings: LazySettings) -> Client:
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = NEW, "__Host-csrftoken"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    return of_before


def test_who_is_logged_in_at_the_upgrade_stays_so_under_the_new_name(upgraded: Client) -> None:
    session = upgraded.cookies[OLD].value
    answer = upgraded.get(PAGE, secure=True)
    assert answer.status_code == 200
    cookie = answer.cookies[NEW]
    assert cookie.value == session
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert (answer.cookies[OLD].value, answer.cookies[OLD]["max-age"]) == ("", 0)
    again = Client()
    again.cookies[NEW] = session
    answer = again.get(PAGE, secure=True)
    assert answer.status_code == 200 and not {OLD, NEW} & set(answer.cookies)


def test_an_old_cookie_does_not_take_the_place_of_a_new_one(upgraded: Client, bob: Player) -> None:
    bobs = Client()
    bobs.force_login(bob)
    upgraded.cookies[NEW] = bobs.cookies[NEW].value
    assert page_of(upgraded.get(PAGE, secure=True)).text.count("Bob")


def test_who_logs_out_is_out_by_either_name(upgraded: Client) -> None:
    session = upgraded.cookies[OLD].value
    answer = upgraded.post(reverse("account_logout"), secure=True)
    assert answer.cookies[OLD].value == ""
    assert answer.cookies[NEW].value != session
    assert upgraded.get(PAGE, secure=True).status_code == 302


def test_a_form_that_was_open_at_the_upgrade_is_taken(alice: Player, settings: LazySettings) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    page = client.get(PAGE)
    token = page.context["csrf_token"]
    settings.CSRF_COOKIE_NAME, settings.CSRF_COOKIE_SECURE = "__Host-csrftoken", True
    later = Client(enforce_csrf_checks=True)
    later.cookies = client.cookies
    headers = {"referer": f"https://testserver{PAGE}"}
    sent = {"csrfmiddlewaretoken": str(token)}
    answer = later.post(reverse("account_logout"), sent, secure=True, headers=headers)
    assert answer.status_code == 302
    assert answer.cookies["__Host-csrftoken"]["secure"]
    assert Client(enforce_csrf_checks=True).post(reverse("account_logout"), sent).status_code == 403


def test_without_tls_there_is_nothing_to_take_along() -> None:
    with pytest.raises(MiddlewareNotUsed):
        cookies_of_before(lambda request: HttpResponse())


def test_every_cookie_is_of_this_host_alone(alice: Player, settings: LazySettings) -> None:
    """By the names that `test_settings` finds with TLS."""
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = NEW, "__Host-csrftoken"
    settings.LANGUAGE_COOKIE_NAME, settings.KNOWN_COOKIE_NAME = "__Host-django_language", "__Host-known"
    settings.MESSAGE_STORAGE = "homeworlds_site.messages.OfThisHost"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    client = Client(headers={"referer": "https://testserver/"})
    login = {"login": "alice@example.com", "password": PASSWORD}
    answers = [
        client.get(reverse("account_login"), secure=True),
        client.post(reverse("account_login"), login, secure=True),
        client.post(reverse("account_language"), {"language": "fr"}, secure=True),
        client.post(PAGE, {"mail": [], "time_zone": "", "language": "", "palette": ""}, secure=True),
    ]
    cookies = {name: cookie for answer in answers for name, cookie in answer.cookies.items() if cookie.value}
    assert {name.removeprefix("__Host-") for name in cookies} == {
        "sessionid", "csrftoken", "django_language", "known", "messages",
    }  # fmt: skip
    for name, cookie in cookies.items():
        assert name.startswith("__Host-")
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", ""), name
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax"), name


# --- Keys


def test_links_and_sessions_signed_with_the_key_of_before_are_good_and_no_others(
    alice: Player, settings: LazySettings
) -> None:
    settings.SECRET_KEY = "the-key-of-before-" * 3
    change = remember_address_change(player=alice, old="alice@example.com", new="thief@example.com")
    whole = (undo_link(change), off_link(alice, "mail_turns"))
    links = [link.removeprefix(settings.SITE_URL) for link in whole]
    kept, lost = Client(), Client()
    for client in (kept, lost):
        client.force_login(alice)
    settings.SECRET_KEY = "the-new-key-" * 5
    settings.SECRET_KEY_FALLBACKS = ["another-key-" * 5]
    assert [Client().get(link).status_code for link in links] == [404, 404]
    assert lost.get(PAGE).status_code == 302
    settings.SECRET_KEY_FALLBACKS = ["another-key-" * 5, "the-key-of-before-" * 3]
    assert [Client().get(link).status_code for link in links] == [200, 200]
    assert kept.get(PAGE).status_code == 200
