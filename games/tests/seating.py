"""New games, and what a service refuses."""

import pytest

from accounts.models import Player
from games.clocks.reliability import GAMES, Tier
from games.models import Game, Reliability
from games.refusals import GameRefusal, GameRefusalCode
from games.services import SeatWish, agree_to_terms, create_game
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


def all_confirm(game: Game) -> Game:
    """Everybody at a full table says to be there; it begins."""
    for seat in game.seats.filter(player__isnull=False, confirmed=False).select_related("player"):
        game = agree_to_terms(game_id=game.pk, player=seat.player, terms=game.terms_number)
    return game


def known(player: Player, tier: Tier = Tier.RELIABLE) -> Player:
    """The player with that many finished games that the site knows what to think."""
    Reliability.objects.create(player=player, tier=tier, finished=GAMES)
    return Player.objects.get(pk=player.pk)
