"""From the wish for a game to its start."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from accounts.selectors import bots_of_level
from games.clock import database_now
from games.dealing import deal
from games.models import Game, Seat, SeatKind, SeatOrder, Status
from games.record import first_moment
from games.refusals import GameRefusal, GameRefusalCode
from games.services.log import lock_game, save_moment
from homeworlds.rules import (
    OFFERED_VARIANTS,
    RULES_VERSION,
    Preset,
    RuleSet,
    Variant,
    check_players,
    preset_rules,
)

LOTS: Final = random.SystemRandom()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWish:
    """Who shall sit there: a player, a bot of a level, or (neither given) whoever joins."""

    player: Player | None = None
    bot_level: str = ""
    novice: bool = False
    one_star: bool = False
    timewarp: int = 0


@transaction.atomic
def create_game(
    *,
    creator: Player,
    rules: RuleSet,
    seats: Sequence[SeatWish],
    seat_order: SeatOrder = SeatOrder.LOT,
    preset: Preset | None = None,
    key: str = "",
    lots: random.Random = LOTS,
) -> Game:
    """A new game; it starts at once when no seat is open.

    `preset` None means `custom`; a preset whose options are not those of `rules` counts as that. A
    creator who sends the same `key` again gets the game it made. Locks the creator when there is a
    key. Raises Refusal (as homeworlds.rules.check_players) and GameRefusal (VARIANT_NOT_OFFERED,
    ONE_NOVICE_NEEDED, NOBODY_TO_PLAY, GUESTS_PLAY_BOTS, ALREADY_SEATED, NO_BOT_FREE).
    """
    if key and (made := _made_before(creator, key)):
        return made
    if preset is not None and preset_rules(preset, rules.variant) != rules:
        preset = None
    check_wishes(rules, preset, seats, seat_order)
    if creator.is_guest and any(not wish.bot_level and wish.player != creator for wish in seats):
        raise GameRefusal(GameRefusalCode.GUESTS_PLAY_BOTS)
    now = database_now()
    game = Game.objects.create(
        variant=rules.variant,
        options=rules.options(),
        rules_version=RULES_VERSION,
        preset=preset or "",
        players=len(seats),
        seat_order=seat_order,
        creator=creator,
        creation_key=key,
        created_at=now,
        changed_at=now,
    )
    taken: list[Seat] = []
    for wish in seats:
        taken.append(_new_seat(game, wish, taken))
    _start_when_full(game, Seat.objects.bulk_create(taken), now, lots)
    return game


def _made_before(creator: Player, key: str) -> Game | None:
    """The game that this key made already: a double click, a form sent again."""
    # Two requests with one key wait here for each other; `no_key` lets other games seat the player meanwhile.
    Player.objects.select_for_update(no_key=True).get(pk=creator.pk)
    return Game.objects.filter(creator=creator, creation_key=key).first()


def check_wishes(
    rules: RuleSet, preset: Preset | None, seats: Sequence[SeatWish], seat_order: SeatOrder
) -> None:
    """Raises Refusal and GameRefusal for a game that cannot be, whoever asks for it."""
    if preset is not None and rules.variant not in OFFERED_VARIANTS[preset]:
        raise GameRefusal(GameRefusalCode.VARIANT_NOT_OFFERED, preset=str(preset), variant=str(rules.variant))
    check_players(len(seats), rules.variant, preset)
    if seat_order == SeatOrder.NOVICE and sum(wish.novice for wish in seats) != 1:
        raise GameRefusal(GameRefusalCode.ONE_NOVICE_NEEDED)
    if all(wish.bot_level for wish in seats):
        raise GameRefusal(GameRefusalCode.NOBODY_TO_PLAY)


def _new_seat(game: Game, wish: SeatWish, taken: Sequence[Seat]) -> Seat:
    player, kind = wish.player, SeatKind.PLAYER if wish.player else SeatKind.OPEN
    seated = [seat.player_id for seat in taken if seat.player_id]
    if wish.bot_level:
        kind = SeatKind.BOT
        player = bots_of_level(wish.bot_level).exclude(pk__in=seated).first()
        if player is None:
            raise GameRefusal(GameRefusalCode.NO_BOT_FREE, level=wish.bot_level)
    elif player and player.pk in seated:
        raise GameRefusal(GameRefusalCode.ALREADY_SEATED)
    return Seat(
        game=game,
        kind=kind,
        player=player,
        novice=wish.novice,
        one_star=wish.one_star,
        timewarp=wish.timewarp,
    )


@transaction.atomic
def join_game(*, game_id: int, player: Player, lots: random.Random = LOTS) -> Game:
    """Takes the first open seat; the game starts when it was the last one.

    Locks the game. Raises GameRefusal (GUESTS_PLAY_BOTS, ALREADY_SEATED, GAME_FULL, GAME_NOT_OPEN).
    """
    if player.is_guest:
        raise GameRefusal(GameRefusalCode.GUESTS_PLAY_BOTS)
    game, seats = lock_game(game_id)
    if any(seat.player_id == player.pk for seat in seats):
        raise GameRefusal(GameRefusalCode.ALREADY_SEATED)
    if game.status == Status.RUNNING:
        raise GameRefusal(GameRefusalCode.GAME_FULL)
    _check_open(game)
    seat = next(seat for seat in seats if seat.kind == SeatKind.OPEN)
    seat.player, seat.kind = player, SeatKind.PLAYER
    seat.save(update_fields=["player", "kind"])
    now = database_now()
    game.changed_at = now
    game.save(update_fields=["changed_at"])
    _start_when_full(game, seats, now, lots)
    return game


@transaction.atomic
def leave_game(*, game_id: int, player: Player) -> Game:
    """Gives a seat back before the start.

    Locks the game. Raises GameRefusal (NOT_SEATED, GAME_NOT_OPEN).
    """
    game, seats = lock_game(game_id)
    _check_open(game)
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if seat is None:
        raise GameRefusal(GameRefusalCode.NOT_SEATED)
    seat.player, seat.kind = None, SeatKind.OPEN
    seat.save(update_fields=["player", "kind"])
    game.changed_at = database_now()
    game.save(update_fields=["changed_at"])
    return game


@transaction.atomic
def cancel_game(*, game_id: int, player: Player) -> Game:
    """Withdraws a game that has not started.

    Locks the game. Raises GameRefusal (NOT_THE_CREATOR, GAME_NOT_OPEN).
    """
    game, _ = lock_game(game_id)
    if game.creator_id != player.pk:
        raise GameRefusal(GameRefusalCode.NOT_THE_CREATOR)
    _check_open(game)
    game.status = Status.CANCELLED
    game.changed_at = database_now()
    game.save(update_fields=["status", "changed_at"])
    return game


def _check_open(game: Game) -> None:
    if game.status != Status.OPEN:
        raise GameRefusal(GameRefusalCode.GAME_NOT_OPEN)


def _start_when_full(game: Game, seats: list[Seat], now: datetime, lots: random.Random) -> None:
    if any(seat.kind == SeatKind.OPEN for seat in seats):
        return
    seats = _in_turn_order(game, seats, lots)
    for number, seat in enumerate(seats):
        seat.number, seat.name = number, seat.shown_name
    Seat.objects.bulk_update(seats, ["number", "name"])
    if game.variant == Variant.GOOD_VS_EVIL:
        deal(seats, lots)
    game.started_at = now
    save_moment(game, seats, first_moment(game, seats), now)


def _in_turn_order(game: Game, seats: Sequence[Seat], lots: random.Random) -> list[Seat]:
    """Seat 0 has the first turn."""
    order = list(seats)
    if game.seat_order != SeatOrder.FIXED:
        lots.shuffle(order)
    if game.seat_order == SeatOrder.NOVICE:
        order.sort(key=lambda seat: not seat.novice)
    return order
