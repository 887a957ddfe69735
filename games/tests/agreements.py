"""Two who agree on a draw."""

from __future__ import annotations

from games.models import Game
from games.services import (
    agree_to_draw,
)

SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3")


def now(game):
    return Game.objects.get(pk=game.pk)


def agree(game, player, **changes):
    game = now(game)
    asked = {"answers": game.log_number, "key": f"draw-{player}-{game.log_number}", **changes}
    return agree_to_draw(game_id=game.pk, player=player, **asked)
