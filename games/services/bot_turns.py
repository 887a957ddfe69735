"""The turns of bots: found when they are due, claimed, and played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, QuerySet

from accounts.models import Player
from bots import levels, searching
from bots.thinking import Asked
from games.clocks.waiting import somebody_waits
from games.log.alignments import alignment_of_viewer
from games.log.moments import state_of
from games.log.votes import standing_votes
from games.models import Game, Seat, SeatKind, Status
from games.refusals import GameRefusal, GameRefusalCode, Stale
from games.services.bot_manners import accepts_draw, gives_up
from games.services.clocks.absence import pass_adrift
from games.services.draws import agree_to_draw
from games.services.log import is_current, lock_game, seat_held
from games.services.turns import TurnTaken, resign_seat, take_turn
from games.wake import ring_for_bots, ring_for_spare_time
from homeworlds.notation import format_turn, parse_position
from homeworlds.position import Position
from homeworlds.state import GameState
from upkeep.clock import database_now
from upkeep.due import claim, kept, renewed
from upkeep.services import timed
from upkeep.watching.logs import bind

SYSTEM_RANDOM: Final = random.SystemRandom()
SEED_BITS: Final = 31
AT_ONCE: Final = 100
SECONDS_ALONE: Final = 2.0
"""Of a processor for a turn that nobody waits for: a mail may wait behind it."""


def play_bot(
    *, game_id: int, number: int, rng: random.Random = SYSTEM_RANDOM, seconds: float | None = None
) -> TurnTaken | None:
    """The bot's turn that answers an entry, or the pass of a seat adrift; None when there is none to make
    (any more), or when it gives up or agrees to a draw instead.

    Delivered twice it plays once: both name the same entry and the same key. The bot thinks before
    the lock is taken, so nobody waits for it: `seconds` of a processor at most, None: as its level does.
    """
    game = Game.objects.filter(pk=game_id, status=Status.RUNNING, next_seat__isnull=False).first()
    if game is None or game.next_seat is None or not is_current(game, number):
        return None
    seats = list(game.seats.select_related("player"))
    player = seats[game.next_seat].player
    if seats[game.next_seat].adrift_since is not None:
        return pass_adrift(game_id=game_id, number=number)
    if seats[game.next_seat].kind != SeatKind.BOT or player is None:
        return None
    bind(game=game.public_id)
    return _answer(game, seats, player, rng, seconds)


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
    except GameRefusal as refusal:
        if refusal.code not in (GameRefusalCode.OTHER_TURN, GameRefusalCode.SENT_BEFORE):
            raise
        return None  # another worker, who has chosen otherwise


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
    if locked.status != Status.RUNNING or not is_current(locked, game.log_number):
        raise Stale(answers=game.log_number, number=locked.log_number)
    seat = seat_held(seats, player)
    resign_seat(locked, seats, seat, key=f"bot:{game.log_number}", confirmed=True)


def due_awaited(now: datetime) -> QuerySet[Game]:
    return _due(now, awaited=True)


def due_alone(now: datetime) -> QuerySet[Game]:
    return _due(now, awaited=False)


def awaited_since(now: datetime) -> datetime | None:
    return _oldest(now, awaited=True)


def alone_since(now: datetime) -> datetime | None:
    return _oldest(now, awaited=False)


def _oldest(now: datetime, *, awaited: bool) -> datetime | None:
    """When the turn came that has been due longest; None while none is due."""
    found: datetime | None = _due(now, awaited=awaited).aggregate(first=Min("bot_due_at"))["first"]
    return found


def _due(now: datetime, *, awaited: bool) -> QuerySet[Game]:
    return Game.objects.filter(bot_due_at__lte=now, bot_awaited=awaited)


def claim_awaited() -> Game | None:
    """A game in which somebody waits for a bot, from now on the caller's; those who think long come after the
    others. None: nobody waits."""
    thinks_long = Seat.objects.filter(
        game=OuterRef("pk"), number=OuterRef("next_seat"), player__bot_level__in=levels.SLOW
    )
    due = _due(database_now(), awaited=True).annotate(is_slow=Exists(thinks_long))
    return _claimed(due.order_by("is_slow", "bot_due_at"))


def claim_alone() -> Game | None:
    """The same where nobody waits."""
    return _claimed(_due(database_now(), awaited=False).order_by("bot_due_at"))


def _claimed(due: QuerySet[Game]) -> Game | None:
    return claim(
        due.prefetch_related("seats__player"), due_at="bot_due_at", since="changed_at", state="log_number"
    )


def play_awaited(game: Game) -> None:
    """The turn of a game that `claim_awaited` found; unless nobody waits for it any more."""
    if waits_for_bot(game):
        _play(game)
    elif _call_otherwise(game, awaited=False):
        ring_for_spare_time()


def play_alone(game: Game) -> None:
    """The turn of a game that `claim_alone` found; unless somebody waits for it after all."""
    if not waits_for_bot(game):
        _play(game, seconds=SECONDS_ALONE)
    elif _call_otherwise(game, awaited=True):
        ring_for_bots()


def _play(game: Game, seconds: float | None = None) -> None:
    with kept(lambda: renewed(game, due_at="bot_due_at", state="log_number")):
        play_bot(game_id=game.pk, number=game.log_number, seconds=seconds)


def _call_otherwise(game: Game, *, awaited: bool) -> bool:
    as_claimed = Game.objects.filter(pk=game.pk, log_number=game.log_number, bot_due_at=game.bot_due_at)
    return bool(as_claimed.update(bot_awaited=awaited, bot_due_at=database_now()))


def waits_for_bot(game: Game) -> bool:
    """Whether somebody waits for the bot that is to move in a running game, its seats fetched ahead. In one
    that cannot be read somebody does, so that its worker tells of it."""
    seats = list(game.seats.all())
    try:
        return somebody_waits(seats, state_of(game, seats).position)
    except Exception:  # noqa: BLE001  whatever is wrong with it
        return True


def longest_awaited() -> datetime | None:
    """Since when somebody has waited for a bot's turn, of all who do; None while nobody does. For a seat
    adrift one waits a day, as it should be."""
    adrift = Seat.objects.filter(
        game=OuterRef("pk"), number=OuterRef("next_seat"), adrift_since__isnull=False
    )
    called = Game.objects.filter(~Exists(adrift), bot_due_at__isnull=False).prefetch_related("seats")
    waiting = called.order_by("changed_at").iterator(chunk_size=AT_ONCE)
    return next((game.changed_at for game in waiting if waits_for_bot(game)), None)
