"""The turns of bots, and the sweep that finds those that got lost."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Final

from bots import choose_turn, searching
from games.clocks.waiting import somebody_waits
from games.log.alignments import alignment_of_viewer
from games.log.moments import state_of
from games.models import Game, SeatKind, Status
from games.refusals import Stale
from games.services.clocks.absence import pass_adrift
from games.services.turns import TurnTaken, take_turn
from games.wake import wake_bot, wake_lonely_bot
from homeworlds.notation import format_turn
from upkeep.due import wake_due
from upkeep.services import timed
from upkeep.watching.logs import bind

SYSTEM_RANDOM: Final = random.SystemRandom()
CALLS_AT_ONCE: Final = 100


def play_bot(*, game_id: int, number: int, rng: random.Random = SYSTEM_RANDOM) -> TurnTaken | None:
    """The bot's turn that answers an entry, or the pass of a seat adrift; None when there is none to make
    (any more).

    Delivered twice it plays once: both name the same entry and the same key. The bot thinks before
    the lock is taken, so nobody waits for it.
    """
    game = Game.objects.filter(
        pk=game_id, status=Status.RUNNING, log_number=number, next_seat__isnull=False
    ).first()
    if game is None or game.next_seat is None:
        return None
    seats = list(game.seats.select_related("player"))
    player = seats[game.next_seat].player
    if seats[game.next_seat].adrift_since is not None:
        return pass_adrift(game_id=game_id, number=number)
    if seats[game.next_seat].kind != SeatKind.BOT or player is None:
        return None
    state = state_of(game, seats)
    bind(game=game.public_id)
    how = " compiled" if searching.uses_core() else ""
    with timed("bot_turn", label=f"{player.bot_level}{how}"):
        turn = choose_turn(
            state,
            level=player.bot_level,
            alignment=alignment_of_viewer(game, player),
            rng=rng,
        )
    try:
        return take_turn(
            game_id=game_id,
            player=player,
            answers=number,
            key=f"bot:{number}",
            text=format_turn(turn, game.players),
            confirmed=True,
        )
    except Stale:
        # Another worker or somebody's resignation got there first.
        return None


def call_overdue_bots() -> int:
    """Wakes the bots whose turn is due: their call got lost, or they are among themselves; how many."""
    return wake_due(
        Game.objects.prefetch_related("seats"),
        due="bot_due_at",
        since="changed_at",
        state="log_number",
        wake=_call_again,
        most=CALLS_AT_ONCE,
    )


def _call_again(game: Game) -> None:
    call = wake_bot if waits_for_bot(game) else wake_lonely_bot
    call(game_id=game.pk, number=game.log_number)


def waits_for_bot(game: Game) -> bool:
    """Whether somebody waits for the bot that is to move in a running game, its seats fetched ahead. A game
    that cannot be read is called at once, so that its worker tells of it and it holds up no other."""
    seats = list(game.seats.all())
    try:
        return somebody_waits(seats, state_of(game, seats).position)
    except Exception:  # noqa: BLE001  whatever is wrong with it
        return True


def longest_awaited() -> datetime | None:
    """Since when somebody has waited for a bot's turn, of all who do; None while nobody does."""
    called = Game.objects.filter(bot_due_at__isnull=False).prefetch_related("seats")
    waiting = called.order_by("changed_at").iterator(chunk_size=CALLS_AT_ONCE)
    return next((game.changed_at for game in waiting if waits_for_bot(game)), None)
