"""What may be a password, how its fields behave, and how often a code by mail is guessed."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.passwords import WORDS
from accounts.tests.cast import PASSWORD
from accounts.tests.logging_in import code_in_last_mail, is_logged_in, log_in, show_password, sign_up
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
OWN = "a word of the game"


def refusal(client, password):
    answer = sign_up(client, password1=password)
    return "" if answer.status_code == 302 else page_of(answer).field("password1").description


@pytest.mark.parametrize(
    "password, why",
    [
        *[(f"{word}12", OWN) for word in WORDS],
        ("Home-Worlds!", OWN),
        ("1homeworlds_pyramid1", OWN),
        ("sevenxx", "at least 8"),
        ("password123", "too common"),
        ("9475036214", "entirely numeric"),
    ],
)
def test_what_anybody_would_try_is_refused(client, password, why):
    assert why in refusal(client, password)


@pytest.mark.parametrize("password", ["eightxxy", "myhomeworlds", "x" * 64, "é ñ 漢字 🂡 ok", "aaaaaaaab"])
def test_others_are_taken(client, password):
    assert refusal(client, password) == ""
    assert Player.objects.get(name="Dora").check_password(password)


@pytest.mark.parametrize("typed", [PASSWORD.upper(), f" {PASSWORD}", f"{PASSWORD} ", PASSWORD[:-1]])
def test_it_is_compared_as_it_was_typed(client, alice, typed):
    log_in(client, password=typed)
    assert not is_logged_in(client)


@pytest.mark.parametrize(
    "name, uses",
    [
        ("account_login", ["current-password"]),
        ("account_signup", ["new-password"]),
        ("account_change_password", ["current-password", "new-password", "new-password"]),
    ],
)
def test_fields_hide_it_and_say_what_they_are_for(client, alice, name, uses):
    if name == "account_change_password":
        client.force_login(alice)
        show_password(client)
    fields = page_of(client.get(reverse(name))).one("main").select("input[autocomplete$=password]")
    assert [field["autocomplete"] for field in fields] == uses
    assert {field["type"] for field in fields} == {"password"}


@pytest.mark.parametrize("wrong, opens", [(2, True), (3, False)])
def test_a_code_by_mail_is_guessed_three_times_and_not_once_more(alice, wrong, opens):
    client = Client()
    asked = client.post(reverse("account_reset_password"), {"email": "alice@example.com"})["Location"]
    code = code_in_last_mail()
    for _time in range(wrong):
        client.post(asked, {"code": "ZZZZ-ZZZZ"})
    client.post(asked, {"code": code})
    new = {"password1": "twelve small stars", "password2": "twelve small stars"}
    client.post(reverse("account_complete_password_reset"), new)
    alice.refresh_from_db()
    assert alice.check_password("twelve small stars") == opens
