"""Draws: those that come by themselves, those that players agree on, and those that one of them claims.

Which votes stand and when they are unanimous says `games.log.votes`; the game is drawn in the transaction
that made them so, whether the last vote or the last elimination brought it about.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.access import check_may_play
from games.clocks.absence import nobody_plays_on
from games.clocks.pulse import time_of
from games.log.alignments import alignments_for_judge
from games.log.moments import Moment, after_agreement, after_repetition, after_void, moment_of
from games.log.unplayed import nobody_played
from games.log.votes import aged, draw_due, occurrences, standing_votes, votes_after_turn, who_votes
from games.log.words import NOBODY_PLAYED
from games.models import DrawVote, EntryKind, Game, Seat, Status
from games.notices.enqueueing import notify_draw
from games.refusals import GameRefusal, GameRefusalCode
from games.services.log import (
    answered_before,
    append_entry,
    check_answers,
    lock_game,
    save_moment,
    says,
    seat_held,
)
from games.table.news import publish_stir
from homeworlds.outcome import Alignments, Termination
from homeworlds.position import Position
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.state import Played


@transaction.atomic
def agree_to_draw(*, game_id: int, player: Player, answers: int, key: str, accepting: bool = False) -> Game:
    """Offers a draw or accepts one, votes for one with more than two seats; the last vote ends the game.

    `answers` is the log number of the position shown to the player. With `accepting` it counts only
    if somebody's offer still stands. The same `key` again changes nothing.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING, OFFER_GONE, SENT_BEFORE), Stale, and the
    library's Refusal (NOT_LIVING).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if answered_before(game, player, key, says(EntryKind.DRAW, termination=Termination.AGREEMENT)):
        return game
    moment, number = _living_moment(game, seats, seat, answers)
    votes = standing_votes(game)
    if accepting and not votes - {number}:
        raise GameRefusal(GameRefusalCode.OFFER_GONE)
    now = time_of(game)
    # Given again in the own turn it outlives that turn, too.
    given = {"log_number": game.log_number, "created_at": now}
    DrawVote.objects.update_or_create(game=game, seat=number, defaults=given)
    if number not in votes:
        votes.add(number)
        publish_stir(game)
        asked = [seats[other] for other in moment.state.position.living if other not in votes]
        notify_draw(game, [each.player for each in asked], by=player, now=now)
    left = votes_after_turn(votes, moment.state.position, None)
    if _draw_due(game, seats, moment, left) is Termination.AGREEMENT:
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
    publish_stir(game)
    return game


@transaction.atomic
def claim_repetition(*, game_id: int, player: Player, answers: int, key: str) -> Game:
    """Ends a game of two seats as a draw: its position stands for the third time. Parameters as above.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING, SENT_BEFORE), Stale, and the library's
    Refusal (NO_CLAIM, NOT_TWO_SEATS).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if answered_before(game, player, key, says(EntryKind.DRAW, termination=Termination.THIRD_OCCURRENCE)):
        return game
    moment, _ = _living_moment(game, seats, seat, answers)
    alignments = alignments_for_judge(game)
    drawn = after_repetition(moment, occurrences(game, moment.state.position), alignments, claimed=True)
    if drawn is None:
        raise Refusal(RefusalCode.NO_CLAIM)
    now = time_of(game)
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
    voted: bool = True,
    stood: int | None = None,
) -> Moment:
    """The moment after the draw that the entry just appended brought about, or after nobody was left to play,
    or nobody is left who ever did; the same moment without any of these.

    `mover` is whose turn it was; None for other entries. `voted`: False where it is known that there are no
    votes; `stood`: how often the position has stood with this entry, from whoever knows. The game must be
    locked; `save_moment` follows.
    """
    if moment.state.outcome is not None:
        unplayed = mover is None and nobody_played(game, seats, moment)
        return append_void(game, moment, alignments, now, NOBODY_PLAYED) if unplayed else moment
    if nobody_plays_on(seats, moment.state.position):
        return append_void(game, moment, alignments, now, {})
    votes = _forget_dead_votes(game, moment.state.position, mover) if voted else set()
    drawn = None
    match _draw_due(game, seats, moment, votes, stood):
        case Termination.AGREEMENT:
            drawn = after_agreement(moment, alignments)
        case Termination.FIFTH_OCCURRENCE:
            times = occurrences(game, moment.state.position) if stood is None else stood
            drawn = after_repetition(moment, times, alignments)
    return moment if drawn is None else _append(game, drawn, now)


def append_void(
    game: Game, moment: Moment, alignments: Alignments | None, now: datetime, why: Mapping[str, str]
) -> Moment:
    moment, played = after_void(moment, alignments)
    append_entry(game, EntryKind.VOID, moment, played, now=now, data=dict(why))
    return moment


def _living_moment(game: Game, seats: Sequence[Seat], seat: Seat, answers: int) -> tuple[Moment, int]:
    """The present, and the seat's number."""
    check_answers(game, answers)
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    moment = moment_of(game, seats)
    if seat.number is None or seat.number not in moment.state.position.living:
        raise Refusal(RefusalCode.NOT_LIVING)
    return moment, seat.number


def _forget_dead_votes(game: Game, position: Position, mover: int | None) -> set[int]:
    """The votes that are left."""
    given = dict(DrawVote.objects.filter(game=game).values_list("seat", "log_number"))
    old = aged(game, given) if given and game.players > 2 else set()
    left = votes_after_turn(given.keys() - old, position, mover)
    if dead := given.keys() - left:
        DrawVote.objects.filter(game=game, seat__in=dead).delete()
    return left


def _draw_due(
    game: Game,
    seats: Sequence[Seat],
    moment: Moment,
    votes: Collection[int],
    stood: int | None = None,
) -> Termination | None:
    return draw_due(
        who_votes(seats),
        moment.state.position,
        votes,
        turns=moment.turns,
        occurrences=lambda: occurrences(game, moment.state.position) if stood is None else stood,
    )


def _append(
    game: Game, drawn: tuple[Moment, Played], now: datetime, *, by: Player | None = None, key: str = ""
) -> Moment:
    moment, played = drawn
    outcome = played.state.outcome
    data = {"termination": str(outcome.termination)} if outcome else {}
    append_entry(game, EntryKind.DRAW, moment, played, now=now, by=by, key=key, data=data)
    return moment
