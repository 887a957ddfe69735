"""Deleting an account: what the accounts know of the person."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.addresses import address_refused, confirm_address
from accounts.deletion import CannotBeDeleted, delete_account
from accounts.models import FormerName, Player, Quiet
from accounts.quiet import CannotBeQuieted, quiet
from accounts.selectors import name_is_taken, person_named
from accounts.services import create_guest, ensure_bots, rename
from accounts.staff.acts import reopen_account
from accounts.staff.news import on_staff_act
from accounts.tests.cast import PASSWORD, log_in_as_staff, person
from accounts.tests.logging_in import is_logged_in, log_in
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db
URL = "/accounts/delete/"
YES = {"password": PASSWORD, "confirmed": "on"}


def browser(player):
    client = Client()
    client.force_login(player)
    return client


def deleted(client, **changes):
    return client.post(URL, YES | changes)


def test_the_page_asks_and_nothing_is_left(alice):
    bob = person("Bob")
    log_in_as_staff(Client(), alice)  # leaves a second factor behind
    alice = rename(player=alice, name="Alicia")
    quiet(player=alice, other=bob, kind=Quiet.Kind.BLOCK)
    Player.objects.filter(pk=alice.pk).update(stated_strength="strong")
    client = browser(alice)
    asked = page_of(client.get(URL)).one("main")
    assert any("“Former-player-” with a number" in each for each in asked.texts("listitem"))
    response = deleted(client)
    assert response.status_code == 302 and response["Location"] == "/"
    assert "Your account is deleted." in page_of(client.get("/")).by_id("messages").text
    assert not is_logged_in(client)
    alice.refresh_from_db()
    assert (alice.name, alice.former_number, alice.email) == ("Former-player-1", 1, None)
    assert alice.stated_strength == ""
    assert alice.deleted_at and not alice.is_active and not alice.has_usable_password()
    for model in (EmailAddress, Authenticator):
        assert not model.objects.filter(user=alice).exists()
    assert not FormerName.objects.exists() and not Quiet.objects.exists()
    assert not name_is_taken("Alice") and not name_is_taken("Alicia")


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"password": "wrong"}, "This is not your password."),
        ({"password": ""}, "This field is required."),
        ({"confirmed": ""}, "Please say that you want this."),
    ],
)
def test_without_password_or_consent_nothing_happens(alice, changes, sentence):
    client = browser(alice)
    response = deleted(client, **changes)
    page = page_of(response)
    assert response.status_code == 422
    assert sentence in [page.field(name).description for name in changes]
    alice.refresh_from_db()
    assert alice.name == "Alice" and alice.is_active
    assert deleted(client).status_code == 302


@pytest.mark.usefixtures("one_window")
def test_passwords_are_not_tried_for_ever(alice):
    client = browser(alice)
    statuses = [deleted(client, password="wrong").status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]


def test_all_sessions_end_and_nobody_logs_in_any_more(alice):
    other = browser(alice)
    deleted(browser(alice))
    assert other.get("/accounts/settings/").status_code == 302
    client = Client()
    log_in(client)
    assert not is_logged_in(client)
    client.post(reverse("account_reset_password"), {"email": "alice@example.com"})
    assert not is_logged_in(client)


def test_numbers_are_given_once_and_stay():
    people = [person(name) for name in ("Ada", "Ben", "Cy")]
    numbers = [delete_account(player=each).former_number for each in people]
    assert numbers == [1, 2, 3]
    again = delete_account(player=people[0])
    assert (again.former_number, again.name) == (1, "Former-player-1")


def test_name_and_address_are_free_again(alice):
    delete_account(player=alice)
    assert person("Alice").email == "alice@example.com"
    with pytest.raises(ValidationError) as refused:
        rename(player=person("Bob"), name="Former-player-1")
    assert refused.value.code == "name_reserved"


def test_who_muted_the_player_still_does_not_hear_them(alice):
    bob = person("Bob")
    quiet(player=bob, other=alice, kind=Quiet.Kind.MUTE)
    delete_account(player=alice)
    page = browser(bob).get(reverse("account_quiets"))
    assert "Former-player-1" in page_of(page).one("main").text
    assert nowhere_in(page, "Alice")


def test_what_was_under_way_while_the_account_went_leaves_nothing(alice, bob):
    """As another request still knows the player."""
    delete_account(player=Player.objects.get(pk=alice.pk))
    with pytest.raises(CannotBeQuieted):
        quiet(player=alice, other=bob, kind=Quiet.Kind.MUTE)
    confirm_address(player=alice, address="alice@example.com")
    address_refused(player=alice, address="alice@example.com")
    on_staff_act(None, concerns=[alice, bob])
    gone = Player.objects.get(pk=alice.pk)
    assert (gone.email, gone.refused_address, gone.acts_unread) == (None, "", False)
    assert Player.objects.get(pk=bob.pk).acts_unread and not Quiet.objects.exists()


def test_bots_guests_and_staff_cannot_be_deleted(alice):
    ensure_bots()
    stan, rita = person("Stan"), person("Rita")
    Player.objects.filter(pk=stan.pk).update(is_staff=True)
    Player.objects.filter(pk=rita.pk).update(is_superuser=True)
    for player in (Player.objects.get(name="Rover"), create_guest(), stan, rita):
        with pytest.raises(CannotBeDeleted):
            delete_account(player=player)
        player.refresh_from_db()
        assert player.deleted_at is None
    assert deleted(browser(stan)).status_code == 403
    assert URL not in page_of(browser(stan).get("/accounts/settings/")).targets
    assert URL in page_of(browser(alice).get("/accounts/settings/")).targets


def test_a_deleted_account_cannot_be_reopened_or_invited(alice):
    delete_account(player=alice)
    with pytest.raises(ValidationError):
        reopen_account(staff=person("Stan"), player=alice, reason="Asked for it.")
    assert person_named("Former-player-1") is None
