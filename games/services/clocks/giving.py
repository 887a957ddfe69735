"""More time, given by a player to all others."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Subquery
from django.db.models.functions import Coalesce

from accounts.models import Player
from games.access import check_may_play
from games.clocks.deadlines import given_since, hold, keep_left, left_of, pace_of
from games.clocks.pulse import time_of
from games.log.consents import who_plays
from games.models import EntryKind, Game, LogEntry, Seat, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services.clocks.falling import note_aside
from games.services.log import answered_before, lock_game, says, seat_held
from homeworlds.refusals import Refusal, RefusalCode


@transaction.atomic
def give_time(*, game_id: int, player: Player, key: str) -> Game:
    """Gives all others who play what a turn adds, a day at least, as far as their clocks hold it; the log
    says so. A clock that holds an hour less than it may, or a minute if it is live, gets nothing, and until
    somebody's turn has ended nobody gives twice. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (SUSPENDED, NOT_A_PLAYER, NOT_RUNNING, NO_CLOCK, GIVEN_ALREADY,
    NO_MORE_TIME, SENT_BEFORE) and the library's Refusal (NOT_LIVING).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if answered_before(game, player, key, says(EntryKind.CLOCK, what="given")):
        return game
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    pace = pace_of(game)
    if pace is None or not game.clock_left:
        raise GameRefusal(GameRefusalCode.NO_CLOCK)
    playing = who_plays(game, seats)
    if seat.number not in playing:
        raise Refusal(RefusalCode.NOT_LIVING)
    if _has_given(game, seat):
        raise GameRefusal(GameRefusalCode.GIVEN_ALREADY)
    now = time_of(game)
    hold(game, now)
    before = list(game.clock_left)
    for number in playing - {seat.number}:
        keep_left(game, number, pace.with_gift(left_of(game, number)))
    amounts = given_since(game, before)
    if not amounts:
        raise GameRefusal(GameRefusalCode.NO_MORE_TIME)
    note_aside(game, seats, seat, {"what": "given", "amounts": amounts}, now, key=key)
    return game


def _has_given(game: Game, seat: Seat) -> bool:
    """Since the last turn, or whatever else the game has gone on by."""
    played = LogEntry.objects.filter(game=game).played().order_by("-number").values("number")[:1]
    given = LogEntry.objects.filter(game=game, kind=EntryKind.CLOCK, seat=seat.number, data__what="given")
    return given.filter(number__gt=Coalesce(Subquery(played), 0)).exists()
