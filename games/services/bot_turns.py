"""The turns of bots, and the sweep that finds those that got lost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.core.cache import cache
from django.db import transaction

from accounts.models import Player
from bots import levels, searching
from bots.thinking import Asked
from games.clocks.waiting import somebody_waits
from games.log.alignments import alignment_of_viewer
from games.log.moments import state_of
from games.log.votes import standing_votes
from games.models import Game, Seat, SeatKind, Status
from games.refusals import GameRefusal, Stale
from games.services.bot_manners import accepts_draw, gives_up
from games.services.clocks.absence import pass_adrift
from games.services.draws import agree_to_draw
from games.services.log import lock_game, seat_held
from games.services.turns import TurnTaken, resign_seat, take_turn
from games.wake import wake_bot, wake_lonely_bot
from homeworlds.notation import format_turn, parse_position
from homeworlds.position import Position
from homeworlds.state import GameState
from upkeep.due import wake_due
from upkeep.services import timed
from upkeep.watching.logs import bind

SYSTEM_RANDOM: Final = random.SystemRandom()
SEED_BITS: Final = 31
CALLS_AT_ONCE: Final = 100
SECONDS_ALONE: Final = 2.0
"""Of a processor for a turn that nobody waits for: a mail may wait behind it."""
LONGER: Final = 2
"""So many times the seconds of a processor a turn may take where others think besides."""
BESIDES: Final = 5.0


def play_bot(
    *, game_id: int, number: int, rng: random.Random = SYSTEM_RANDOM, seconds: float | None = None
) -> TurnTaken | None:
    """The bot's turn that answers an entry, or the pass of a seat adrift; None when there is none to make
    (any more), or when it gives up or agrees to a draw instead.

    Delivered twice it plays once: both name the same entry and the same key. The bot thinks before
    the lock is taken, so nobody waits for it: `seconds` of a processor at most, None: as its level does.
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
    bind(game=game.public_id)
    with _thinking(game, player) as alone:
        return _answer(game, seats, player, rng, seconds) if alone else None


@contextmanager
def _thinking(game: Game, player: Player) -> Iterator[bool]:
    """Whether no other worker thinks about this turn already: the sweep calls again who has been called long
    ago. A hint only: two that think about it do no harm."""
    key = f"thinks:{game.pk}:{game.log_number}"
    alone = cache.add(key, 1, timeout=LONGER * levels.seconds_of(player.bot_level) + BESIDES)
    try:
        yield alone
    finally:
        if alone:
            cache.delete(key)


def _answer(
    game: Game, seats: Sequence[Seat], player: Player, rng: random.Random, seconds: float | None
) -> TurnTaken | None:
    level, number = player.bot_level, game.log_number
    asked = _question(game, seats, player, rng, seconds)
    how = " compiled" if searching.uses_core() else ""
    with timed("bot_turn", label=f"{level}{how}"):
        choice = levels.choose(level, asked)
        given_up = gives_up(game, level, asked, choice)
    try:
        if given_up:
            _resign(game, player)
            return None
        if _is_offered_draw(game) and accepts_draw(game, level, asked, choice) and _agree(game, player):
            return None
        return take_turn(
            game_id=game.pk,
            player=player,
            answers=number,
            key=f"bot:{number}",
            text=format_turn(choice.turn, game.players),
            confirmed=True,
        )
    except Stale:
        # Another worker or somebody's resignation got there first.
        return None


def _question(
    game: Game, seats: Sequence[Seat], player: Player, rng: random.Random, seconds: float | None
) -> Asked:
    """What is public, and the bot's own alignment."""
    state = state_of(game, seats)
    return Asked(
        state=state,
        alignment=alignment_of_viewer(game, player),
        before=_before(game, state),
        seed=rng.getrandbits(SEED_BITS),
        seconds=seconds,
    )


def _before(game: Game, state: GameState) -> tuple[Position, ...]:
    """The earlier positions of the game in which all had set up."""
    texts = game.log.standing_turns().order_by("number").values_list("position", flat=True)
    positions = [parse_position(text, state.rules, state.position.names) for text in texts]
    if positions and positions[-1] == state.position:
        positions.pop()
    seats = range(game.players)
    return tuple(
        position
        for position in positions
        if all(seat in position.out or position.homeworld(seat) is not None for seat in seats)
    )


def _is_offered_draw(game: Game) -> bool:
    return game.players == 2 and bool(standing_votes(game))


def _agree(game: Game, player: Player) -> bool:
    """False when the offer is gone. Raises Stale."""
    try:
        agree_to_draw(
            game_id=game.pk,
            player=player,
            answers=game.log_number,
            key=f"bot-agrees:{game.log_number}",
            accepting=True,
        )
    except GameRefusal:
        return False
    return True


@transaction.atomic
def _resign(game: Game, player: Player) -> None:
    """Unless something has happened since the bot looked: a turn may have been taken back. Raises Stale."""
    locked, seats = lock_game(game.pk)
    if (locked.log_number, locked.status) != (game.log_number, Status.RUNNING):
        raise Stale(answers=game.log_number, number=locked.log_number)
    seat = seat_held(seats, player)
    resign_seat(locked, seats, seat, key=f"bot:{game.log_number}", confirmed=True)


def call_overdue_bots() -> int:
    """Wakes the bots whose turn is due: their call got lost, or they are among themselves; how many."""
    return wake_due(
        Game.objects.prefetch_related("seats__player"),
        due="bot_due_at",
        since="changed_at",
        state="log_number",
        wake=_call_again,
        most=CALLS_AT_ONCE,
    )


def _call_again(game: Game) -> None:
    if waits_for_bot(game):
        wake_bot(game_id=game.pk, number=game.log_number, slow=_thinks_long(game))
    else:
        wake_lonely_bot(game_id=game.pk, number=game.log_number)


def _thinks_long(game: Game) -> bool:
    """Its seats are fetched ahead, with their players."""
    seat = next((seat for seat in game.seats.all() if seat.number == game.next_seat), None)
    return bool(seat and seat.player and seat.player.is_bot and levels.is_slow(seat.player.bot_level))


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
