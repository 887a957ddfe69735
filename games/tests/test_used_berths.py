"""What stood in which row of the map is noted for the games of earlier releases."""

from __future__ import annotations

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command

from games.models import Game, LogEntry
from games.services import take_back
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet

TURNS = ("homeworld R1 B2 G3", "homeworld Y1 B3 G3", "build G1 Alice", "pass", "build G1 Alice", "pass")
RIGEL = "discover G1 Alice B3 Rigel"


@pytest.mark.django_db
def test_an_earlier_game_gets_what_replaying_it_would_give(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in (*TURNS, "trade G3 Y3 Alice", "pass", "discover G1 Alice G3 Vega", "pass", RIGEL):
        play_turn(game, text)
    taken = Game.objects.get(pk=game.pk)
    take_back(game_id=game.pk, player=alice, answers=taken.log_number, key="t")
    play_turn(game, "build G1 Alice")
    for row in (*LogEntry.objects.filter(game=game), Game.objects.get(pk=game.pk)):
        del row.places["used"]
        type(row).objects.filter(pk=row.pk).update(places=row.places)
    import_module("games.migrations.0016_used_berths").note_used_berths(apps, None)
    assert Game.objects.get(pk=game.pk).places["used"] == [3]
    told = StringIO()
    call_command("replay_games", "--check", stdout=told)
    assert told.getvalue().strip() == "1 of 1 games agree"
