"""A game of an event is over, or goes on after all: one row is appended in that very transaction, and no
more. The event reads it later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Sum

from games.log.results import is_void
from games.log.unplayed import stayed_away
from games.models import Game, Seat, SeatResult
from ladders.stairs.services.settling import falls_of
from ratings.finished import places_of
from tournaments.hooks import post_result
from tournaments.models import EventTable, Result, ResultKind
from tournaments.services.keeping import lock_event
from tournaments.sheet import Placed
from tournaments.wake import ring_for_events


def on_game_finished(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a game has ended. The game's row is locked, by which its results follow each other."""
    table = _table_of(game)
    if table is not None and not _is_over(table):
        append(table, ResultKind.GAME, 1, placed_of(game, seats), game.changed_at)


def on_game_reopened(sender: object, *, game: Game, **more: Any) -> None:
    """Hears that a finished game goes on, or gets another result. As above."""
    table = _table_of(game)
    if table is not None and _is_over(table):
        append(table, ResultKind.REOPENED, -1, [], game.changed_at)


def result_stands(game: Game, *, lock: bool) -> bool:
    """Whether the round of a game is over, so that its players can agree on no other end. `lock`: locks the
    event, after the game."""
    table = _table_of(game)
    if table is None:
        return False
    if lock:
        lock_event(table.round.event_id)
        table = EventTable.objects.select_related("round").get(pk=table.pk)
    return table.round.closed_at is not None or table.annulled_at is not None


def append(
    table: EventTable, kind: ResultKind, weight: int, placed: Sequence[Placed], at: datetime
) -> Result:
    """Nobody else appends to this table meanwhile: its game is locked, or, where it has none, its event."""
    ring_for_events()
    result = Result.objects.create(
        table=table,
        number=Result.objects.filter(table=table).count() + 1,
        kind=kind,
        weight=weight,
        places=[each.stored() for each in placed],
        at=at,
    )
    post_result(result)
    return result


def _table_of(game: Game) -> EventTable | None:
    """None for games that nobody has brought together, which costs nothing."""
    if not game.arranged:
        return None
    return EventTable.objects.filter(game=game).select_related("round__event__club").first()


def _is_over(table: EventTable) -> bool:
    return bool(Result.objects.filter(table=table).aggregate(sum=Sum("weight"))["sum"])


def placed_of(game: Game, seats: Sequence[Seat]) -> list[Placed]:
    """For those who sat down at it, whoever played on for them: a seat that was left to a substitute is
    lost."""
    fell, void = falls_of(game, seats), is_void(game)
    away = stayed_away(game, seats) if void else set()
    return [
        Placed(
            result=_result(seat, void=void, left=place.substituted),
            fell=fell.get(number),
            is_away=place.substituted or place.lost_on_time or number in away,
        )
        for number, (seat, place) in enumerate(zip(seats, places_of(game, seats), strict=True))
    ]


def _result(seat: Seat, *, void: bool, left: bool) -> SeatResult:
    if void:
        return SeatResult.VOID
    return SeatResult.LOST if left else SeatResult(seat.result)
