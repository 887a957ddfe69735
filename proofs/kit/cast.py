"""Who plays, and what: made and gone on with by the services, in the database that this process asks."""

from __future__ import annotations

import random
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import Player
from bots import choose_turn
from games.log.moments import state_of
from games.models import Game, SeatOrder
from games.services import SeatWish, create_game, take_turn
from homeworlds.notation import format_turn
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, begin

BOOKLET = RuleSet()


def person(name: str, *, by_mail: bool = False, password: str | None = None, **fields: Any) -> Player:
    """`by_mail`: with a confirmed address, so that mails tell of turns."""
    address = f"{name.lower()}@proof.example" if by_mail else None
    player: Player = Player.objects.create_player(name=name, email=address, password=password, **fields)
    if by_mail:
        EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
    return player


def new_game(*seated: Player | str | None, rules: RuleSet = BOOKLET, **more: Any) -> Game:
    """By seat: a player, a bot of this level, or nobody yet. The first player has made it."""
    seats = [
        SeatWish(player=each) if isinstance(each, Player) else SeatWish(bot_level=each or "")
        for each in seated
    ]
    creator = next(each for each in seated if isinstance(each, Player))
    return create_game(creator=creator, rules=rules, seats=seats, seat_order=SeatOrder.FIXED, **more)


def play(game: Game, player: Player, text: str) -> None:
    """A turn, as the game stands in these fields."""
    number = game.log_number
    take_turn(game_id=game.pk, player=player, answers=number, key=f"turn {number}", text=text, confirmed=True)


def by_lot(game: Game, dice: random.Random) -> str:
    """The turn of a bot that does not think."""
    return format_turn(choose_turn(state_of(game), level="random", rng=dice), game.players)


def turn_for(state: GameState, lots: random.Random) -> str:
    """Any turn at all that eliminates nobody, if there is one."""
    for _ in range(50):
        half = begin(state)
        while half.why_not_end() is not None or (not half.must_end() and lots.random() < 0.3):
            half = half.then(lots.choice(list(half.legal_actions())))
        if not half.effects().would_fall:
            break
    return format_turn(half.turn, state.position.players)
