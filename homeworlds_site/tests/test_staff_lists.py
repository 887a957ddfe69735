"""Lists of staff: they end somewhere and say so, and what is farther down is found by searching."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.tests.cast import log_in_as_staff, person
from notices.models import AccountMail
from upkeep.clock import database_now
from upkeep.growing import staff_lists

pytestmark = pytest.mark.django_db

LIST = "admin:notices_accountmail_changelist"


@pytest.fixture
def staff() -> Client:
    stan, client = person("Stan"), Client()
    stan.is_staff = stan.is_superuser = True
    stan.save()
    log_in_as_staff(client, stan)
    for name, kind in (("Alice", "code"), ("Bob", "code"), ("Carol", "reset")):
        AccountMail.objects.create(
            player=person(name), address=f"{name.lower()}@example.net", kind=kind, created_at=database_now()
        )
    return client


def shown(client: Client, **asked: str) -> str:
    return client.get(reverse(LIST), asked).content.decode()


def test_all_of_a_short_list_are_counted(staff: Client) -> None:
    assert "\n3 account e-mails" in shown(staff)


def test_a_long_list_ends_and_says_that_there_are_more(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_lists, "MOST_LISTED", 2)
    assert "\n2+ account e-mails" in shown(staff)


@pytest.mark.parametrize("asked", ["bo", "Bob", "bob@example.net"])
def test_part_of_a_name_finds_its_rows_and_so_does_an_address(staff: Client, asked: str) -> None:
    found = shown(staff, q=asked)
    assert "bob@example.net" in found
    assert "alice@example.net" not in found


@pytest.mark.parametrize("asked", ["example.net", "zoe"])
def test_nothing_else_finds_any(staff: Client, asked: str) -> None:
    assert "\n0 account e-mails" in shown(staff, q=asked)


def test_what_the_latest_rows_say_can_be_chosen(staff: Client) -> None:
    assert "?kind=reset" in shown(staff)
    assert "alice@example.net" not in shown(staff, kind="reset")
