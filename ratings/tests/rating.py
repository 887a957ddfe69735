"""Rated games for tests, and what stands of ratings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from django.db.models import Model, QuerySet

from accounts.models import Player
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game, SeatOrder
from games.services import SeatWish, create_game, resign
from games.tests.clocks import set_up, time_runs_out
from games.tests.play import long_enough, play_turn
from homeworlds.rules import Preset, Variant, preset_rules
from ratings.models import PlayerRating, RatedResult, RatingChange


class AsListed(random.Random):
    """Lots by which everybody sits, and moves, as listed."""

    def shuffle(self, x: Any) -> None:
        pass


def rated_table(
    *players: Player,
    variant: Variant | None = None,
    seat_order: SeatOrder = SeatOrder.LOT,
    wishes: Sequence[SeatWish] = (),
    **terms: Any,
) -> Game:
    """A running rated game in which these players sit in this order; of some length."""
    usual = Variant.BINARY if len(players) == 2 else Variant.LAST_CAPTAIN_STANDING
    game = create_game(
        creator=players[0],
        rules=preset_rules(Preset.MODERN, variant or usual),
        seats=wishes or [SeatWish(player=player) for player in players],
        seat_order=seat_order,
        terms=GameTerms(**{"clock": PACES["normal"], "rated": True, "vacation_allowed": False, **terms}),
        lots=AsListed(),
    )
    return long_enough(game)


def give_up(game: Game, *losers: Player) -> Game:
    for player in losers:
        resign(game_id=game.pk, player=player, key=f"r{player.pk}", confirmed=True)
    return Game.objects.get(pk=game.pk)


def won(winner: Player, *losers: Player, **table: Any) -> Game:
    """A rated game that is over; the winner moved first."""
    return give_up(rated_table(winner, *losers, **table), *losers)


def timed_out(one: Player, other: Player) -> Game:
    """A rated game that the second to move has lost on time."""
    game = set_up(rated_table(one, other))
    play_turn(game, "pass")
    return time_runs_out(long_enough(game))


def standing(player: Player, pool: str = "two") -> tuple[float, float, int] | None:
    row = PlayerRating.objects.filter(player=player, pool=pool).first()
    return row and (round(row.rating, 2), round(row.deviation, 2), row.games)


def table() -> dict[tuple[str, int], tuple[float, float, int, float]]:
    """All that stands."""
    rows = PlayerRating.objects.all()
    return {(row.pool, row.player_id): (row.rating, row.deviation, row.games, row.day) for row in rows}


def reasons(game: Game) -> list[str]:
    """Why ratings changed by a game, in order."""
    return list(RatingChange.objects.filter(game=game).order_by("pk").values_list("why", flat=True))


def unguarded(model: type[Model]) -> QuerySet[Any]:
    """Its rows, also of a model whose own only ever add up."""
    return QuerySet(model)


def why_not(game: Game) -> str:
    return RatedResult.objects.get(game=game, withdrawn="").why_not
