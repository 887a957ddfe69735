"""One alphabet for the ids of people and of games."""

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.models import new_public_id as id_of_a_player
from games.models import new_public_id as id_of_a_game
from upkeep import public_ids


def test_people_and_games_are_called_by_the_same_letters(monkeypatch):
    monkeypatch.setattr(public_ids, "ALPHABET", "q")
    assert (id_of_a_player(), id_of_a_game()) == ("q" * 10, "q" * 8)


def test_no_two_letters_look_alike():
    assert not set("01ilo") & set(public_ids.ALPHABET)
    assert len(set(public_ids.ALPHABET)) == len(public_ids.ALPHABET) == 31


@pytest.mark.django_db
def test_an_id_from_when_people_had_an_i_leads_on(client, alice):
    Player.objects.create_player(name="Bob", email=None, password=None, public_id="ii23456789")
    client.force_login(alice)
    address = reverse("account_quiet", args=["ii23456789"])
    assert client.post(address, {"kind": "mute"}).status_code == 303
    assert alice.quiets.get().other.name == "Bob"
