"""Who only hears the table is told what another's turn has cost."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Game, LogEntry
from games.table.head import heard_of
from games.table.view import table_for
from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.rules import RuleSet

pytestmark = pytest.mark.django_db

HOMES = "Alice (0, b1y2) g3y1-; Bob (1, r1b3) -g3r3"


@pytest.fixture
def game(alice, bob) -> Game:
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld B1 Y2 G3 Alice")
    play_turn(game, "homeworld R1 B3 G3 Bob")
    return game


def last_heard(game: Game, viewer, position: str, turn: str) -> str:
    """Of Bob's turn at this position."""
    game = put(game, position)
    LogEntry.objects.filter(game=game, number=game.log_number).update(position=position)
    play_turn(game, turn)
    return heard_of(table_for(Game.objects.get(pk=game.pk), viewer))[-1].words


def test_a_captured_ship_is_named_to_its_owner(game, alice):
    words = last_heard(game, alice, f"<1> {HOMES}; Vega (r3) y1-r1", "attack Y1 Vega")
    assert words.count("You lost at Vega: small yellow.") == 1


def test_a_catastrophe_names_the_own_ships_only(game, alice):
    words = last_heard(game, alice, f"<1> {HOMES}; Vega (g3) r1r2-r2", "build R1 Vega; catastrophe Vega R")
    assert words.count("You lost at Vega: medium red, small red.") == 1


def test_the_stars_of_the_own_homeworld_are_told(game, alice):
    homes = "Alice (0, b1y2) g3y1y1-y3; Bob (1, r1b3) -g3r3"
    words = last_heard(game, alice, f"<1> {homes}", "build R1 Bob; catastrophe Alice Y")
    assert "You lost at Alice: 2 small yellow." in words
    assert "Your homeworld has lost a star: medium yellow star." in words


def test_nobody_else_is_told(game, bob):
    words = last_heard(game, bob, f"<1> {HOMES}; Vega (r3) y1-r1", "attack Y1 Vega")
    assert "You lost" not in words
    stranger = heard_of(table_for(Game.objects.get(pk=game.pk), AnonymousUser()))[-1].words
    assert stranger == words
