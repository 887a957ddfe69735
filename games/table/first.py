"""Somebody's first games: whose table says at every step what there is to do."""

from __future__ import annotations

from typing import Final

from accounts.models import Player
from games.access import Viewer
from games.models import Seat, Status
from games.table.view import RunningTable

FIRST_GAMES: Final = 3
"""So many are somebody's first."""
FIRST_TURNS: Final = 2
"""Of each player, the homeworld and the turn after it, are the beginning of a game."""


def is_newcomer(table: RunningTable, viewer: Viewer, *, sets_up: bool) -> bool:
    """At the beginning of a game: of a guest until his first turn after the homeworld, of others while they
    set up, which takes a query."""
    if not isinstance(viewer, Player) or table.viewer_seat is None or not table.plays_on:
        return False
    if viewer.is_guest:
        return True
    if not sets_up:
        return False
    over = Seat.objects.filter(player=viewer, game__status=Status.FINISHED)
    return len(over.values_list("pk")[:FIRST_GAMES]) < FIRST_GAMES
