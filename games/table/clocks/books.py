"""The books of a clock: what the log, outages and a vacation say of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.clocks.arithmetic import Pace
from games.clocks.deadlines import MILLISECOND, PAUSED_AT_MOST, heeds_vacation
from games.clocks.ledger import Ledger, Said, Span, Terms, ledger_of
from games.clocks.outages import outages_of
from games.log.taking_back import turn_taken_back
from games.models import EntryKind, Game, LogEntry, Seat, Status
from homeworlds.notation import mover_of


def books_of(game: Game, pace: Pace, seat: Seat, *, left: timedelta | None, now: datetime) -> Ledger:
    """Of a game that has begun. `left`: what the clock shows now, if it runs. Two queries."""
    fields = ("number", "created_at", "kind", "seat", "data", "position")
    rows = LogEntry.objects.filter(game=game).order_by("number").values_list(*fields)
    log = [_said(*row) for row in rows]
    if log and game.status != Status.RUNNING:
        log[-1] = log[-1]._replace(mover=None)
    if seat.number is None or game.started_at is None:
        raise ValueError(f"the game {game} has not begun")
    return ledger_of(
        Terms(pace, ZoneInfo(game.weekend_zone) if game.weekend_zone else None, PAUSED_AT_MOST),
        seat.number,
        log,
        started=game.started_at,
        first=0 if log else game.next_seat or 0,
        outages=outages_of(game, game.started_at, game.finished_at or now),
        vacations=_vacations(game, seat),
        now=min(now, game.finished_at) if game.finished_at else now,
        left=left,
        timed=not any(said.what == "wound" for said in log),
    )


def _vacations(game: Game, seat: Seat) -> list[Span]:
    """The last one, which is all that is known of them."""
    if seat.player is None or not heeds_vacation(game):
        return []
    since, until = seat.player.vacation_since, seat.player.vacation_until
    return [Span(since, until)] if since and until else []


def _said(
    number: int, at: datetime, kind: str, seat: int | None, data: Mapping[str, Any], position: str
) -> Said:
    undoes = 0
    if kind == EntryKind.TAKE_BACK:
        undoes = turn_taken_back(number, data)
    elif kind == EntryKind.REOPENED:
        undoes = data["before"]
    return Said(
        number=number,
        at=at,
        kind=kind,
        seat=seat,
        mover=mover_of(position),
        what=data.get("what") or data.get("why", ""),
        left=data["left"] * MILLISECOND if "left" in data else None,
        amounts={int(each): more * MILLISECOND for each, more in data.get("amounts", {}).items()},
        undoes=undoes,
    )
