"""The switches of the mails: in the settings, and by the link that stands in each mail."""

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from accounts.mail import SWITCHES, off_link, register_switch, switches_of
from accounts.models import Player
from accounts.services import create_guest, switch_mail_off
from accounts.tests.cast import person
from upkeep.tests.elements import page_of

SETTINGS = {"time_zone": "", "language": ""}


def switched_on(player):
    player.refresh_from_db()
    return {switch for switch in switches_of(player) if getattr(player, switch)}


def path_of(player, switch="mail_turns", settings_url="http://127.0.0.1:8000"):
    return off_link(player, switch).removeprefix(settings_url)


def on_at_first(player):
    """All but what one has to ask for."""
    return set(switches_of(player)) - {"mail_open_seats", "mail_talk"}


def test_every_kind_but_what_is_asked_for_is_on_for_a_new_player(alice):
    assert switched_on(alice) == on_at_first(alice)


def test_a_switch_that_does_not_exist_is_refused(client, alice):
    with pytest.raises(ValueError, match="is_staff"):
        switch_mail_off(player=alice, switch="is_staff")


def test_a_switch_needs_a_field_and_is_registered_once():
    with pytest.raises(ValueError, match="Players have no field “mail_rain”"):
        register_switch("mail_rain", "when it rains")
    with pytest.raises(ValueError, match="“mail_turns” is a switch of mails already"):
        register_switch("mail_turns", "when it rains")
    assert "when it rains" not in SWITCHES.values()


def test_a_guest_can_save(client, db):
    guest = create_guest()
    client.force_login(guest)
    assert client.post(reverse("account_preferences"), SETTINGS).status_code == 302


def test_looking_at_the_link_asks_and_changes_nothing(client, alice):
    response = client.get(path_of(alice))
    assert response.status_code == 200
    page = page_of(response).one("main")
    assert page.texts("paragraph")[0] == "Alice gets e-mails “when it is my turn, or a draw is offered”."
    assert page.names("button") == [
        "Send no more of these",
        "Send no mail at all but about the account",
    ]
    assert switched_on(alice) == on_at_first(alice)


def test_pressing_the_button_ends_one_kind_without_logging_in(alice):
    # A mail program has neither cookies nor a token against forgery.
    strict = Client(enforce_csrf_checks=True)
    for _ in range(2):
        response = strict.post(path_of(alice), {"List-Unsubscribe": "One-Click"})
        assert response.status_code == 200
        page = page_of(response).one("main")
        assert page.one("link", "Notices")["href"] == reverse("notices:switches")
    assert switched_on(alice) == on_at_first(alice) - {"mail_turns"}


def test_a_link_that_was_tampered_with_leads_nowhere(client, alice):
    bob = person("Bob")
    path = path_of(alice)
    token = path.split("/")[-2]
    signature = token.split(":")[-1]
    forged = signing.Signer(salt="another").sign_object([alice.public_id, "mail_turns"])
    of_bob = path_of(bob).split("/")[-2].split(":")[0]
    for wrong in (token[:-1], token[1:], f"{of_bob}:{signature}", forged, "x", f"{token}x"):
        assert client.post(reverse("mail_off", args=[wrong])).status_code == 404
        assert client.get(reverse("mail_off", args=[wrong])).status_code == 404
    assert switched_on(alice) == switched_on(bob) == on_at_first(alice)


def test_the_link_of_a_deleted_player_leads_nowhere(client, alice):
    path = path_of(alice)
    Player.objects.filter(pk=alice.pk).update(deleted_at=alice.date_joined)
    assert client.get(path).status_code == 404


def test_the_other_button_and_the_link_of_what_is_locked_end_all_mails_but_those_about_the_account(alice):
    for path, sent in ((path_of(alice), {"all": "yes"}), (path_of(alice, "mail_warnings"), {})):
        Player.objects.update(mail_at_all=True)
        assert Client().post(path, sent).status_code == 200
        assert switched_on(alice) == on_at_first(alice)
        assert not alice.mail_at_all
