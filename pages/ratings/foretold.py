"""Forecasts for the games of a list."""

from __future__ import annotations

from collections.abc import Sequence

from games.access import Viewer
from games.lists import GameRow
from ratings.showing.forecasts import forecasts_of


def forecasts_by_game(rows: Sequence[GameRow], viewer: Viewer) -> dict[int, str]:
    """By the id of the game; those that the viewer can join, in one query."""
    games = [row.game for row in rows if row.may_join]
    found = forecasts_of([(game, list(game.seats.all())) for game in games], viewer)
    return {game.pk: said for game, said in zip(games, found, strict=True) if said}
