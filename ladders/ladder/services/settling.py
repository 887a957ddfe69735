"""A game of the ladder ends, and places move in the same commit; or it goes on after all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.models import Player
from games.log.results import is_void
from games.log.unplayed import stayed_away
from games.models import Game, LogEntry, Seat, SeatResult
from homeworlds.outcome import Termination
from ladders.arithmetic.order import EventKind, Result, place_after
from ladders.ladder.notices import notify_result
from ladders.ladder.services.keeping import (
    append,
    begin_limbo,
    drop,
    end_limbo,
    lock_ladder,
    move_up,
    rungs_of,
)
from ladders.ladder.services.rebuilding import undo_settlement
from ladders.models import Challenge, Ladder, LadderEvent, Limbo, Rung, WhyLeft
from upkeep.clock import database_now

TURNS_OF_WHO_CAME: Final = 3
"""Whoever runs out of time, or gives up, before so many turns has not really come."""
NOT_PLAYED_OUT: Final = (Termination.TIME, Termination.RESIGNATION)
REMEMBERED: Final = timedelta(days=90)
BARRED_FOR: Final = timedelta(days=30)
_RESULTS: Final = {
    SeatResult.WON: Result.WON,
    SeatResult.LOST: Result.LOST,
    SeatResult.DRAWN: Result.DRAWN,
    SeatResult.VOID: Result.VOID,
}


def on_game_finished(
    sender: object, *, game: Game, seats: Sequence[Seat], by: Player | None, **more: Any
) -> None:
    """Hears that a game has ended, in that transaction. Locks the ladder, after the game.

    As many queries for a ladder of thousands as for one of two.
    """
    if game.players != 2 or not game.arranged:
        return
    challenge = Challenge.objects.filter(game=game).select_related("challenger", "challenged").first()
    if challenge is None:
        return
    ladder = lock_ladder(challenge.ladder_id)
    now = database_now()
    absent = _absent(game, seats)
    result = _result(game, seats, challenge)
    rungs = rungs_of(ladder, [challenge.challenger_id, challenge.challenged_id])
    event = _settle(ladder, challenge, result, rungs, now)
    if absent is not None and (rung := rungs.get(absent.player_id or 0)):
        _send_away(ladder, rung, absent, game, event, now)
    for rung in rungs_of(ladder, rungs).values():
        end_limbo(ladder, rung, now, cause=event.number)
    notify_result(challenge, event, by=by, now=now)


def on_game_reopened(sender: object, *, game: Game, **more: Any) -> None:
    """Hears that a game goes on after all, or is void now. Locks as `on_game_finished`."""
    if game.players != 2 or not game.arranged:
        return
    challenge = Challenge.objects.filter(game=game, settled_at__isnull=False).first()
    if challenge is None:
        return
    ladder = lock_ladder(challenge.ladder_id)
    undo_settlement(ladder, challenge, database_now())


def _settle(
    ladder: Ladder, challenge: Challenge, result: Result, rungs: Mapping[int, Rung], now: datetime
) -> LadderEvent:
    own, other = rungs.get(challenge.challenger_id), rungs.get(challenge.challenged_id)
    data: dict[str, int | None] = {
        "from": own.place if own else None,
        "other_from": other.place if other else None,
    }
    if own and other:
        after = place_after(own.place, other.place, result)
        if after < own.place:
            other.place += after <= other.place
            move_up(own, after)
    data |= {"to": own.place if own else None, "other_to": other.place if other else None}
    event = append(
        ladder,
        EventKind.SETTLED,
        challenge.challenger_id,
        now,
        other=challenge.challenged_id,
        game=challenge.game,
        result=result,
        data=data,
    )
    challenge.settled_at, challenge.settled_number, challenge.result = now, event.number, result
    challenge.save(update_fields=["settled_at", "settled_number", "result"])
    return event


def _result(game: Game, seats: Sequence[Seat], challenge: Challenge) -> Result:
    if is_void(game):
        return Result.VOID
    own = next((seat for seat in seats if seat.player_id == challenge.challenger_id), None)
    result = _RESULTS.get(SeatResult(own.result), Result.DRAWN) if own and own.result else Result.VOID
    left = _departed(game, seats)
    if result is Result.WON and left is not None and _turns_of(game, left) < TURNS_OF_WHO_CAME:
        return Result.EARLY
    return result


def _absent(game: Game, seats: Sequence[Seat]) -> Seat | None:
    """Whose time has run out, also where nobody was there to win by that: who never came drops out."""
    if is_void(game):
        away = stayed_away(game, seats) & set(game.departed)
        return next((seat for seat in seats if seat.number in away), None)
    return _departed(game, seats) if _ended(game) == Termination.TIME else None


def _departed(game: Game, seats: Sequence[Seat]) -> Seat | None:
    """Who has lost on time or by giving up, if that has ended the game."""
    if _ended(game) not in NOT_PLAYED_OUT:
        return None
    return next((seat for seat in seats if seat.number in game.departed), None)


def _ended(game: Game) -> str | None:
    return game.outcome["termination"] if game.outcome else None


def _turns_of(game: Game, seat: Seat) -> int:
    return LogEntry.objects.filter(game=game, seat=seat.number).standing_turns().count()


def _send_away(ladder: Ladder, rung: Rung, seat: Seat, game: Game, event: LadderEvent, now: datetime) -> None:
    """Who never really came drops out at once, and is barred for a while the second time without any turn;
    whoever has played and ran out of time leaves like one who leaves, unless he says that he is back."""
    turns = _turns_of(game, seat)
    if turns >= TURNS_OF_WHO_CAME:
        if not rung.limbo:
            begin_limbo(ladder, rung, Limbo.CLOCK, now, cause=event.number)
        return
    why = WhyLeft.AWAY if turns else WhyLeft.NO_SHOW
    drop(ladder, rung, why, now, cause=event.number)
    if why is WhyLeft.NO_SHOW and _no_shows(ladder, rung.player_id, now) > 1:
        append(ladder, EventKind.BARRED, rung.player_id, now, cause=event.number, until=now + BARRED_FOR)


def _no_shows(ladder: Ladder, player: int, now: datetime) -> int:
    left = LadderEvent.objects.filter(ladder=ladder, player=player, kind=EventKind.LEFT)
    return left.filter(why=WhyLeft.NO_SHOW, at__gt=now - REMEMBERED).standing().count()
