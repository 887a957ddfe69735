"""More time, given by a player to all others."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from games.access import check_may_play
from games.clocks.arithmetic import NOTHING
from games.clocks.deadlines import hold, keep_left, left_of, pace_of
from games.log.consents import who_plays
from games.models import Game, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services.clocks.falling import note_aside
from games.services.log import answered_before, lock_game, seat_held
from homeworlds.refusals import Refusal, RefusalCode
from upkeep.clock import database_now


@transaction.atomic
def give_time(*, game_id: int, player: Player, key: str) -> Game:
    """Gives all others who play what a turn adds, a day at least, as far as their clocks hold it; the log
    says so. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (SUSPENDED, NOT_A_PLAYER, NOT_RUNNING, NO_CLOCK, NO_MORE_TIME) and the
    library's Refusal (NOT_LIVING).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if answered_before(game, player, key):
        return game
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    pace = pace_of(game)
    if pace is None or not game.clock_left:
        raise GameRefusal(GameRefusalCode.NO_CLOCK)
    playing = who_plays(game, seats)
    if seat.number not in playing:
        raise Refusal(RefusalCode.NOT_LIVING)
    now = database_now()
    hold(game, now)
    more, given = pace.gift, NOTHING
    for number in playing - {seat.number}:
        left = left_of(game, number)
        keep_left(game, number, pace.given(left, more))
        given += left_of(game, number) - left
    if given <= NOTHING:
        raise GameRefusal(GameRefusalCode.NO_MORE_TIME)
    note_aside(game, seats, seat, {"what": "given"}, now, key=key)
    return game
