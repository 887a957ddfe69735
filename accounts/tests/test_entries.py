"""The log says who came in, by what, and that somebody did not; never who it might have been."""

import logging

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from accounts.tests.cast import PASSWORD
from accounts.tests.device import Device, add_passkey, log_in_with
from accounts.tests.logging_in import log_in, show_password

pytestmark = pytest.mark.django_db


@pytest.fixture
def said(caplog):
    caplog.set_level(logging.INFO, logger="accounts.entries")
    return lambda: [each.getMessage() for each in caplog.records if each.name == "accounts.entries"]


def test_log_ins_and_outs(client, alice, said):
    log_in(client)
    client.post(reverse("account_logout"))
    assert said() == [f"Logged in: {alice.public_id} (password).", f"Logged out: {alice.public_id}."]


@pytest.mark.parametrize("email", ["alice@example.com", "nobody@example.com"])
def test_one_that_fails_names_nobody(client, alice, said, email):
    log_in(client, email, "guessed wrong")
    assert said() == ["A log-in failed: no such address, or another password."]


def test_a_wrong_code(client, alice, said):
    TOTP.activate(alice, generate_totp_secret())
    client.post(log_in(client)["Location"], {"code": "x"})
    assert said() == [f"A code was wrong: {alice.public_id}."]


def test_passkeys(client, alice, said):
    client.force_login(alice)
    show_password(client)
    device = Device()
    add_passkey(client, device)
    log_in_with(Client(), device)
    device.origin = "https://evil.example"
    log_in_with(Client(), device)
    who = alice.public_id
    assert f"Second factor added: {who} (webauthn)." in said()
    assert said()[-2:] == [f"Logged in: {who} (webauthn).", "A passkey was refused."]


def test_a_new_password(client, alice, said):
    client.force_login(alice)
    show_password(client)
    new = {"oldpassword": PASSWORD, "password1": "twelve small stars", "password2": "twelve small stars"}
    client.post(reverse("account_change_password"), new)
    assert f"New password: {alice.public_id}." in said()
