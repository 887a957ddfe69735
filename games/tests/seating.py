"""New games, and what a service refuses."""

import pytest

from accounts.models import Player
from games.models import Game
from games.refusals import GameRefusal, GameRefusalCode
from games.services import SeatWish, create_game
from homeworlds.rules import (
    Preset,
    Variant,
    preset_rules,
)

BINARY = preset_rules(Preset.BOOKLET, Variant.BINARY)
OPEN = SeatWish()


def refused(code: GameRefusalCode):
    return pytest.raises(GameRefusal, check=lambda refusal: refusal.code is code)


def new_game(creator: Player, *others: SeatWish, **wishes) -> Game:
    seats = [SeatWish(player=creator), *(others or [OPEN])]
    return create_game(creator=creator, rules=wishes.pop("rules", BINARY), seats=seats, **wishes)
