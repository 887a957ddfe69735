"""The clock of a game: what its fields hold, from the arithmetic. Nothing here saves; services do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from games.clocks.arithmetic import NOTHING, Pace, Ticking
from games.models import Game, LogEntry, Seat, SeatKind

MILLISECOND: Final = timedelta(milliseconds=1)


def pace_of(game: Game) -> Pace | None:
    """None without a clock."""
    if game.clock_start is None or game.clock_increment is None or game.clock_cap is None:
        return None
    return Pace(game.clock_start, game.clock_increment, game.clock_cap)


def ticking(game: Game) -> Ticking | None:
    """The clock of the seat to move; None while none runs."""
    if game.clock_since is None or game.next_seat is None:
        return None
    weekends = ZoneInfo(game.weekend_zone) if game.weekend_zone else None
    return Ticking(left_of(game, game.next_seat), game.clock_since, weekends)


def left_of(game: Game, seat: int) -> timedelta:
    """What is on the clock of a seat; of the one to move: was, when it began to run."""
    return game.clock_left[seat] * MILLISECOND


def keep_left(game: Game, seat: int, left: timedelta) -> None:
    game.clock_left = [*game.clock_left[:seat], left // MILLISECOND, *game.clock_left[seat + 1 :]]


def wind_up(game: Game, seats: Sequence[Seat]) -> None:
    """Gives every seat of a game that starts, or has agreed on a clock, what a clock holds at the start."""
    pace = pace_of(game)
    game.clock_left = [pace.start // MILLISECOND for _ in seats] if pace else []
    for seat in seats:
        seat.excuses_left = game.excuses if game.players > 2 else 0


def stop(game: Game, now: datetime) -> int | None:
    """The turn of the seat to move ends: its clock gets the increment. Returns the milliseconds that it had
    left, which the entry of the turn keeps; None when no clock ran."""
    clock, pace = ticking(game), pace_of(game)
    if clock is None or pace is None or game.next_seat is None:
        return None
    left = clock.left_at(now)
    keep_left(game, game.next_seat, pace.after_turn(left))
    return left // MILLISECOND


def run(game: Game, seats: Sequence[Seat], since: datetime) -> None:
    """Lets the clock of the seat to move run from a moment on, if it is a person's who is there; all others
    stand still."""
    game.clock_since = game.due_at = game.sweep_at = None
    mover = None if game.next_seat is None else seats[game.next_seat]
    if not game.clock_left or mover is None or not is_timed(mover):
        return
    game.clock_since = since
    set_deadline(game)


def give_time_back(game: Game, seat: Seat, turn: LogEntry) -> datetime:
    """The turn is taken back: the clock of the seat stands as it did when the turn ended, and has run on."""
    if seat.number is not None and "left" in turn.data:
        keep_left(game, seat.number, turn.data["left"] * MILLISECOND)
    return turn.created_at


def is_timed(seat: Seat) -> bool:
    """A bot has no clock, and a seat adrift passes at once."""
    return seat.kind == SeatKind.PLAYER and seat.adrift_since is None


def set_deadline(game: Game, *, warned: bool = False) -> None:
    """From what is left and since when; `warned`: the next look is at the end."""
    clock, pace = ticking(game), pace_of(game)
    if clock is None or pace is None:
        raise ValueError(f"no clock runs in the game {game}")
    game.due_at = clock.runs_out()
    game.sweep_at = game.due_at if warned or pace.is_live else clock.warns()


def left_now(game: Game, seat: int, now: datetime) -> timedelta:
    """What is on the clock of a seat at this moment. Raises ValueError: the game has no clock."""
    if not game.clock_left:
        raise ValueError(f"the game {game} has no clock")
    clock = ticking(game)
    if clock is None or seat != game.next_seat:
        return max(left_of(game, seat), NOTHING)
    return clock.left_at(now)
