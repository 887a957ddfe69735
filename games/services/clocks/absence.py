"""Seats adrift: their turns are passed, and somebody may take them up again."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from games.access import check_may_play
from games.clocks.absence import PASSES, is_adrift, is_open_to_substitutes
from games.clocks.deadlines import keep_left, pace_of
from games.lobby.taking_over import Substitute
from games.models import EntryKind, FormerPlayer, Game, Seat, Status
from games.notices.kinds import NoticeKind
from games.notices.telling import notify_absence
from games.refusals import GameRefusal, GameRefusalCode
from games.services.clocks.falling import lose, note
from games.services.clocks.reliability import ask
from games.services.clocks.vacation import ended_by_playing
from games.services.log import answered_before, lock_game, seat_held
from games.services.turns import TurnTaken, end_turn
from upkeep.clock import database_now

PASS: Final = "pass"


@transaction.atomic
def pass_adrift(*, game_id: int, number: int) -> TurnTaken | None:
    """Passes the turn of a seat adrift that answers an entry; None when there is none to pass (any more).
    After the third the seat is lost. Locks the game."""
    game, seats = lock_game(game_id)
    if game.status != Status.RUNNING or game.log_number != number or game.next_seat is None:
        return None
    seat = seats[game.next_seat]
    if seat.adrift_since is None:
        return None
    key = f"adrift:{number}"
    data = {"adrift": True}
    taken = end_turn(game, seats, seat, answers=number, key=key, text=PASS, confirmed=True, data=data)
    seat.passes += 1
    seat.save(update_fields=["passes"])
    if seat.passes >= PASSES and game.status == Status.RUNNING:
        lose(game, seats, seat, database_now())
    return taken


@transaction.atomic
def come_back(*, game_id: int, player: Player, key: str) -> Game:
    """The player takes the own seat up again; once a game. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (SUSPENDED, NOT_A_PLAYER, NOT_RUNNING, NOT_ADRIFT, BACK_BEFORE).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if answered_before(game, player, key):
        return game
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    if not is_adrift(game, seat):
        raise GameRefusal(GameRefusalCode.NOT_ADRIFT)
    if seat.returned:
        raise GameRefusal(GameRefusalCode.BACK_BEFORE)
    seat.returned = True
    _take_up(game, seats, seat, "back", database_now(), key)
    return game


@transaction.atomic
def substitute(*, game_id: int, seat: int, player: Player, key: str) -> Game:
    """Somebody else takes a seat adrift up, with all that belongs to it: ships, homeworld with its name, in
    Good vs Evil the alignment. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (those of `Substitute.why_not`, NOT_RUNNING, NOT_ADRIFT).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    if answered_before(game, player, key):
        return game
    held = seats[seat] if seat in range(len(seats)) else None
    now = database_now()
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    if held is None or not is_open_to_substitutes(game, held, now):
        raise GameRefusal(GameRefusalCode.NOT_ADRIFT)
    if refusal := Substitute(player, [game]).why_not(game, seats):
        raise refusal
    owner = held.player
    if owner is None:
        raise GameRefusal(GameRefusalCode.NOT_ADRIFT)
    FormerPlayer.objects.create(
        seat=held, player=owner, log_number=game.log_number + 1, missed=held.missed, left_at=now
    )
    held.player, held.missed, held.excuses_left, held.returned = player, 0, game.excuses, False
    held.seen_number = held.seen_before = 0
    held.tidied, held.has_substitute = None, True
    held.save(
        update_fields=[
            "player",
            "missed",
            "excuses_left",
            "returned",
            "seen_number",
            "seen_before",
            "tidied",
            "has_substitute",
        ]
    )
    _take_up(game, seats, held, "substitute", now, key)
    ask([owner.pk], now)
    notify_absence(NoticeKind.REPLACED, game, [owner], now=now)
    return game


def _take_up(game: Game, seats: list[Seat], seat: Seat, what: str, now: datetime, key: str) -> None:
    pace = pace_of(game)
    if pace is not None and seat.number is not None:
        keep_left(game, seat.number, max(pace.excused(), pace.start))
    seat.adrift_since, seat.passes = None, 0
    seat.save(update_fields=["adrift_since", "passes", "returned"])
    ended_by_playing(game, seats, seat, now)
    note(game, seats, seat, EntryKind.SEAT_CHANGE, {"what": what}, now, key=key)
