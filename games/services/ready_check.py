"""Full tables whose players have not all confirmed in time: the seats of the others are open again."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet

from games.clocks.pulse import time_of
from games.lobby.waiting import is_here
from games.models import Game, Status
from games.notices.enqueueing import notify_unconfirmed
from games.services.log import lock_game
from games.services.seating import WAITS_FOR_TWO
from games.services.starting import free_seat
from upkeep.clock import database_now

logger = logging.getLogger(__name__)

AT_ONCE: Final = 100
SET_ASIDE: Final = timedelta(hours=1)


def due_tables(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(musters_until__lte=now)


def reopen_seats() -> int:
    """Opens the seats of those who have not confirmed in time, a bounded number of tables at a time; returns
    how many tables. One that fails is set aside and reported. Raises DatabaseError when the database is away.
    """
    first = due_tables(database_now()).order_by("musters_until").values_list("pk", flat=True)[:AT_ONCE]
    return sum(_reopen_or_set_aside(pk) for pk in list(first))


def _reopen_or_set_aside(game_id: int) -> bool:
    try:
        return _reopen(game_id)
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise
        logger.exception("The seats of game %s could not be opened; it is tried again in an hour.", game_id)
        still_asked = Game.objects.filter(pk=game_id, status=Status.OPEN, musters_until__isnull=False)
        still_asked.update(musters_until=database_now() + SET_ASIDE)
        return False


@transaction.atomic
def _reopen(game_id: int) -> bool:
    """Locks the game and looks again: somebody may have confirmed meanwhile. It waits for others as long as a
    new game of two does at least."""
    game, seats = lock_game(game_id)
    now = time_of(game)
    if game.status != Status.OPEN or game.musters_until is None or game.musters_until > now:
        return False
    missing = [(seat, seat.player) for seat in seats if not is_here(game, seat)]
    for seat, _player in missing:
        free_seat(game, seat, now)
    game.expires_at = max(game.expires_at or now, now + WAITS_FOR_TWO)
    game.save(update_fields=["expires_at"])
    notify_unconfirmed(game, [player for _seat, player in missing], now=now)
    return True
