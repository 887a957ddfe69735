"""Tables on which much can be seen."""

from __future__ import annotations

import itertools
import random

from accounts.models import Player
from bots import LEVELS
from bots.budget import Budget
from games.log.moments import state_of
from games.models import Game
from games.tests.play import play_turn, table_of
from homeworlds.notation import format_turn
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState
from homeworlds.turn import make_turn

BOTH_FALL = "<0> Alice (0, b1) y1-; Bob (1, y2g3) y1-y3; Quasar (y2) y2-g3"
"""Alice can make herself and Bob fall in one turn: modern rules."""


def busy_table(players: list[Player], variant: Variant, rounds: int) -> Game:
    """Some rounds later the first player has the move; nobody has fallen."""
    game = table_of(*players, rules=preset_rules(Preset.BOOKLET, variant))
    dice = random.Random(len(players))
    for _turn in range(rounds * len(players)):
        game = Game.objects.get(pk=game.pk)
        play_turn(game, peaceful_turn(state_of(game), dice))
    return Game.objects.get(pk=game.pk)


def peaceful_turn(state: GameState, dice: random.Random) -> str:
    """A sensible one if that is peaceful; found quickly."""
    levels = itertools.chain(["judge"], itertools.repeat("random"))
    while True:
        turn = LEVELS[next(levels)](state, dice, None, Budget(200, 60, lambda: 0.0))
        if not make_turn(state.rules, state.position, turn).effects().would_fall:
            return format_turn(turn, state.position.players)


def first_ship(game: Game, seat: int = 0) -> str:
    """Of a player, at home."""
    home = state_of(game).position.homeworld(seat)
    assert home is not None
    return home.fleets[seat][0].text


def sacrifice_of(game: Game) -> str:
    """A turn begun with a sacrifice at the first player's homeworld."""
    home = state_of(game).position.homeworld(0)
    assert home is not None
    return f"sacrifice+{first_ship(game)}+{home.name}"
