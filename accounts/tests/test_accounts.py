import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import PASSWORD, person
from accounts.tests.logging_in import code_in_last_mail, is_logged_in, log_in, sign_up
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


def test_signing_up_with_the_code_from_the_mail_logs_in(client):
    response = sign_up(client)
    assert response["Location"] == reverse("account_email_verification_sent")
    assert not is_logged_in(client)
    response = client.post(response["Location"], {"code": code_in_last_mail()})
    assert response.status_code == 302
    dora = Player.objects.get(name="Dora")
    assert client.session["_auth_user_id"] == str(dora.pk)
    assert (dora.kind, dora.email, len(dora.public_id)) == ("human", "dora@example.com", 10)
    assert EmailAddress.objects.get(user=dora).verified


@pytest.mark.parametrize("zone, kept", [("Asia/Tokyo", "Asia/Tokyo"), ("Moon/Base", ""), ("", "")])
def test_the_zone_of_the_browser_is_kept_at_sign_up(client, zone, kept):
    field = page_of(client.get(reverse("account_signup"))).field("time_zone")
    assert field["type"] == "hidden" and "data-browser-zone" in field
    sign_up(client, time_zone=zone)
    assert Player.objects.get().time_zone == kept


def test_a_wrong_code_does_not_log_in(client):
    sign_up(client)
    response = client.post(reverse("account_email_verification_sent"), {"code": "XXXX-XXXX"})
    assert page_of(response).field("code").description == "Incorrect code."
    assert not is_logged_in(client)


def test_another_code_can_be_asked_for(client):
    sign_up(client)
    first = code_in_last_mail()
    client.post(reverse("account_email_verification_sent"), {"action": "resend"})
    assert len(mail.outbox) == 2
    assert code_in_last_mail() != first


@pytest.mark.parametrize(
    "changes, field, sentence",
    [
        ({"name": "two words"}, "name", "A name is one word, without blanks."),
        ({"name": "Al\u202eice"}, "name", "nobody can see (U+202E RIGHT-TO-LEFT OVERRIDE)"),
        ({"name": "AL1CE"}, "name", "Somebody already has this name, or one that looks like it."),
        ({"name": "x" * 10_000}, "name", "at most 20"),
        ({"password1": "12345678"}, "password1", "too common"),
        ({"email": "nowhere"}, "email", "valid email"),
    ],
)
def test_signing_up_says_what_is_wrong(client, alice, changes, field, sentence):
    response = sign_up(client, **changes)
    page = page_of(response)
    asked = page.field(field)
    assert sentence in page.by_id(f"id_{field}_error").text
    assert asked["aria-invalid"] == "true" and sentence in asked.description
    assert Player.objects.count() == 1


def test_an_address_is_unique_in_any_case(alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_player(name="Alicia", email="ALICE@example.com", password=None)


def test_two_sign_ups_with_one_name_at_once_make_one_player(client, alice, monkeypatch):
    monkeypatch.setattr("accounts.services.name_is_taken", lambda *args, **kwargs: False)
    response = sign_up(client, name="alice")
    assert response.status_code == 409
    assert Player.objects.count() == 1


def test_alice_logs_in_with_her_address_in_any_case_and_out_again(client, alice):
    assert log_in(client, email="ALICE@Example.com").status_code == 302
    assert is_logged_in(client)
    assert client.get(reverse("account_logout")).status_code == 200
    assert is_logged_in(client)
    client.post(reverse("account_logout"))
    assert not is_logged_in(client)


def test_a_wrong_password_does_not_log_in(client, alice):
    response = log_in(client, password="guessed wrong")
    (alert,) = page_of(response).texts("alert")
    assert "not correct" in alert
    assert not is_logged_in(client)


def test_guessing_passwords_is_stopped(client, alice):
    for _attempt in range(10):
        log_in(client, password="guessed wrong")
    log_in(client)
    assert not is_logged_in(client)


def test_a_closed_account_cannot_log_in(client, alice):
    Player.objects.update(is_active=False)
    assert log_in(client)["Location"] == reverse("account_inactive")
    assert not is_logged_in(client)


def test_a_forgotten_password_is_replaced_with_the_code_from_the_mail(client, alice):
    response = client.post(reverse("account_reset_password"), {"email": "alice@example.com"})
    response = client.post(response["Location"], {"code": code_in_last_mail()})
    new = {"password1": "twelve small stars", "password2": "twelve small stars"}
    client.post(response["Location"], new)
    client.post(reverse("account_logout"))
    log_in(client, password="twelve small stars")
    assert is_logged_in(client)


def test_alice_changes_her_password_and_stays_logged_in(client, alice):
    client.force_login(alice)
    data = {"oldpassword": PASSWORD, "password1": "twelve small stars", "password2": "twelve small stars"}
    client.post(reverse("account_change_password"), data)
    alice.refresh_from_db()
    assert alice.check_password("twelve small stars")
    assert client.get(reverse("account_preferences")).status_code == 200


def test_alice_changes_her_address_by_password_and_code(client, alice):
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    response = client.post(reverse("account_email"), {"action_add": "1", "email": "new@example.com"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.com"
    client.post(response["Location"], {"code": code_in_last_mail()})
    alice.refresh_from_db()
    assert alice.email == "new@example.com"


def test_alice_changes_her_name(client, alice):
    person("Bob")
    client.force_login(alice)
    assert client.post(reverse("account_rename"), {"name": "B0b"}).status_code == 422
    assert client.post(reverse("account_rename"), {"name": "alice"}).status_code == 302
    alice.refresh_from_db()
    assert alice.name == "alice"


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_preferences",
        "account_email",
        "account_change_password",
        "account_rename",
        "account_logout",
        "account_reauthenticate",
    ],
)
def test_every_page_of_accounts_has_a_title_and_is_ours(client, alice, name):
    if name not in ("account_login", "account_signup"):
        client.force_login(alice)
    page = page_of(client.get(reverse(name)))
    (title,) = page.select("title")
    assert re.fullmatch(r"[^·]*\w[^·]* · Homeworlds", title.text)
    assert page.select("meta[name=htmx-config]")


def test_times_and_texts_follow_the_settings(client, alice, settings):
    client.force_login(alice)
    response = client.post(
        reverse("account_preferences"), {"time_zone": "Asia/Tokyo", "language": "fr", "palette": "xeno"}
    )
    assert response.status_code == 302
    (html,) = page_of(client.get(reverse("account_preferences"))).select("html")
    assert (html["lang"], html["data-palette"]) == ("fr", "xeno")


def test_the_settings_begin_with_what_one_chooses_and_end_with_what_is_seldom_asked_for(client, alice):
    client.force_login(alice)
    (main,) = page_of(client.get(reverse("account_preferences"))).select("main")
    assert main.names("heading") == ["Settings", "What you see", "Account"]
    assert main.names("link")[-3:] == ["Your data, to take away", "What staff did", "Delete your account"]


def test_colours_that_do_not_exist_are_refused_and_a_form_without_them_leaves_them(client, alice):
    client.force_login(alice)
    assert client.post(reverse("account_preferences"), {"palette": "pink"}).status_code == 422
    for form in ({"palette": "xeno"}, {"time_zone": "Asia/Tokyo"}):
        assert client.post(reverse("account_preferences"), form).status_code == 302
        assert Player.objects.get(pk=alice.pk).palette == "xeno"


def test_a_strength_is_stated_taken_back_and_left_alone_by_forms_without_it(client, alice):
    client.force_login(alice)
    for form, kept in (
        ({"stated_strength": "strong"}, "strong"),
        ({"time_zone": "Asia/Tokyo"}, "strong"),
        ({"stated_strength": ""}, ""),
    ):
        assert client.post(reverse("account_preferences"), form).status_code == 302
        assert Player.objects.get(pk=alice.pk).stated_strength == kept
    assert client.post(reverse("account_preferences"), {"stated_strength": "godlike"}).status_code == 422


@pytest.mark.parametrize(
    "bad", [{"time_zone": "Moon/Base"}, {"language": "xx"}, {"time_zone": "../etc/passwd"}]
)
def test_impossible_settings_are_refused(client, alice, bad):
    client.force_login(alice)
    assert client.post(reverse("account_preferences"), bad).status_code == 422


def test_a_zone_that_no_longer_exists_is_read_as_utc(client, alice):
    Player.objects.update(time_zone="Gone/Away")
    client.force_login(alice)
    assert client.get(reverse("account_preferences")).status_code == 200


def test_staff_log_in_by_the_common_door(client):
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith(reverse("account_login"))
