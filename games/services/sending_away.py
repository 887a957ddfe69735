"""Bots that played with somebody until people came leave the game."""

from __future__ import annotations

from django.db import transaction

from games.clocks.pulse import time_of
from games.log.alignments import alignments_for_judge
from games.log.moments import moment_of
from games.log.words import BOT_LEFT, BOTS_LEFT
from games.models import SeatKind, Status
from games.services.draws import append_void
from games.services.log import lock_game, save_moment


@transaction.atomic
def send_bot_away(*, game_id: int) -> bool:
    """The game of a person and bots is void, and counts for nobody; False where that is not so, or where it
    is really played by now and goes on: a turn was made after all have set up, the third of two. Locks the
    game."""
    game, seats = lock_game(game_id)
    kinds = sorted(str(seat.kind) for seat in seats)
    is_meanwhile = kinds == sorted([*[SeatKind.BOT] * (len(seats) - 1), SeatKind.PLAYER])
    if game.status != Status.RUNNING or game.turn_count > len(seats) or not is_meanwhile:
        return False
    now = time_of(game)
    why = BOT_LEFT if len(seats) == 2 else BOTS_LEFT
    moment = append_void(game, moment_of(game, seats), alignments_for_judge(game), now, why)
    save_moment(game, seats, moment, now)
    return True
