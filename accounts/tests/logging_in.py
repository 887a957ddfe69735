"""Signing up and logging in through the forms."""

import re

from django.core import mail
from django.urls import reverse

from accounts.tests.cast import PASSWORD


def code_in_last_mail() -> str:
    found = re.search(r"^ {4}([^\s/]+)$", mail.outbox[-1].body, re.MULTILINE)
    assert found
    return found[1]


def sign_up(client, **changes):
    data = {"name": "Dora", "email": "dora@example.com", "password1": PASSWORD} | changes
    return client.post(reverse("account_signup"), data)


def log_in(client, email="alice@example.com", password=PASSWORD):
    return client.post(reverse("account_login"), {"login": email, "password": password})


def show_password(client, password=PASSWORD):
    """Again, as acts ask for that could hand the account over."""
    return client.post(reverse("account_reauthenticate"), {"password": password})


def is_logged_in(client) -> bool:
    return "_auth_user_id" in client.session
