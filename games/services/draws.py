"""Draws: those that come by themselves, those that players agree on, and those that one of them claims.

A vote says: I would accept a draw now. With two seats it is an offer, which dies when the other player
moves on; with more it stands until it is taken back. Once all the living agree, the game is drawn in
the same transaction, whether the last vote or the last elimination brought it about.

Bots have no votes. They follow the people: when at least two people live and all of these agree, so do
the bots. A single person gets a draw from bots only in a position that has occurred before, or once the
game is so long that bots alone would end it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from games.log.alignments import alignments_for_judge
from games.log.moments import Moment, after_agreement, after_repetition, hash_of, moment_of
from games.models import DrawVote, EntryKind, Game, Seat, SeatKind, Status
from games.notices.telling import notify_draw
from games.refusals import GameRefusal, GameRefusalCode, Stale
from games.services.log import answered_before, append_entry, lock_game, save_moment, seat_held
from games.table.news import tell_stir
from homeworlds.outcome import Alignments
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.state import Played
from upkeep.clock import database_now

BOTS_AGREE_FROM: Final = 500
"""Bots left to themselves agree to a draw from this turn on, lest they play for ever."""
BOTS_AGREE_TO_REPETITION: Final = 2
"""At this occurrence of a position bots agree with a single person."""


@transaction.atomic
def agree_to_draw(*, game_id: int, player: Player, answers: int, key: str, accepting: bool = False) -> Game:
    """Offers a draw or accepts one, votes for one with more than two seats; the last vote ends the game.

    `answers` is the log number of the position shown to the player. With `accepting` it counts only
    if somebody's offer still stands. The same `key` again changes nothing.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING, OFFER_GONE), Stale, and the
    library's Refusal (NOT_LIVING).
    """
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if answered_before(game, player, key):
        return game
    moment = _living_moment(game, seats, seat, answers)
    votes = set(DrawVote.objects.filter(game=game).values_list("seat", flat=True))
    if accepting and not votes - {seat.number}:
        raise GameRefusal(GameRefusalCode.OFFER_GONE)
    now = database_now()
    if seat.number not in votes and seat.number is not None:
        DrawVote.objects.create(game=game, seat=seat.number, log_number=game.log_number, created_at=now)
        votes.add(seat.number)
        tell_stir(game)
        asked = [seats[other] for other in moment.state.position.living if other not in votes]
        notify_draw(game, [each.player for each in asked], by=player, now=now)
    if _all_agree(game, seats, moment, votes):
        drawn = after_agreement(moment, alignments_for_judge(game))
        moment = _append(game, drawn, now, by=player, key=key)
        save_moment(game, seats, moment, now, by=player)
    return game


@transaction.atomic
def withdraw_draw(*, game_id: int, player: Player) -> Game:
    """Takes the offer or the vote back; there may be none any more.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING: it was accepted, say).
    """
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    DrawVote.objects.filter(game=game, seat__in=[seat.number]).delete()
    tell_stir(game)
    return game


@transaction.atomic
def claim_repetition(*, game_id: int, player: Player, answers: int, key: str) -> Game:
    """Ends a game of two seats as a draw: its position stands for the third time. Parameters as above.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING), Stale, and the library's Refusal
    (NO_CLAIM, NOT_TWO_SEATS).
    """
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if answered_before(game, player, key):
        return game
    moment = _living_moment(game, seats, seat, answers)
    alignments = alignments_for_judge(game)
    drawn = after_repetition(moment, occurrences(game, moment), alignments, claimed=True)
    if drawn is None:
        raise Refusal(RefusalCode.NO_CLAIM)
    now = database_now()
    moment = _append(game, drawn, now, by=player, key=key)
    save_moment(game, seats, moment, now, by=player)
    return game


def after_entry(
    game: Game,
    seats: Sequence[Seat],
    moment: Moment,
    alignments: Alignments | None,
    now: datetime,
    *,
    mover: int | None = None,
) -> Moment:
    """The moment after the draw that the entry just appended brought about; the same moment without one.

    `mover` is whose turn it was; None for other entries. The game must be locked; `save_moment` follows.
    """
    if moment.state.outcome is not None:
        return moment
    drawn = None
    if game.players == 2:
        drawn = after_repetition(moment, occurrences(game, moment), alignments)
    agreed = moment.turns >= BOTS_AGREE_FROM and _only_bots_live(seats, moment)
    if drawn is None and (agreed or _all_agree(game, seats, moment, _votes_left(game, moment, mover))):
        drawn = after_agreement(moment, alignments)
    return moment if drawn is None else _append(game, drawn, now)


def occurrences(game: Game, moment: Moment) -> int:
    """How often the position of the moment has stood after a turn that was not taken back."""
    return game.log.occurrences(hash_of(moment.state.position))


def _living_moment(game: Game, seats: Sequence[Seat], seat: Seat, answers: int) -> Moment:
    if answers != game.log_number:
        raise Stale(answers=answers, number=game.log_number)
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    moment = moment_of(game, seats)
    if seat.number not in moment.state.position.living:
        raise Refusal(RefusalCode.NOT_LIVING)
    return moment


def _votes_left(game: Game, moment: Moment, mover: int | None) -> set[int]:
    """Without those of the players who are out, and without an offer that the mover has passed over."""
    votes = set(DrawVote.objects.filter(game=game).values_list("seat", flat=True))
    dead = votes - set(moment.state.position.living)
    if game.players == 2 and mover is not None:
        dead |= votes - {mover}
    if dead:
        DrawVote.objects.filter(game=game, seat__in=dead).delete()
    return votes - dead


def _all_agree(game: Game, seats: Sequence[Seat], moment: Moment, votes: Collection[int]) -> bool:
    living = moment.state.position.living
    people = {seat for seat in living if seats[seat].kind != SeatKind.BOT}
    if not people or not people <= set(votes):
        return False
    if len(people) > 1 or len(people) == len(living):
        return True
    return moment.turns >= BOTS_AGREE_FROM or occurrences(game, moment) >= BOTS_AGREE_TO_REPETITION


def _only_bots_live(seats: Sequence[Seat], moment: Moment) -> bool:
    return all(seats[seat].kind == SeatKind.BOT for seat in moment.state.position.living)


def _append(
    game: Game, drawn: tuple[Moment, Played], now: datetime, *, by: Player | None = None, key: str = ""
) -> Moment:
    moment, played = drawn
    outcome = played.state.outcome
    data = {"termination": str(outcome.termination)} if outcome else {}
    append_entry(game, EntryKind.DRAW, moment, played, now=now, by=by, key=key, data=data)
    return moment
