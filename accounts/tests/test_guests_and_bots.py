from collections import Counter
from importlib import import_module

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import Player
from accounts.names import check_player_name
from accounts.selectors import bots_of_level
from accounts.services import BOT_NAMES, NoGuest, create_guest, ensure_bots, keep_guest
from accounts.sessions import NEW_GUESTS, login_as_new_guest
from accounts.tests.cast import PASSWORD, person
from accounts.tests.logging_in import code_in_last_mail, log_in
from bots.levels import OFFERED
from upkeep.answers import TooManyRequests
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(db) -> Player:
    return create_guest()


@pytest.fixture
def guest_client(guest) -> Client:
    client = Client()
    client.force_login(guest)
    return client


def visitor():
    request = RequestFactory().post("/")
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    request.user = AnonymousUser()
    return request


def keep(client, **changes):
    data = {"name": "Dora", "email": "dora@example.com", "password": PASSWORD} | changes
    return client.post(reverse("account_keep"), data)


def test_a_visitor_becomes_a_guest_once():
    request = visitor()
    guest = login_as_new_guest(request)
    assert guest.is_guest
    assert guest.name.startswith("Guest-")
    assert request.session["_auth_user_id"] == str(guest.pk)
    assert login_as_new_guest(request) == guest


def test_one_address_makes_only_so_many_guests():
    for _guest in range(NEW_GUESTS.most):
        login_as_new_guest(visitor())
    with pytest.raises(TooManyRequests):
        login_as_new_guest(visitor())
    assert Player.objects.count() == NEW_GUESTS.most


def test_a_guest_who_signs_up_stays_the_same_player_and_logged_in(guest, guest_client):
    response = keep(guest_client)
    assert response["Location"] == reverse("account_email_verification_sent")
    guest.refresh_from_db()
    assert (guest.name, guest.kind, guest.email) == ("Dora", "human", None)
    assert guest_client.get(reverse("account_preferences")).status_code == 200
    guest_client.post(response["Location"], {"code": code_in_last_mail()})
    guest.refresh_from_db()
    assert guest.email == "dora@example.com"
    elsewhere = Client()
    log_in(elsewhere, email="dora@example.com")
    assert elsewhere.session["_auth_user_id"] == str(guest.pk)


def test_a_guest_who_mistypes_the_address_can_give_another_one(guest, guest_client):
    keep(guest_client, email="drao@example.com")
    response = guest_client.post(reverse("account_email"), {"action_add": "1", "email": "dora@example.com"})
    guest_client.post(response["Location"], {"code": code_in_last_mail()})
    guest.refresh_from_db()
    assert guest.email == "dora@example.com"


def test_a_guest_cannot_take_the_address_or_the_name_of_somebody_else(guest, guest_client):
    alice = person("Alice")
    assert keep(guest_client, name="alice").status_code == 422
    keep(guest_client, email="alice@example.com")
    assert mail.outbox[-1].to == ["alice@example.com"]
    with pytest.raises(AssertionError):
        code_in_last_mail()
    guest.refresh_from_db()
    alice.refresh_from_db()
    assert (guest.email, alice.email) == (None, "alice@example.com")


def test_a_guest_who_signs_up_gets_the_zone_of_the_browser_unless_one_was_chosen(guest, guest_client):
    keep(guest_client, time_zone="Asia/Tokyo")
    guest.refresh_from_db()
    assert guest.time_zone == "Asia/Tokyo"
    other = create_guest()
    Player.objects.filter(pk=other.pk).update(time_zone="Europe/Paris")
    keep_guest(guest=other, name="Zoe", password=PASSWORD, time_zone="Asia/Tokyo")
    other.refresh_from_db()
    assert other.time_zone == "Europe/Paris"


def test_a_weak_password_does_not_keep_a_guest(guest, guest_client):
    assert keep(guest_client, password="12345678").status_code == 422
    guest.refresh_from_db()
    assert guest.is_guest


def test_only_a_guest_can_be_kept(guest):
    keep_guest(guest=guest, name="Dora", password=PASSWORD)
    with pytest.raises(NoGuest):
        keep_guest(guest=guest, name="Dorothy", password=PASSWORD)
    guest.refresh_from_db()
    assert guest.name == "Dora"


def test_whom_another_tab_has_kept_at_the_same_moment_is_told_so(guest, guest_client, monkeypatch):
    def kept(**_form):
        raise NoGuest

    monkeypatch.setattr("accounts.services.keep_guest", kept)
    answer = keep(guest_client)
    assert (answer.status_code, answer["Location"]) == (302, reverse("account_preferences"))


def test_a_name_taken_in_the_same_moment_is_refused_with_a_sentence(guest, monkeypatch):
    person("Alice")
    monkeypatch.setattr("accounts.services.name_is_taken", lambda *args, **kwargs: False)
    with pytest.raises(ValidationError, match="Somebody already has this name"):
        keep_guest(guest=guest, name="Alice", password=PASSWORD)
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize(
    "name",
    ["account_signup", "account_email", "account_change_password", "account_set_password", "account_rename"],
)
def test_a_guest_is_led_to_signing_up(guest_client, name):
    assert guest_client.get(reverse(name))["Location"] == reverse("account_keep")


def test_a_guest_is_warned_before_logging_out(guest_client):
    page = page_of(guest_client.get(reverse("account_logout"))).one("main")
    assert "nobody can come back to your games" in page.texts("paragraph")[0]
    assert page.one("link", "Sign up and keep your games")["href"] == reverse("account_keep")


def test_somebody_with_an_account_has_nothing_to_keep(client, alice):
    client.force_login(alice)
    assert client.get(reverse("account_keep"))["Location"] == reverse("account_preferences")


def test_there_are_five_bots_of_each_level_and_they_are_made_once():
    ensure_bots()
    ensure_bots()
    levels = (*OFFERED, "random", "judge")
    assert Counter(Player.objects.values_list("bot_level", flat=True)) == dict.fromkeys(levels, 5)
    assert bots_of_level("random")[0].name == "Rover"


@pytest.mark.parametrize("level", BOT_NAMES)
def test_no_two_bots_of_a_level_begin_with_the_same_letter(level):
    assert len({name[0] for name in BOT_NAMES[level]}) == 5


@pytest.mark.parametrize("name", [name for names in BOT_NAMES.values() for name in names])
def test_the_name_of_a_bot_is_a_good_one_and_kept_for_it(name):
    assert check_player_name(name, reserved=True) == name
    with pytest.raises(ValidationError) as refused:
        check_player_name(name)
    assert refused.value.code == "name_reserved"


def test_bots_with_former_names_are_renamed_and_none_is_made_twice():
    former = Player.objects.create_player(
        name="Rando", email=None, password=None, kind=Player.Kind.BOT, bot_level="random"
    )
    ensure_bots()
    former.refresh_from_db()
    assert (former.name, Player.objects.filter(bot_level="random").count()) == ("Rover", 5)


def test_a_person_with_the_name_of_a_bot_keeps_it(alice):
    Player.objects.filter(pk=alice.pk).update(name="Sage", name_key="sage")
    ensure_bots()
    alice.refresh_from_db()
    assert (alice.name, bots_of_level("judge").count()) == ("Sage", 4)


def test_a_bot_cannot_log_in_even_with_a_password_and_an_address_of_its_own(client):
    ensure_bots()
    bot = bots_of_level("judge")[0]
    assert not bot.has_usable_password()
    bot.set_password(PASSWORD)
    bot.save()
    assert authenticate(username=bot.name, password=PASSWORD) is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=bot.pk).update(email="bot@example.com")


def test_a_session_of_a_bot_is_nobody(client):
    ensure_bots()
    client.force_login(bots_of_level("judge")[0])
    assert client.get(reverse("account_preferences")).status_code == 302


def test_the_reset_of_a_password_does_not_reach_bots_and_guests(client, guest, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": ""})
    assert mailoutbox == []


def test_a_level_belongs_to_bots_alone(guest):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=guest.pk).update(bot_level="judge")
