"""Players on the stairs, their tables, and days that pass."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.models import Player
from games.models import Game
from games.services import resign
from games.tests.play import long_enough
from homeworlds.rules import Variant
from ladders.arithmetic.seating import SIZES
from ladders.models import Stairs, StairsPlayer
from ladders.stairs.looking import VARIANTS
from ladders.stairs.services.asking import ask_for_table
from ladders.stairs.services.keeping import THE_STAIRS, lock_stairs
from ladders.stairs.services.seating import seat_day
from ladders.stairs.times import SEASON_DAYS, next_seating
from upkeep.clock import database_now


def ask(*players: Player, variants: Iterable[Variant] = VARIANTS, sizes: Iterable[int] = SIZES) -> None:
    for player in players:
        ask_for_table(player=player, variants=list(variants), sizes=list(sizes))


def seating(days: int = 1, lots: int = 1) -> list[Game]:
    """The seating so many days from now, with all those before it left out."""
    return seat_day(now=day(days), lots=random.Random(lots))


def day(days: int = 1) -> datetime:
    return next_seating(database_now()) + timedelta(days=days - 1)


def table_of(*players: Player, variant: Variant = Variant.LAST_CAPTAIN_STANDING, days: int = 1) -> Game:
    """A table of the stairs at which these play, of some length."""
    ask(*players, variants=[variant])
    (game,) = seating(days)
    return long_enough(game)


def give_up(game: Game, *losers: Player) -> Game:
    for player in losers:
        resign(game_id=game.pk, player=player, key=f"r{player.pk}", confirmed=True)
    return Game.objects.get(pk=game.pk)


def step(player: Player) -> int:
    return StairsPlayer.objects.get(player=player).step


def steps(*players: Player) -> list[int]:
    return [step(player) for player in players]


def row(player: Player) -> StairsPlayer:
    return StairsPlayer.objects.get(player=player)


def put_on(player: Player, number: int) -> None:
    """As if the player stood there; the log does not know."""
    StairsPlayer.objects.filter(player=player).update(step=number)


def the_stairs() -> Stairs:
    return Stairs.objects.get(pk=THE_STAIRS)


def season_over() -> int:
    """The number of a season that is over."""
    lock_stairs()
    seat_day(now=day(SEASON_DAYS + 1))
    return 1
