"""Playing on after a loss on time."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.access import check_may_play
from games.clocks.deadlines import keep_left, left_of, pace_of
from games.clocks.playing_on import WITHIN, may_be_offered, may_go_on
from games.clocks.pulse import time_of
from games.log.words import PLAYED_ON
from games.models import EntryKind, Game, PlayOn, Seat, SeatResult
from games.notices.enqueueing import notify_play_on, notify_reopened
from games.refusals import GameRefusal, GameRefusalCode
from games.services.clocks.undoing import append_reopening
from games.services.log import lock_game, seat_held
from games.table.news import publish_version


@transaction.atomic
def play_on(*, game_id: int, player: Player) -> Game:
    """The winner of a game of two that was lost on time offers to play on; the loser accepts, and the game
    goes on as it stood before its clock ran out, with as much time as that turn began with, or as after an
    excuse if that is more. What followed from its end is undone in the same commit. Once a game; done twice
    it is done once.

    Locks the game, and what the result is part of. Raises GameRefusal (SUSPENDED, NOT_A_PLAYER,
    NO_PLAYING_ON).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    offer = PlayOn.objects.filter(game=game).first()
    if offer is not None and offer.accepted and seat.result:
        raise GameRefusal(GameRefusalCode.NO_PLAYING_ON)  # it is over once more
    if offer is not None and (offer.accepted or seat.result == SeatResult.WON):
        return game
    if not may_go_on(game, seats, lock=True):
        raise GameRefusal(GameRefusalCode.NO_PLAYING_ON)
    now = time_of(game)
    if offer is None:
        _offer(game, seats, seat, now)
    elif now < offer.until:
        _go_on(game, seats, seat, offer, now)
    else:
        raise GameRefusal(GameRefusalCode.NO_PLAYING_ON)
    return game


def _offer(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    if not may_be_offered(game, seat, now):
        raise GameRefusal(GameRefusalCode.NO_PLAYING_ON)
    PlayOn.objects.create(game=game, until=now + WITHIN)
    publish_version(game)
    notify_play_on(game, [each.player for each in seats if each != seat], by=seat.player, now=now)


def _go_on(game: Game, seats: list[Seat], loser: Seat, offer: PlayOn, now: datetime) -> None:
    fell = game.log.filter(kind=EntryKind.TIME).latest("number")
    offer.accepted = True
    offer.save(update_fields=["accepted"])
    loser.missed -= 1
    loser.save(update_fields=["missed"])
    pace = pace_of(game)
    if pace is not None and loser.number is not None:
        keep_left(game, loser.number, max(left_of(game, loser.number), pace.excused()))
    append_reopening(game, seats, fell.number, now, why=PLAYED_ON)
    notify_reopened(game, [each for each in seats if each != loser], now=now)
