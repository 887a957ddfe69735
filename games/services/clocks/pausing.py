"""Pauses: all clocks of a game stand still, for a while that has an end. Turns are made all the same."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.clocks.deadlines import PAUSED_AT_MOST, hold, is_paused
from games.clocks.pulse import time_of
from games.models import Game, Seat, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services.clocks.falling import note_aside
from games.services.log import lock_game
from games.services.looking import people_at
from upkeep.services import write_down_act


@transaction.atomic
def pause_game(*, game_id: int, by: Player, reason: str) -> Game:
    """For staff: pauses a game with a clock; the log tells the players why.

    Locks the game. Raises GameRefusal (NOT_RUNNING, NO_CLOCK, PAUSED_ALREADY), ValidationError (no_reason).
    """
    game, seats = lock_game(game_id)
    now = time_of(game)
    check_can_pause(game, now)
    append_pause(game, seats, now, {"what": "paused-by-staff", "reason": reason})
    _write_down("pause_game", by, game, reason)
    return game


@transaction.atomic
def resume_game(*, game_id: int, by: Player, reason: str) -> Game:
    """For staff: ends a pause, whoever agreed on it.

    Locks the game. Raises GameRefusal (NOT_PAUSED) and ValidationError (no_reason).
    """
    game, seats = lock_game(game_id)
    now = time_of(game)
    check_can_resume(game, now)
    append_resumption(game, seats, now, {"what": "resumed-by-staff", "reason": reason})
    _write_down("resume_game", by, game, reason)
    return game


def check_can_pause(game: Game, now: datetime) -> None:
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    if not game.clock_left:
        raise GameRefusal(GameRefusalCode.NO_CLOCK)
    if is_paused(game, now):
        raise GameRefusal(GameRefusalCode.PAUSED_ALREADY)


def check_can_resume(game: Game, now: datetime) -> None:
    if not is_paused(game, now):
        raise GameRefusal(GameRefusalCode.NOT_PAUSED)


def append_pause(game: Game, seats: list[Seat], now: datetime, data: Mapping[str, str]) -> None:
    """The game must be locked, and can be paused."""
    hold(game, now)
    game.paused_until = now + PAUSED_AT_MOST
    note_aside(game, seats, None, data, now)


def append_resumption(game: Game, seats: list[Seat], now: datetime, data: Mapping[str, str]) -> None:
    """The game must be locked and paused."""
    game.paused_until = None
    note_aside(game, seats, None, data, now)


def _write_down(act: str, staff: Player, game: Game, reason: str) -> None:
    write_down_act(
        staff=staff,
        act=act,
        done_to=game,
        public_id=game.public_id,
        reason=reason,
        concerns=[seat.player for seat in people_at(game)],
    )
