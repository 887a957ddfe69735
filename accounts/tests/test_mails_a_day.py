"""Nobody fills a stranger's letter-box: so many mails a day, whether the address has an account or not."""

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.adapter import MAILS
from accounts.tests.cast import PASSWORD
from accounts.tests.logging_in import log_in, show_password, sign_up
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db

DAY = MAILS.seconds
BEGIN = 1_900_000_000 // DAY * DAY
PAUSE = 240
"""Longer than the limits of minutes look back."""


@pytest.fixture
def clock():
    with time_machine.travel(BEGIN, tick=False) as clock:
        yield clock


def ask_for_a_password(address, client=None):
    return (client or Client()).post(reverse("account_reset_password"), {"email": address})


def sign_up_with(address):
    return sign_up(Client(), name=f"Dora{len(mail.outbox)}", email=address)


def answers(clock, times, ask, address):
    given = []
    for _time in range(times):
        clock.shift(PAUSE)
        given.append(ask(address).status_code)
    return given


@pytest.mark.parametrize("ask", [ask_for_a_password, sign_up_with])
@pytest.mark.parametrize("address", ["alice@example.com", "nobody@example.com"])
def test_an_address_gets_so_many_mails_a_day_and_not_one_more(clock, alice, ask, address):
    assert answers(clock, MAILS.most + 1, ask, address) == [302] * MAILS.most + [429]
    assert len(mail.outbox) == MAILS.most
    clock.move_to(BEGIN + DAY - 1)
    assert ask(address).status_code == 429
    clock.move_to(BEGIN + DAY)
    assert ask(address).status_code == 302


def test_all_that_anybody_can_ask_for_is_counted_together_in_any_case_of_letters(clock, alice):
    answers(clock, MAILS.most - 1, ask_for_a_password, "alice@example.com")
    assert answers(clock, 2, sign_up_with, "ALICE@example.com") == [302, 429]


def test_the_refusal_does_not_tell_whether_there_is_an_account(clock, alice):
    refusals = set()
    for address in ("alice@example.com", "nobody@example.com"):
        answers(clock, MAILS.most, ask_for_a_password, address)
        refused = ask_for_a_password(address)
        refusals.add((refused.status_code, page_of(refused).one("main").text.replace(address, "")))
        clock.move_to(BEGIN)
    assert len(refusals) == 1


def test_one_address_has_no_part_in_the_count_of_another(clock, alice, bob):
    answers(clock, MAILS.most + 1, ask_for_a_password, "alice@example.com")
    assert ask_for_a_password("bob@example.com").status_code == 302


def test_the_owner_gets_through_with_a_known_browser_whatever_others_asked_for(clock, alice):
    owner = Client()
    log_in(owner)
    owner.post(reverse("account_logout"))
    answers(clock, MAILS.most + 1, ask_for_a_password, "alice@example.com")
    for _time in range(MAILS.most):
        clock.shift(PAUSE)
        assert ask_for_a_password("alice@example.com", owner).status_code == 302
    clock.shift(PAUSE)
    assert ask_for_a_password("alice@example.com", owner).status_code == 429


def test_what_the_site_has_to_tell_the_owner_is_told_beyond_it(clock, client, alice):
    answers(clock, MAILS.most + 1, ask_for_a_password, "alice@example.com")
    client.force_login(alice)
    show_password(client)
    new = {"oldpassword": PASSWORD, "password1": "twelve small stars", "password2": "twelve small stars"}
    client.post(reverse("account_change_password"), new)
    assert "password" in mail.outbox[-1].subject and len(mail.outbox) == MAILS.most + 1
