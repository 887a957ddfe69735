"""Passkeys with Chromium's own device: added, used alone and beside the password, renamed and removed."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail

from accounts.tests.cast import PASSWORD
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
LOGIN, ADD = "/accounts/login/", "/accounts/second-factor/webauthn/add/"


@pytest.fixture
def at_home(live_server: Any, settings: Any) -> None:
    """The site stands where the browser finds it."""
    settings.SITE_URL = live_server.url


def plug_in(visitor: Visitor, keys: list[Any] | None = None) -> Any:
    """A device for the page of the visitor, with these keys; returns how to ask it."""
    device = visitor.context.new_cdp_session(visitor.page)
    device.send("WebAuthn.enable")
    found = device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    for key in keys or []:
        device.send("WebAuthn.addCredential", {**found, "credential": key})

    def ask(what: str, **more: Any) -> Any:
        return device.send(f"WebAuthn.{what}", {**found, **more})

    return ask


def log_in(visitor: Visitor) -> None:
    visitor.open(LOGIN)
    visitor.page.get_by_label("E-mail address").fill("alice@example.com")
    visitor.page.get_by_label("Password").fill(PASSWORD)
    visitor.press(button(visitor, "Log in"))


def button(visitor: Visitor, name: str) -> Any:
    return visitor.page.get_by_role("main").get_by_role("button", name=name, exact=True)


def said(visitor: Visitor) -> list[str]:
    """The sentences that are to be seen."""
    return [each.inner_text() for each in visitor.page.locator("[data-when]").all() if each.is_visible()]


def add(visitor: Visitor, name: str) -> None:
    visitor.open(ADD)
    if "reauthenticate" in visitor.page.url:
        visitor.page.get_by_label("Password").fill(PASSWORD)
        visitor.press(button(visitor, "Confirm"))
    assert visitor.wide_parts() == []
    visitor.page.get_by_label("What you call it").fill(name)
    visitor.picture("passkey-add")
    visitor.press(button(visitor, "Add a passkey"))


@pytest.mark.parametrize("size, way", [(PHONE, "mouse"), (DESKTOP, "keyboard")])
def test_a_passkey_is_added_used_renamed_and_removed(visit, alice, at_home, size, way):
    owner = visit(size, way=way)
    ask = plug_in(owner)
    log_in(owner)
    add(owner, "Phone")
    assert "Recovery codes" in owner.page.locator("h1").inner_text()
    (key,) = ask("getCredentials")["credentials"]
    assert key["rpId"] == "localhost" and key["isResidentCredential"]
    assert mail.outbox[-1].subject == "Your account has a new passkey"

    alone = visit(size, way=way)
    plug_in(alone, [key])
    alone.open(f"{LOGIN}?next=/games/mine/")
    assert alone.wide_parts() == []
    alone.picture(f"passkey-login-{size[0]}")
    alone.press(button(alone, "Use a passkey"))
    assert alone.page.url.endswith("/games/mine/")
    assert "Alice" in alone.page.locator(".header__account").inner_text()

    beside = visit(size, way=way)
    plug_in(beside, [key])
    log_in(beside)
    assert beside.wide_parts() == []
    beside.picture(f"passkey-beside-{size[0]}")
    beside.press(button(beside, "Use a passkey"))
    assert "Alice" in beside.page.locator(".header__account").inner_text()

    beside.open(ADD)
    beside.press(beside.page.get_by_role("link", name="Use a passkey"))
    beside.press(button(beside, "Use a passkey"))
    assert beside.page.url.endswith(ADD)

    owner.open("/accounts/second-factor/")
    assert owner.wide_parts() == []
    owner.press(owner.page.get_by_role("link", name="Your passkeys"))
    owner.press(owner.page.get_by_role("link", name="Rename Phone"))
    owner.page.get_by_label("What you call it").fill("A telephone with a rather long name indeed")
    owner.press(button(owner, "Save"))
    assert owner.wide_parts() == []
    owner.picture(f"passkeys-{size[0]}")
    owner.press(owner.page.get_by_role("link", name="Remove A telephone"))
    owner.press(button(owner, "Remove it"))
    assert Authenticator.objects.count() == 0


def test_what_goes_wrong_is_said_on_the_page(visit, alice, at_home):
    owner = visit(PHONE)
    ask = plug_in(owner)
    log_in(owner)
    add(owner, "Phone")
    owner.open(ADD)
    button(owner, "Add a passkey").click()
    owner.page.get_by_text("This device has a passkey of your account already.").wait_for()
    ask("setUserVerified", isUserVerified=False)
    stranger = visit(PHONE)
    plug_in(stranger)
    stranger.open(LOGIN)
    button(stranger, "Use a passkey").click()
    stranger.page.get_by_text("Nothing has come of it").wait_for()
    assert button(stranger, "Use a passkey").is_enabled()
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_somewhere_else_than_at_its_address_the_site_says_where(visit, settings, transactional_db):
    settings.SITE_URL = "https://homeworlds.example"
    visitor = visit(PHONE)
    visitor.open(LOGIN)
    assert visitor.page.get_by_text("Passkeys work at https://homeworlds.example only.").is_visible()
    assert not button(visitor, "Use a passkey").is_visible()


def test_without_javascript_the_pages_say_what_works(visit, alice, at_home):
    visitor = visit(PHONE, scripts=False)
    log_in(visitor)
    visitor.open(ADD)
    visitor.page.get_by_label("Password").fill(PASSWORD)
    visitor.press(button(visitor, "Confirm"))
    (told,) = [each for each in said(visitor) if "works without" in each]
    assert "Passkeys need JavaScript" in told
    assert not button(visitor, "Add a passkey").is_visible()
    anonymous = visit(PHONE, scripts=False)
    anonymous.open(LOGIN)
    (told,) = [each for each in said(anonymous) if "password instead" in each]
    assert "Passkeys need JavaScript" in told
    assert anonymous.wide_parts() == []
