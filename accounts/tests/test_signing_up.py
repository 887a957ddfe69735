"""What signing up tells others: nothing of who has an account, and nothing of who is not there yet."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import forget_what_was_not_confirmed
from accounts.models import Player
from accounts.selectors import person_named, player_called
from accounts.services import create_guest
from accounts.tests.cast import PASSWORD
from accounts.tests.logging_in import code_in_last_mail, is_logged_in, log_in, sign_up
from upkeep.tests.elements import as_sent, page_of

pytestmark = pytest.mark.django_db

ALICE, NOBODY = "alice@example.com", "alica@example.com"


@pytest.fixture(autouse=True)
def by_the_clock_that_travels(monkeypatch):
    """Nobody can set that of PostgreSQL."""
    monkeypatch.setattr("accounts.addresses.database_now", timezone.now)


@pytest.fixture
def hashings(monkeypatch):
    """How often a password was hashed, which is what takes the time."""
    done = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *args: done.append(args[1]) or encode(*args))
    return done


def seen(response):
    """All that a visitor gets of an answer, without what differs for everybody."""
    page = re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]*"', "", as_sent(response))
    return response.status_code, response.headers.get("Location"), re.sub("alic[ae]@", "@", page)


def walk(email, name):
    """Everything a stranger can try with an address, seen from outside."""
    client = Client()
    steps = [sign_up(client, email=email, name=name)]
    code_page = steps[0]["Location"]
    steps.append(client.get(code_page))
    steps.append(client.post(code_page, {"code": "XXXX-XXXX"}))
    steps.append(client.post(code_page, {"action": "resend"}))
    steps.append(client.get(code_page))
    steps.append(sign_up(Client(), email=email, name=name))
    steps.append(sign_up(Client(), email="other@example.com", name=name))
    steps.append(log_in(Client(), email=email, password="guessed wrong"))
    steps.append(log_in(Client(), email=email, password=PASSWORD + name))
    steps.append(Client().get(reverse("profile", args=[name])))
    return [seen(step) for step in steps]


def test_a_stranger_sees_the_same_with_and_without_an_account(alice):
    with_account = walk(ALICE, "Mallory")
    Player.objects.newcomers().delete()
    assert walk(NOBODY, "Mallory") == with_account


def test_signing_up_hashes_and_asks_the_database_as_often_with_and_without_an_account(alice, hashings):
    counts = {}
    for email, name in ((ALICE, "Mallory"), (NOBODY, "Trudy")):
        hashings.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            sign_up(Client(), email=email, name=name)
        counts[email] = (len(hashings), [query["sql"].split()[0] for query in queries])
    assert counts[ALICE] == counts[NOBODY]
    assert counts[ALICE][0] == 1


def test_logging_in_hashes_once_whoever_has_signed_up(alice, hashings):
    for name in ("Mallory", "Trudy"):
        sign_up(Client(), email=ALICE, name=name)
    for email in (ALICE, NOBODY):
        hashings.clear()
        log_in(Client(), email=email, password="guessed wrong")
        assert len(hashings) == 1


def test_the_reader_of_the_address_is_told_of_the_account_and_gets_no_code(alice):
    sign_up(Client(), email="Alice@example.com")
    (told,) = mail.outbox
    assert told.to == [ALICE]
    assert not re.search(r"^ {4}([^\s/]+)$", told.body, re.MULTILINE)


def test_nobody_is_seen_before_the_address_is_confirmed(client):
    response = sign_up(client)
    assert Client().get(reverse("profile", args=["Dora"])).status_code == 404
    assert player_called("Dora") is person_named("Dora") is None
    client.post(response["Location"], {"code": code_in_last_mail()})
    assert Client().get(reverse("profile", args=["Dora"])).status_code == 200
    assert person_named("Dora") is not None


def test_a_name_waits_for_a_day_at_most(client):
    sign_up(client)
    field = page_of(sign_up(Client(), email=NOBODY)).field("name")
    assert "Somebody already has this name" in field.description
    with time_machine.travel(timezone.now() + timedelta(hours=23)):
        assert forget_what_was_not_confirmed() == 0
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert forget_what_was_not_confirmed() == 1
        assert sign_up(Client(), email=NOBODY).status_code == 302
    assert Player.objects.get().name == "Dora"


def test_who_reads_the_address_signs_up_whoever_has_tried_before(client):
    """A stranger squats on the name and the address; the owner takes both."""
    sign_up(Client(), name="Dora", password1="the strangers own words")
    response = sign_up(client)
    client.post(response["Location"], {"code": code_in_last_mail()})
    dora = Player.objects.get(name="Dora")
    assert (dora.email, dora.check_password(PASSWORD)) == ("dora@example.com", True)
    assert is_logged_in(client)


def test_an_unconfirmed_address_stands_in_nobodys_way(client, alice):
    sign_up(Client(), email="new@example.com")
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    response = client.post(reverse("account_email"), {"action_add": "1", "email": "new@example.com"})
    client.post(response["Location"], {"code": code_in_last_mail()})
    alice.refresh_from_db()
    assert alice.email == "new@example.com"


def test_a_code_is_worth_nothing_once_somebody_else_has_confirmed_the_address(client):
    first = sign_up(client, name="Dora")
    code = code_in_last_mail()
    other = Client()
    response = sign_up(other, name="Dorothy")
    other.post(response["Location"], {"code": code_in_last_mail()})
    client.post(first["Location"], {"code": code})
    assert not is_logged_in(client)
    assert EmailAddress.objects.get(verified=True).user.name == "Dorothy"


def test_a_guest_without_a_code_is_a_guest_again_the_next_day(client):
    guest = create_guest()
    before = guest.name
    client.force_login(guest)
    client.post(reverse("account_keep"), {"name": "Dora", "email": NOBODY, "password": PASSWORD})
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        forget_what_was_not_confirmed()
    guest.refresh_from_db()
    assert (guest.name, guest.kind) == (before, "guest")
    assert client.get(reverse("account_keep")).status_code == 200
    assert sign_up(Client(), email=NOBODY).status_code == 302


@pytest.mark.parametrize("stated", ["", "knows-it"])
def test_who_signs_up_may_say_how_well_he_plays(client, stated):
    sign_up(client, stated_strength=stated)
    assert Player.objects.get(name="Dora").stated_strength == stated


@pytest.mark.parametrize(
    "before, sent, kept",
    [
        ("", {"stated_strength": "strong"}, "strong"),
        ("knows-it", {"stated_strength": ""}, ""),
        ("knows-it", {}, "knows-it"),
    ],
)
def test_a_guest_who_keeps_the_games_may_say_how_well_he_plays(client, before, sent, kept):
    guest = create_guest()
    guest.stated_strength = before
    guest.save(update_fields=["stated_strength"])
    client.force_login(guest)
    page = client.get(reverse("account_keep"))
    assert page.context["form"]["stated_strength"].value() == before
    client.post(reverse("account_keep"), {"name": "Dora", "email": NOBODY, "password": PASSWORD} | sent)
    guest.refresh_from_db()
    assert (guest.name, guest.stated_strength) == ("Dora", kept)


def test_a_guest_is_asked_in_the_words_of_signing_up(client):
    asked = str(client.get(reverse("account_signup")).context["form"]["stated_strength"].as_field_group())
    client.force_login(create_guest())
    kept = client.get(reverse("account_keep")).context["form"]["stated_strength"].as_field_group()
    assert "How well you play Homeworlds" in asked
    assert str(kept) == asked
