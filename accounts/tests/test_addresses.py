"""The address is the key to the account: a password changes it, and its old reader takes that back."""

import re
import time
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import (
    IN_ONE_GO,
    TAKEN_BACK_WITHIN,
    TooLate,
    forget_what_was_not_confirmed,
    undo_address_change,
)
from accounts.models import AddressChange, Player
from accounts.tests.cast import PASSWORD, person
from accounts.tests.logging_in import code_in_last_mail, is_logged_in, log_in, sign_up
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db

LINK = re.compile(r"http://127\.0\.0\.1:8000(/accounts/address-undo/\S+)")


@pytest.fixture(autouse=True)
def by_the_clock_that_travels(monkeypatch):
    """Nobody can set that of PostgreSQL."""
    monkeypatch.setattr("accounts.addresses.database_now", timezone.now)


def change_address(client, address="thief@example.com"):
    """As somebody who knows the password."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    response = client.post(reverse("account_email"), {"action_add": "1", "email": address})
    client.post(response["Location"], {"code": code_in_last_mail()})


def link_in_mail_to(address):
    (told,) = [each for each in mail.outbox if each.to == [address] and LINK.search(each.body)]
    return LINK.search(told.body)[1]


@pytest.mark.parametrize(
    "name, data",
    [
        ("account_email", {"action_add": "1", "email": "thief@example.com"}),
        ("mfa_activate_totp", {"code": "123456"}),
        ("mfa_deactivate_totp", {}),
        ("mfa_generate_recovery_codes", {}),
        ("mfa_view_recovery_codes", None),
        ("mfa_download_recovery_codes", None),
    ],
)
def test_an_open_session_does_not_hand_the_account_over_without_the_password(client, alice, name, data):
    if name != "mfa_activate_totp":
        TOTP.activate(alice, generate_totp_secret())
    if "view" in name or "download" in name:
        RecoveryCodes.activate(alice)
    client.force_login(alice)
    address = reverse(name)
    response = client.get(address) if data is None else client.post(address, data)
    assert response.status_code == 302
    assert "reauthenticate" in response["Location"]
    assert mail.outbox == []


def test_the_password_just_shown_is_enough_and_a_wrong_one_is_not(client, alice):
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": "guessed wrong"})
    response = client.post(reverse("account_email"), {"action_add": "1", "email": "new@example.com"})
    assert "reauthenticate" in response["Location"]
    change_address(client, "new@example.com")
    alice.refresh_from_db()
    assert alice.email == "new@example.com"


def test_guessing_the_password_again_is_stopped(client, alice):
    client.force_login(alice)
    for _guess in range(10):
        client.post(reverse("account_reauthenticate"), {"password": "guessed wrong"})
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 429


def test_the_reader_of_the_old_address_is_told_and_takes_the_account_back(client, alice):
    thief = client
    thief.force_login(alice)
    change_address(thief)
    link = link_in_mail_to("alice@example.com")
    owner = Client()
    asked = page_of(owner.get(link)).one("main")
    assert "from alice@example.com to thief@example.com" in asked.texts("paragraph")[0]
    assert asked.names("button") == ["Take my account back"]
    alice.refresh_from_db()
    assert alice.email == "thief@example.com"
    assert owner.post(link).status_code == 200
    alice.refresh_from_db()
    assert alice.email == "alice@example.com"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("alice@example.com", True, True)
    ]
    assert thief.get(reverse("account_preferences")).status_code == 302
    log_in(thief, email="alice@example.com")
    assert not is_logged_in(thief)
    response = owner.post(reverse("account_reset_password"), {"email": "alice@example.com"})
    response = owner.post(response["Location"], {"code": code_in_last_mail()})
    owner.post(response["Location"], {"password1": "twelve small stars", "password2": "twelve small stars"})
    assert owner.get(reverse("account_preferences")).status_code == 200


def factor_of(player, kind, at):
    return Authenticator.objects.create(user=player, type=kind, data={}, created_at=at)


def test_a_second_factor_of_the_thief_goes_and_the_owners_own_stays(client, alice):
    own = TOTP.activate(alice, generate_totp_secret()).instance
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        change = AddressChange.objects.create(player=alice, old="alice@example.com", new="thief@example.com")
    with time_machine.travel(timezone.now() + timedelta(hours=26)):
        of_thief = Authenticator.objects.create(user=alice, type="recovery_codes", data={})
        undo_address_change(change=change)
    assert list(Authenticator.objects.all()) == [own]
    assert of_thief.pk != own.pk


A_MOMENT = timedelta(seconds=1)


@pytest.mark.parametrize("before, left", [(IN_ONE_GO - A_MOMENT, 0), (IN_ONE_GO, 1)])
def test_a_second_factor_set_up_within_a_day_before_the_change_goes_with_it(alice, before, left):
    change = AddressChange.objects.create(player=alice, old="alice@example.com", new="thief@example.com")
    factor_of(alice, "totp", change.at - before)
    undo_address_change(change=change)
    assert Authenticator.objects.count() == left


def test_what_the_thief_set_up_through_the_pages_keeps_nobody_out(client, alice):
    client.force_login(alice)
    change_address(client)
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    now = format_hotp_value(hotp_value(secret, int(time.time()) // 30))
    client.post(reverse("mfa_activate_totp"), {"code": now})
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}
    Client().post(link_in_mail_to("alice@example.com"))
    assert Authenticator.objects.count() == 0


def test_old_recovery_codes_do_not_stay_without_their_app(alice):
    change = AddressChange.objects.create(player=alice, old="alice@example.com", new="thief@example.com")
    factor_of(alice, "recovery_codes", change.at - timedelta(days=30))
    factor_of(alice, "totp", change.at + timedelta(hours=1))
    undo_address_change(change=change)
    assert Authenticator.objects.count() == 0


@pytest.mark.parametrize("entered", ["before", "after"])
def test_a_code_for_a_new_password_that_the_thief_has_opens_nothing_after_the_undoing(client, alice, entered):
    client.force_login(alice)
    change_address(client)
    link = link_in_mail_to("alice@example.com")
    thief = Client()
    asked = thief.post(reverse("account_reset_password"), {"email": "thief@example.com"})["Location"]
    code = code_in_last_mail()
    if entered == "after":
        Client().post(link)
    new = {"password1": "twelve small stars", "password2": "twelve small stars"}
    chosen_at = thief.post(asked, {"code": code}).get("Location", asked)
    if entered == "before":
        Client().post(link)
    page = page_of(thief.post(chosen_at, new))
    assert not is_logged_in(thief)
    assert "logged out everywhere since you asked" in page.one("main").text
    alice.refresh_from_db()
    assert not alice.has_usable_password() and alice.email == "alice@example.com"
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["alice@example.com"]


def test_the_first_owner_takes_it_back_whatever_came_after(client, alice):
    client.force_login(alice)
    change_address(client, "first@example.com")
    change_address(client, "second@example.com")
    later = link_in_mail_to("first@example.com")
    Client().post(link_in_mail_to("alice@example.com"))
    Client().post(later)
    alice.refresh_from_db()
    assert alice.email == "alice@example.com"


def test_an_earlier_change_can_be_taken_back_after_a_later_one_was(client, alice):
    client.force_login(alice)
    change_address(client, "first@example.com")
    change_address(client, "second@example.com")
    for old in ("first@example.com", "alice@example.com"):
        Client().post(link_in_mail_to(old))
        alice.refresh_from_db()
        assert alice.email == old


def test_after_a_week_it_is_too_late_and_the_old_address_is_forgotten(client, alice):
    client.force_login(alice)
    change_address(client)
    link = link_in_mail_to("alice@example.com")
    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23)):
        forget_what_was_not_confirmed()
        assert Client().get(link).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=7, minutes=1)):
        assert Client().get(link).status_code == 410
        assert Client().post(link).status_code == 409
        forget_what_was_not_confirmed()
        assert Client().get(link).status_code == 404
    alice.refresh_from_db()
    assert alice.email == "thief@example.com"


@pytest.mark.parametrize("after, undone", [(TAKEN_BACK_WITHIN - A_MOMENT, True), (TAKEN_BACK_WITHIN, False)])
def test_a_change_is_taken_back_to_the_second_within_a_week(alice, after, undone):
    change = AddressChange.objects.create(player=alice, old="alice@example.com", new="thief@example.com")
    with time_machine.travel(change.at + after, tick=False):
        if undone:
            undo_address_change(change=change)
        else:
            with pytest.raises(TooLate):
                undo_address_change(change=change)
    change.refresh_from_db()
    assert (change.undone_at is not None) == undone


def test_an_address_that_has_another_account_by_now_is_not_taken_from_it(client, alice):
    client.force_login(alice)
    change_address(client)
    link = link_in_mail_to("alice@example.com")
    other = Client()
    response = sign_up(other, email="alice@example.com")
    other.post(response["Location"], {"code": code_in_last_mail()})
    response = Client().post(link)
    assert response.status_code == 409
    assert "Another account has this address now." in page_of(response).one("main").text
    assert Player.objects.get(name="Dora").email == "alice@example.com"


def test_a_mistyped_address_of_a_sign_up_gets_no_way_into_the_account(client):
    response = sign_up(client, email="stranger@example.com")
    client.post(response["Location"], {"action": "change", "email": "dora@example.com"})
    client.post(response["Location"], {"code": code_in_last_mail()})
    assert Player.objects.get(name="Dora").email == "dora@example.com"
    assert AddressChange.objects.count() == 0
    assert [each.to for each in mail.outbox if "address-undo" in each.body] == []


def test_a_made_up_link_leads_nowhere(client, alice):
    change = AddressChange.objects.create(player=alice, old="alice@example.com", new="thief@example.com")
    for token in ("x", str(change.pk), f"{change.pk}:x"):
        assert client.post(reverse("account_address_undo", args=[token])).status_code == 404


def test_the_list_shows_where_one_is_logged_in_and_logging_out_everywhere_ends_all(client, alice):
    log_in(client)
    elsewhere = Client(HTTP_USER_AGENT="Lynx/2.9")
    log_in(elsewhere)
    unlisted = Client()
    unlisted.force_login(alice)
    page = page_of(client.get(reverse("account_sessions")))
    assert sorted(page.texts("term")) == ["Another browser", "This browser"]
    assert any(each.startswith("Lynx/2.9 Since") for each in page.texts("definition"))
    assert client.post(reverse("account_sessions")).status_code == 302
    for each in (client, elsewhere, unlisted):
        response = each.get(reverse("account_preferences"))
        assert response["Location"].startswith(reverse("account_login"))
    log_in(client)
    assert client.get(reverse("account_preferences")).status_code == 200


def test_somebody_elses_sessions_are_neither_shown_nor_ended(client, alice):
    person("Bob")
    bob = Client(HTTP_USER_AGENT="Bobs browser")
    log_in(bob, email="bob@example.com")
    log_in(client)
    page = client.get(reverse("account_sessions"))
    assert page_of(page).texts("term") == ["This browser"]
    assert nowhere_in(page, "Bobs browser")
    client.post(reverse("account_sessions"))
    assert bob.get(reverse("account_preferences")).status_code == 200
