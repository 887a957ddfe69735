"""Changing the name: the old one stays the player's."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.models import FormerName
from accounts.services import RENAMES, RENAMES_WITHIN, check_free_name, create_guest, keep_guest, rename
from accounts.tests.cast import PASSWORD, person
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


def former(player):
    return sorted(player.former_names.values_list("name", flat=True))


def refusal(player, name):
    with pytest.raises(ValidationError) as refused:
        rename(player=player, name=name)
    player.refresh_from_db()
    return refused.value.code


def test_an_old_name_is_nobody_elses(alice):
    bob = person("Bob")
    rename(player=alice, name="Alicia")
    assert former(alice) == ["Alice"]
    for name in ("Alice", "A1ice"):
        assert refusal(bob, name) == "name_taken"
        with pytest.raises(ValidationError):
            check_free_name(name)


def test_an_old_name_can_be_taken_back(alice):
    rename(player=alice, name="Alicia")
    alice = rename(player=alice, name="Alice")
    assert alice.name == "Alice" and former(alice) == ["Alicia"]


def test_another_spelling_of_the_same_name_gives_up_nothing(alice):
    assert rename(player=alice, name="ALICE").name == "ALICE"
    assert not FormerName.objects.exists()


def test_names_are_given_up_only_so_often(alice):
    for number in range(RENAMES):
        alice = rename(player=alice, name=f"Name{number}x")
    assert refusal(alice, "Onemore") == "renamed_too_often"
    assert alice.name == f"Name{RENAMES - 1}x"
    rename(player=alice, name="Alice")  # one's own name is always free
    FormerName.objects.update(until=timezone.now() - RENAMES_WITHIN - timedelta(hours=1))
    assert rename(player=alice, name="Onemore").name == "Onemore"


def test_the_clock_is_that_of_the_database(alice, monkeypatch):
    long_ago = timezone.now() - RENAMES_WITHIN - timedelta(hours=1)
    monkeypatch.setattr(services, "database_now", lambda: long_ago)
    for number in range(RENAMES):
        alice = rename(player=alice, name=f"Name{number}x")
    assert set(alice.former_names.values_list("until", flat=True)) == {long_ago}
    assert refusal(alice, "Onemore") == "renamed_too_often"
    monkeypatch.undo()
    assert rename(player=alice, name="Onemore").name == "Onemore"


def test_the_page_says_so(client, alice):
    client.force_login(alice)
    for number in range(RENAMES):
        assert client.post(reverse("account_rename"), {"name": f"Name{number}x"}).status_code == 302
    response = client.post(reverse("account_rename"), {"name": "Onemore"})
    assert response.status_code == 422
    assert "3 times in 90 days" in page_of(response).field("name").description


def test_the_links_of_a_guest_who_signs_up_lead_on(alice):
    guest = create_guest()
    kept = keep_guest(guest=guest, name="Dora", password=PASSWORD)
    assert former(kept) == [guest.name]
