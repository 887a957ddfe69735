"""Marks of games that were imported."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Marking
from games.tests.marks import FOUND, end, found, tallies, with_a_missed_win
from records.reading import read_record
from records.services import import_game
from records.tests.round_trips import through_json

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def test_an_imported_game_is_looked_at_on_request_only_and_counts_for_nobody(alice, bob):
    ended = end(with_a_missed_win(alice, bob), bob)
    record = read_record(through_json(ended))
    imported = import_game(record=record, accounts=[alice, bob])
    assert not Marking.objects.filter(game=imported).exists()
    said = StringIO()
    call_command("mark_games", stdout=said)
    assert (found(ended), found(imported)) == (FOUND, [])
    counted = tallies(alice, bob)
    call_command("mark_games", "--imported", stdout=said)
    call_command("mark_games", "--imported", stdout=said)
    assert found(imported) == FOUND
    assert tallies(alice, bob) == counted
    assert said.getvalue().split("\n")[:3] == [f"{number} games looked at" for number in (1, 1, 0)]
