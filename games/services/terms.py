"""The terms of a game: what its players agree on besides the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction

from accounts.models import Player
from games.access import check_may_play
from games.clocks.pulse import time_of
from games.lobby.terms import GameTerms, Handicap, terms_within
from games.models import Game, SeatKind
from games.notices.enqueueing import notify_terms
from games.refusals import GameRefusal, GameRefusalCode
from games.services.log import lock_game
from games.services.starting import (
    LOTS,
    ask_again,
    check_creator,
    check_open,
    check_rated_seats,
    check_terms,
    clock_for,
    contribution_to,
    start_when_ready,
    touch,
)


@transaction.atomic
def change_terms(
    *,
    game_id: int,
    player: Player,
    shown: int,
    terms: GameTerms,
    handicaps: Sequence[Handicap],
    lots: random.Random = LOTS,
) -> Game:
    """The creator changes the terms before the start; all who sit there must agree anew.

    `handicaps` has one for each seat in their order; `shown` is the number of the terms that were
    changed. Terms that stay as they were ask nobody. Locks the game. Raises GameRefusal
    (NOT_THE_CREATOR, GAME_NOT_OPEN, GUEST_AT_TABLE, RATED_NEEDS_ADDRESS, THEY_NEED_ADDRESS,
    RATED_NEEDS_CLOCK, LIVE_IS_FOR_TWO) and TermsChanged.
    """
    game, seats = lock_game(game_id)
    check_creator(game, player)
    check_open(game)
    check_terms(game, shown)
    terms = terms_within(terms, game.club)
    if terms.rated and any(seat.player is not None and seat.player.is_guest for seat in seats):
        raise GameRefusal(GameRefusalCode.GUEST_AT_TABLE)
    check_rated_seats(terms, [seat.player for seat in seats if seat.player], by=player)
    terms = clock_for(terms, sum(seat.kind != SeatKind.BOT for seat in seats), len(seats))
    changes = {name: value for name, value in terms.fields().items() if getattr(game, name) != value}
    changed = [
        (seat, handicap)
        for seat, handicap in zip(seats, handicaps, strict=True)
        if Handicap.of(seat) != handicap
    ]
    if not changes and not changed:
        return game
    for seat, handicap in changed:
        for name, value in asdict(handicap).items():
            setattr(seat, name, value)
        seat.save(update_fields=list(asdict(handicap)))
    for name, value in changes.items():
        setattr(game, name, value)
    game.terms_number += 1
    now = time_of(game)
    touch(game, now, "terms_number", *changes)
    for seat in seats:
        if seat.player_id == player.pk:
            seat.agreed_terms = game.terms_number
            seat.save(update_fields=["agreed_terms"])
    notify_terms(game, seats, by=player, now=now)
    ask_again(game, seats, now, here=player)
    start_when_ready(game, seats, now, lots, by=player)
    return game


@transaction.atomic
def agree_to_terms(
    *, game_id: int, player: Player, terms: int, contribution: str = "", lots: random.Random = LOTS
) -> Game:
    """A seated player confirms changed terms, or at a full table that the game can begin; it starts when all
    have and every seat is taken. `contribution`: to the deal of Good vs Evil, as sent; it takes the place of
    one that was given before.

    Locks the game. Raises GameRefusal (NOT_SEATED, GAME_NOT_OPEN) and TermsChanged.
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if seat is None:
        raise GameRefusal(GameRefusalCode.NOT_SEATED)
    check_open(game)
    check_terms(game, terms)
    now = time_of(game)
    seat.agreed_terms, seat.confirmed = terms, True
    seat.contribution = contribution_to(game, contribution) or seat.contribution
    seat.save(update_fields=["agreed_terms", "confirmed", "contribution"])
    touch(game, now)
    start_when_ready(game, seats, now, lots, by=player)
    return game
