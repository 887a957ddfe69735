"""Games for tests, played through the services."""

import random
from collections.abc import Iterable

from django.db.models import F

from accounts.models import Player
from games.log.moments import state_of
from games.log.results import FURTHER_TURNS
from games.models import Game, SeatOrder, SecretAlignment
from games.services import SeatWish, create_game, take_turn
from homeworlds.notation import format_turn
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, begin


def table_of(*players: Player, rules: RuleSet) -> Game:
    """A running game with these seats in this order."""
    seats = [SeatWish(player=player) for player in players]
    return create_game(creator=players[0], rules=rules, seats=seats, seat_order=SeatOrder.FIXED)


def long_enough(game: Game) -> Game:
    """The game, as if so many turns had been made that its results count."""
    Game.objects.filter(pk=game.pk).update(turn_count=F("players") + FURTHER_TURNS)
    return Game.objects.get(pk=game.pk)


def play_turn(game: Game, text: str, **changes):
    """The turn of the player to move, who means it whatever is asked."""
    game = Game.objects.get(pk=game.pk)
    asked = {
        "player": game.seats.get(number=game.next_seat).player,
        "answers": game.log_number,
        "key": f"k{game.log_number}",
        "confirmed": True,
        **changes,
    }
    return take_turn(game_id=game.pk, text=text, **asked)


def play_peaceful_turns(game: Game, turns: int, seed: int = 1) -> Game:
    """So many turns that eliminate nobody."""
    rng = random.Random(seed)
    for _ in range(turns):
        game = Game.objects.get(pk=game.pk)
        play_turn(game, peaceful_text(state_of(game), rng))
    return Game.objects.get(pk=game.pk)


def peaceful_text(state: GameState, rng: random.Random) -> str:
    while True:
        half = begin(state)
        while half.why_not_end() is not None or (not half.must_end() and rng.random() < 0.3):
            half = half.then(rng.choice(list(half.legal_actions())))
        if not half.effects().would_fall:
            return format_turn(half.turn, state.position.players)


def deal(game: Game, letters: Iterable[str]) -> None:
    """Gives the seats these secret alignments, "G" or "E", instead of those that were drawn."""
    for seat, letter in enumerate(letters):
        SecretAlignment.objects.filter(seat__game=game, seat__number=seat).update(alignment=letter)
