"""Turns that are taken back."""

from __future__ import annotations

from accounts.models import Player
from games.models import Game
from games.services import (
    take_back,
)
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet

SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3")
CACHES = (
    "status",
    "position",
    "places",
    "turn_count",
    "next_seat",
    "departed",
    "revealed",
    "fallen",
    "outcome",
)


def after_setup(alice: Player, bob: Player) -> Game:
    """Alice is to move."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in SETUPS:
        play_turn(game, text)
    return now(game)


def now(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def caches(game: Game) -> dict:
    return Game.objects.filter(pk=game.pk).values(*CACHES).get()


def taken(game: Game, player, **changes):
    game = now(game)
    asked = {"answers": game.log_number, "key": f"b{game.log_number}", **changes}
    return take_back(game_id=game.pk, player=player, **asked)
