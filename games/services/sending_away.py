"""A bot that played with somebody until a person came leaves the game."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from games.clocks.pulse import time_of
from games.log.alignments import alignments_for_judge
from games.log.moments import moment_of
from games.log.words import BOT_LEFT
from games.models import SeatKind, Status
from games.services.draws import append_void
from games.services.log import lock_game, save_moment

THIRD_TURN: Final = 3
"""By then a game is really played, and goes on."""


@transaction.atomic
def send_bot_away(*, game_id: int) -> bool:
    """The game of a person and a bot is void, and counts for nobody; False where that is not so, or its third
    turn was made. Locks the game."""
    game, seats = lock_game(game_id)
    kinds = sorted(str(seat.kind) for seat in seats)
    is_meanwhile = kinds == sorted([SeatKind.BOT, SeatKind.PLAYER])
    if game.status != Status.RUNNING or game.turn_count >= THIRD_TURN or not is_meanwhile:
        return False
    now = time_of(game)
    moment = append_void(game, moment_of(game, seats), alignments_for_judge(game), now, BOT_LEFT)
    save_moment(game, seats, moment, now)
    return True
