"""A guest who signs up, or whom staff rename, is called by the new name at the tables."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import Player
from games.models import Seat
from games.services.leaving import rename_seat
from games.services.log import lock_game


def guest_is_called(sender: object, *, player: Player, old: str, **more: Any) -> None:
    """Hears of the new name in the transaction that gives it; games are locked after it, not within."""
    games = Seat.objects.filter(player=player, name__startswith=old).order_by("game_id")
    for game_id in games.values_list("game_id", flat=True):
        call = partial(call_seat, game_id=game_id, player=player, old=old)
        # A table that could not be told keeps the old name; the account is none the worse for it.
        transaction.on_commit(call, robust=True)


@transaction.atomic
def call_seat(*, game_id: int, player: Player, old: str) -> None:
    """Calls the player's seat by the player's name, wherever the game has the `old` one. Locks the game; the
    same again changes nothing."""
    game, seats = lock_game(game_id)
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if seat is not None and seat.name.startswith(old):
        rename_seat(game, seats, seat, player.name)
