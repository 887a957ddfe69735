"""Passkeys: added and removed by who has shown the password, told by mail, alone or beside the password."""

import json
from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import undo_address_change
from accounts.models import AddressChange, Player
from accounts.passkeys import LONGEST_ANSWER, LONGEST_NAME, MOST, origin_of_passkeys
from accounts.services import create_guest
from accounts.tests.cast import PASSWORD, person
from accounts.tests.device import (
    Device,
    add_passkey,
    ask_for_login,
    log_in_with,
    options_on,
    show_passkey,
)
from accounts.tests.logging_in import code_in_last_mail, is_logged_in, log_in, show_password
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
ADD, LIST, LOGIN = "mfa_add_webauthn", "mfa_list_webauthn", "mfa_login_webauthn"


@pytest.fixture
def device():
    return Device()


@pytest.fixture
def owner(client, alice):
    """Alice, who has just shown her password."""
    client.force_login(alice)
    show_password(client)
    return client


def passkeys():
    return Authenticator.objects.filter(type="webauthn")


def test_a_passkey_is_added_named_listed_renamed_and_removed(owner, device):
    assert add_passkey(owner, device)["Location"] == reverse("mfa_view_recovery_codes")
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"webauthn", "recovery_codes"}
    page = page_of(owner.get(reverse(LIST))).one("main")
    assert page.texts("term") == ["Phone"]
    key = passkeys().get()
    owner.post(reverse("mfa_edit_webauthn", args=[key.pk]), {"name": "Old phone"})
    assert page_of(owner.get(reverse(LIST))).one("main").texts("term") == ["Old phone"]
    asked = page_of(owner.get(reverse("mfa_remove_webauthn", args=[key.pk])))
    assert "Old phone will not let you in any more." in asked.one("main").text
    owner.post(reverse("mfa_remove_webauthn", args=[key.pk]))
    assert Authenticator.objects.count() == 0  # recovery codes do not stay alone


def test_a_mail_tells_of_each_that_is_added_or_removed(owner, device):
    add_passkey(owner, device)
    owner.post(reverse("mfa_remove_webauthn", args=[passkeys().get().pk]))
    assert [(each.subject, each.to) for each in mail.outbox] == [
        ("Your account has a new passkey", ["alice@example.com"]),
        ("A passkey was taken off your account", ["alice@example.com"]),
    ]


def test_one_without_a_name_gets_one_and_a_name_has_an_end(owner, device):
    add_passkey(owner, device, name="")
    add_passkey(owner, Device(key_id=b"2"), name="x" * LONGEST_NAME)
    add_passkey(owner, Device(key_id=b"3"), name="x" * (LONGEST_NAME + 1))
    assert [str(each) for each in passkeys().order_by("pk")] == ["Passkey 1", "x" * LONGEST_NAME]


def test_a_player_has_so_many_and_not_one_more(owner):
    for number in range(MOST + 1):
        answer = add_passkey(owner, Device(key_id=bytes([number])))
    assert passkeys().count() == MOST
    assert f"You have {MOST} passkeys" in page_of(answer).one("main").text


# --- Logging in


def test_a_passkey_alone_lets_in_and_on_to_where_the_visitor_was_going(owner, alice, device):
    add_passkey(owner, device)
    visitor = Client()
    answer = log_in_with(visitor, device, next="/games/mine/")
    assert answer["Location"] == "/games/mine/" and is_logged_in(visitor)
    assert visitor.session["_auth_user_id"] == str(alice.pk)
    assert "new browser" in mail.outbox[-1].subject


def test_beside_the_password_it_is_asked_for_and_recovery_codes_do_too(owner, device):
    add_passkey(owner, device)
    first, second = Client(), Client()
    asked = log_in(first)["Location"]
    assert asked == reverse("mfa_authenticate") and not is_logged_in(first)
    show_passkey(first, device, asked)
    assert is_logged_in(first)
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    second.post(log_in(second)["Location"], {"code": codes[0]})
    assert is_logged_in(second)


def test_who_has_none_is_not_asked_for_one(client, alice):
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    TOTP.activate(alice, generate_totp_secret())
    page = page_of(client.get(log_in(client)["Location"]))
    assert page.field("code") and not page.select("form[data-passkey]")


def test_what_was_signed_once_opens_once(owner, device):
    add_passkey(owner, device)
    visitor = Client()
    signed = json.dumps(device.use(options_on(ask_for_login(visitor))))
    visitor.post(reverse(LOGIN), {"credential": signed})
    assert is_logged_in(visitor)
    visitor.post(reverse("account_logout"))
    for client in (visitor, Client()):
        client.post(reverse(LOGIN), {"credential": signed})
        assert not is_logged_in(client)
    asked_anew = Client()
    ask_for_login(asked_anew)
    asked_anew.post(reverse(LOGIN), {"credential": signed})
    assert not is_logged_in(asked_anew)


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://sub.localhost:8000"},
        {"origin": "http://localhost:8001"},
        {"rp": "evil.example"},
        {"verifies": False},
        {"key_id": b"another"},
        {"handle": b"x"},
        {"handle": b"999999"},
        {"handle": b""},
    ],
    ids=str,
)
def test_a_passkey_that_is_shown_elsewhere_or_by_nobody_opens_nothing(owner, device, wrong):
    add_passkey(owner, device)
    for name, value in wrong.items():
        setattr(device, name, value)
    visitor = Client()
    answer = log_in_with(visitor, device)
    assert answer["Location"] == reverse("account_login") and not is_logged_in(visitor)
    assert (
        "does not open this account" in page_of(visitor.get(reverse("account_login"))).by_id("messages").text
    )


def test_the_key_of_another_device_with_the_same_name_opens_nothing(owner, device):
    add_passkey(owner, device)
    other = Device(handle=device.handle)
    visitor = Client()
    log_in_with(visitor, other)
    assert not is_logged_in(visitor)


@pytest.mark.parametrize(
    "wrong", [{"origin": "https://evil.example"}, {"rp": "evil.example"}, {"verifies": False}], ids=str
)
def test_none_is_added_from_elsewhere_or_without_asking_who_holds_the_device(owner, wrong):
    answer = add_passkey(owner, Device(**wrong))
    assert "does not open this account" in page_of(answer).one("main").text
    assert passkeys().count() == 0


@pytest.mark.parametrize(
    "said", ["", "1", "[]", "{}", '"x"', "nul", '{"response": 1}', "[" * 9000, "[" * 20000]
)
@pytest.mark.parametrize("where", [ADD, LOGIN, "mfa_reauthenticate_webauthn"])
def test_an_answer_of_no_device_is_refused(owner, device, where, said):
    add_passkey(owner, device)
    client = Client() if where == LOGIN else owner
    if where != LOGIN:
        client.get(reverse(where))
    assert client.post(reverse(where), {"credential": said, "name": ""}).status_code in (200, 302)
    assert passkeys().count() == 1 and is_logged_in(client) == (client is owner)


@pytest.mark.parametrize("more, left", [(0, 1), (1, 0)])
def test_an_answer_has_an_end(owner, device, more, left):
    answer = device.make(options_on(owner.get(reverse(ADD))))
    answer["x"] = ""
    answer["x"] = "x" * (LONGEST_ANSWER - len(json.dumps(answer)) + more)
    owner.post(reverse(ADD), {"name": "", "credential": json.dumps(answer)})
    assert passkeys().count() == left


def test_what_fails_is_counted_for_the_place_and_what_opens_is_not(owner, device):
    add_passkey(owner, device)
    for _time in range(11):
        visitor = Client()
        log_in_with(visitor, device)
        assert is_logged_in(visitor)
    guesser = Client()
    for _time in range(10):
        guesser.post(reverse(LOGIN), {"credential": '{"id": 1}'})
    late = Client()
    log_in_with(late, device)
    assert not is_logged_in(late)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    log_in_with(elsewhere, device)
    assert is_logged_in(elsewhere)


def test_nine_failures_keep_nobody_out(owner, device):
    add_passkey(owner, device)
    visitor = Client()
    for _time in range(9):
        visitor.post(reverse(LOGIN), {"credential": '{"id": 1}'})
    log_in_with(visitor, device)
    assert is_logged_in(visitor)


def test_so_many_challenges_a_minute_and_not_one_more():
    now = timezone.now().replace(second=0)
    with time_machine.travel(now, tick=False):
        assert [ask_for_login(Client()).status_code for _time in range(61)] == [200] * 60 + [429]


def test_a_closed_account_is_let_in_no_further_than_to_the_page_that_says_so(owner, alice, device):
    add_passkey(owner, device)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    visitor = Client()
    assert log_in_with(visitor, device)["Location"] == reverse("account_inactive")
    assert not is_logged_in(visitor)


def test_who_is_a_guest_again_gets_in_with_none(owner, alice, device):
    add_passkey(owner, device)
    Player.objects.filter(pk=alice.pk).update(kind="guest", email=None)
    visitor = Client()
    log_in_with(visitor, device)
    assert not is_logged_in(visitor)


def test_a_passkey_alone_sends_nobody_elsewhere(owner, device):
    add_passkey(owner, device)
    assert log_in_with(Client(), device, next="https://evil.example/")["Location"] == "/"


def test_a_new_password_by_mail_does_not_go_round_the_passkey(owner, alice, device):
    add_passkey(owner, device)
    thief = Client()
    asked = thief.post(reverse("account_reset_password"), {"email": "alice@example.com"})["Location"]
    chosen_at = thief.post(asked, {"code": code_in_last_mail()})["Location"]
    new = {"password1": "twelve small stars", "password2": "twelve small stars"}
    assert thief.post(chosen_at, new)["Location"] == reverse("mfa_authenticate")
    assert not is_logged_in(thief)


# --- Who may add and remove


@pytest.mark.parametrize("name", [ADD, "mfa_remove_webauthn", "mfa_edit_webauthn"])
def test_an_open_session_adds_renames_and_removes_none_without_the_password(owner, alice, device, name):
    add_passkey(owner, device)
    address = reverse(name, args=[] if name == ADD else [passkeys().get().pk])
    thief = Client()
    thief.force_login(alice)
    for answer in (thief.get(address), thief.post(address, {"name": "x", "credential": "{}"})):
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
    with time_machine.travel(timezone.now() + timedelta(seconds=301)):
        assert "reauthenticate" in owner.get(address)["Location"]
    assert str(passkeys().get()) == "Phone"


def test_a_passkey_shown_again_is_as_good_as_the_password(owner, alice, device):
    add_passkey(owner, device)
    session = Client()
    session.force_login(alice)
    asked = session.get(reverse(ADD))["Location"]
    ways = page_of(session.get(asked)).one("main").targets
    page = reverse("mfa_reauthenticate_webauthn")
    assert any(way.startswith(page) for way in ways)
    stranger = Device(handle=device.handle)
    answer = show_passkey(session, stranger, page, next=reverse(ADD))
    assert "does not open this account" in page_of(answer).one("main").text
    assert session.get(reverse(ADD)).status_code == 302
    assert show_passkey(session, device, page, next=reverse(ADD))["Location"] == reverse(ADD)
    assert session.get(reverse(ADD)).status_code == 200


@pytest.mark.parametrize("name", ["mfa_remove_webauthn", "mfa_edit_webauthn"])
def test_nobody_touches_the_passkey_of_somebody_else(owner, device, name):
    add_passkey(owner, device)
    person("Bob")
    bob = Client()
    log_in(bob, email="bob@example.com")
    show_password(bob)
    assert bob.post(reverse(name, args=[passkeys().get().pk]), {"name": "x"}).status_code == 404
    assert str(passkeys().get()) == "Phone"


def test_a_guest_is_led_to_sign_up(client):
    client.force_login(create_guest())
    assert client.get(reverse(ADD))["Location"] == reverse("account_keep")


@pytest.mark.parametrize("name", [ADD, "mfa_activate_totp"])
def test_a_guest_who_has_signed_up_adds_nothing_before_the_address_is_confirmed(client, name):
    client.force_login(create_guest())
    kept = {"name": "Keeper", "email": "keeper@example.com", "password": PASSWORD}
    client.post(reverse("account_keep"), kept)
    assert client.get(reverse(name))["Location"] == reverse("account_email")


def test_taking_back_a_stolen_address_takes_off_the_thiefs_passkey_and_not_the_owners(owner, alice, device):
    add_passkey(owner, device)
    own = passkeys().get()
    with time_machine.travel(timezone.now() + timedelta(hours=25)) as clock:
        show_password(owner)
        add_passkey(owner, Device(key_id=b"thief"), name="Thief")
        change = AddressChange.objects.create(player=alice, old="alice@example.com", new="thief@example.com")
        clock.shift(timedelta(hours=1))
        undo_address_change(change=change)
    assert passkeys().get() == own


def test_the_page_leads_to_the_list_of_sessions(owner):
    assert reverse("account_sessions") in page_of(owner.get(reverse("mfa_index"))).one("main").targets


# --- Where


@pytest.mark.parametrize(
    "site, origin, rp",
    [
        ("https://homeworlds.example", "https://homeworlds.example", "homeworlds.example"),
        ("https://homeworlds.example:8443", "https://homeworlds.example:8443", "homeworlds.example"),
        ("http://127.0.0.1:8000", "http://localhost:8000", "localhost"),
        ("http://[::1]:8000", "http://localhost:8000", "localhost"),
        ("http://localhost:8000", "http://localhost:8000", "localhost"),
    ],
)
def test_passkeys_are_those_of_the_address_of_the_site(client, alice, settings, site, origin, rp):
    settings.SITE_URL = site
    settings.ALLOWED_HOSTS = ["*"]
    assert origin_of_passkeys() == origin
    client.force_login(alice)
    show_password(client)
    asked = options_on(client.get(reverse(ADD), HTTP_HOST="evil.example"))
    assert asked["rp"] == {"id": rp, "name": "Homeworlds"}


def test_without_https_only_this_machine_itself_may_have_them(client, alice, settings):
    settings.SITE_URL = "http://homeworlds.example"
    client.force_login(alice)
    show_password(client)
    add_passkey(client, Device(rp="homeworlds.example"))
    assert passkeys().count() == 0


def test_without_a_script_the_pages_say_what_works(owner, device):
    for page in (owner.get(reverse(ADD)), Client().get(reverse("account_login"))):
        main = page_of(page).one("main")
        (shown,) = main.select('[data-when="without"]:not([hidden])')
        assert "Passkeys need JavaScript" in shown.text
        assert main.select("[data-use][hidden]")
