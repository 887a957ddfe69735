"""A bot sits in at a table that waits for players."""

from __future__ import annotations

import random

from django.db import transaction

from accounts.models import Player
from games.access import check_may_play
from games.clocks.pulse import time_of
from games.lobby.terms import GameTerms
from games.lobby.waiting import musters
from games.models import Game, SeatKind
from games.refusals import GameRefusal, GameRefusalCode
from games.services.log import lock_game
from games.services.seating import free_bot
from games.services.starting import (
    LOTS,
    check_creator,
    check_open,
    clock_for,
    seat_free_for_anybody,
    start_ready_check,
    start_when_ready,
    touch,
)


@transaction.atomic
def let_bot_sit_in(
    *, game_id: int, player: Player, seat_id: int, level: str, lots: random.Random = LOTS
) -> Game:
    """Whoever made the game gives a free seat to a bot of this level; the game starts when it was the last
    one. Where nobody but bots is left to wait for, no clock runs.

    Locks the game. Raises GameRefusal (NOT_THE_CREATOR, GAME_NOT_OPEN, SEAT_NOT_FREE, NOBODY_TO_PLAY,
    NO_BOT_FREE).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    check_creator(game, player)
    check_open(game)
    seat = seat_free_for_anybody(game, seats, seat_id)
    people = sum(each.kind != SeatKind.BOT for each in seats) - 1
    if not people:
        raise GameRefusal(GameRefusalCode.NOBODY_TO_PLAY)
    seat.player, seat.kind, seat.agreed_terms = free_bot(level, seats), SeatKind.BOT, game.terms_number
    seat.save(update_fields=["player", "kind", "agreed_terms"])
    terms, now = clock_for(GameTerms.of(game), people, len(seats)).fields(), time_of(game)
    changes = {name: value for name, value in terms.items() if getattr(game, name) != value}
    for name, value in changes.items():
        setattr(game, name, value)
    touch(game, now, *changes)
    if musters(game, seats) and not any(each.kind == SeatKind.OPEN for each in seats):
        start_ready_check(game, seats, now, here=player)
    start_when_ready(game, seats, now, lots, by=player)
    return game
