"""A code of an app opens once: not again while the library would still take it, and not after the set-up."""

import time

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.one_time_codes import REFUSED_FOR, use_code
from accounts.tests.cast import PASSWORD
from accounts.tests.logging_in import is_logged_in, log_in
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db

STEP = 30
BEGIN = 1_900_000_000 // STEP * STEP
"""Of a step of the app."""


def code_of(secret, moment):
    return format_hotp_value(hotp_value(secret, int(moment) // STEP))


@pytest.fixture
def secret(alice):
    secret = generate_totp_secret()
    TOTP.activate(alice, secret)
    return secret


def logs_in_with(code):
    client = Client()
    response = log_in(client)
    client.post(response["Location"], {"code": code})
    return is_logged_in(client)


def reauthenticates_with(client, code):
    return client.post(reverse("mfa_reauthenticate"), {"code": code}).status_code == 302


def at(moment):
    return time_machine.travel(moment, tick=False)


@pytest.mark.parametrize("first", [-STEP, 0, 2 * STEP - 1], ids=["before its step", "in it", "after it"])
def test_a_code_lets_in_once_in_all_the_time_it_is_good(secret, first):
    code = code_of(secret, BEGIN)
    with at(BEGIN + first):
        assert logs_in_with(code)
    for later in range(first, 2 * STEP, 10):
        cache.clear()  # nothing hangs on what the library keeps there
        with at(BEGIN + later):
            assert not logs_in_with(code)


def test_a_code_that_was_not_used_is_good_for_one_step_more_on_either_side_and_no_longer(secret):
    code = code_of(secret, BEGIN)
    for moment in (BEGIN - STEP - 1, BEGIN + 2 * STEP):
        with at(moment):
            assert not logs_in_with(code)
    with at(BEGIN + 2 * STEP - 1):
        assert logs_in_with(code)


def test_the_next_code_lets_in_after_one_was_used(secret):
    with at(BEGIN):
        assert logs_in_with(code_of(secret, BEGIN))
        assert logs_in_with(code_of(secret, BEGIN + STEP))


def test_a_code_that_let_in_is_refused_where_the_password_is_asked_for_again_and_the_other_way_round(secret):
    with at(BEGIN):
        client = Client()
        client.post(log_in(client)["Location"], {"code": code_of(secret, BEGIN)})
    with at(BEGIN + STEP + 1):
        assert not reauthenticates_with(client, code_of(secret, BEGIN))
        assert reauthenticates_with(client, code_of(secret, BEGIN + STEP))
    with at(BEGIN + 2 * STEP + 2):
        assert not reauthenticates_with(client, code_of(secret, BEGIN + STEP))
        assert not logs_in_with(code_of(secret, BEGIN + STEP))


@pytest.mark.parametrize("written", ["{} {}", "{}-{}", " {}{} "])
def test_a_used_code_written_otherwise_is_the_same_code(secret, written):
    code = code_of(secret, BEGIN)
    with at(BEGIN):
        assert logs_in_with(code)
    with at(BEGIN + STEP + 1):
        assert not logs_in_with(written.format(code[:3], code[3:]))


def test_the_code_that_sets_the_app_up_lets_nobody_in(client, alice, django_capture_on_commit_callbacks):
    with at(BEGIN):
        client.force_login(alice)
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
        with django_capture_on_commit_callbacks(execute=True):
            client.post(reverse("mfa_activate_totp"), {"code": code_of(secret, BEGIN)})
        assert Authenticator.objects.filter(user=alice, type="totp").exists()
        asked = client.post(reverse("mfa_reauthenticate"), {"code": code_of(secret, BEGIN)})
        assert "wait for the next one" in page_of(asked).field("code").description
    for later in (1, STEP + 1, 2 * STEP - 1):
        with at(BEGIN + later):
            assert not logs_in_with(code_of(secret, BEGIN))
    with at(BEGIN + 2 * STEP - 1):
        assert logs_in_with(code_of(secret, BEGIN + STEP))


def test_recovery_codes_open_once_as_before(client, alice, secret):
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("mfa_generate_recovery_codes"))
    [codes] = Authenticator.objects.filter(user=alice, type="recovery_codes")
    code = codes.wrap().get_unused_codes()[0]
    assert logs_in_with(code)
    assert not logs_in_with(code)


def test_what_is_remembered_is_forgotten_when_nothing_hangs_on_it(alice, secret):
    app = Authenticator.objects.get(user=alice)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert use_code(app=app, code="123456")
        clock.shift(REFUSED_FOR.total_seconds() - 1)
        assert not use_code(app=app, code="123456")
        clock.shift(1)
        assert use_code(app=app, code="654321")
        app.refresh_from_db()
        assert app.data["used"] == {"654321": time.time()}
        assert app.wrap().validate_code(code_of(secret, time.time()))


def test_an_app_that_was_taken_off_meanwhile_opens_nothing(alice, secret):
    app = Authenticator.objects.get(user=alice)
    Authenticator.objects.all().delete()
    assert not use_code(app=app, code="123456")
