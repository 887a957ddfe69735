"""The site compresses what it sends, but for pages that hold an alignment nobody else may know."""

import pytest
from django.test import Client

from accounts.tests.logging_in import show_password
from games.models import Status
from games.services import resign
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet, Variant

WIRE = {"Accept-Encoding": "gzip"}


def encoding(address: str, player=None) -> str:
    client = Client(headers=WIRE)
    if player:
        client.force_login(player)
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.headers.get("Content-Encoding", "plain")


@pytest.fixture
def table(alice, bob, charlie):
    return table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))


@pytest.mark.parametrize("tail", ["", "table/", "resign/"])
def test_pages_that_tell_an_alignment_are_not_compressed(table, alice, tail):
    assert encoding(f"/games/{table.public_id}/{tail}", alice) == "plain"


def test_what_one_may_take_away_of_oneself_is_not_compressed(table, alice):
    client = Client(headers=WIRE)
    client.force_login(alice)
    show_password(client)
    answer = client.post("/accounts/data/")
    assert b"alignment" in answer.content and "Content-Encoding" not in answer.headers


def test_other_pages_are(table, alice, bob, charlie):
    for address, player in (
        ("/", None),
        ("/games/mine/", alice),
        (f"/games/{table.public_id}/", None),
        (f"/games/{table_of(alice, bob, rules=RuleSet()).public_id}/", alice),
    ):
        assert encoding(address, player) == "gzip", address


def test_once_the_alignments_are_told_nothing_is_left_to_guess(table, alice, bob, charlie):
    for player in (alice, bob):
        table.refresh_from_db()
        if table.status == Status.RUNNING:
            resign(game_id=table.pk, player=player, key=player.name, confirmed=True)
    table.refresh_from_db()
    assert table.status == Status.FINISHED
    assert encoding(f"/games/{table.public_id}/", charlie) == "gzip"


def test_a_turn_taken_in_such_a_game_is_answered_plain(table, alice):
    client = Client(headers=WIRE)
    client.force_login(alice)
    answer = client.get(f"/games/{table.public_id}/table/?turn=homeworld+G1+B2+Y3")
    assert "Content-Encoding" not in answer.headers
    play_turn(table, "homeworld G1 B2 Y3")
    assert encoding(f"/games/{table.public_id}/table/", alice) == "plain"
