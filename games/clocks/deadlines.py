"""The clock of a game: what its fields hold, from the arithmetic. Nothing here saves; services do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from accounts.vacation.keeping import vacation_of
from games.clocks.arithmetic import NOTHING, Pace, Ticking
from games.clocks.ledger import Span, merged
from games.models import Game, LogEntry, Seat, SeatKind, Status

MILLISECOND: Final = timedelta(milliseconds=1)
PAUSED_AT_MOST: Final = timedelta(days=14)


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


def heeds_vacation(game: Game) -> bool:
    """Whether vacation stops the clocks of this game."""
    pace = pace_of(game)
    return pace is not None and not pace.is_live and game.vacation_allowed


def rests_until(game: Game, seat: Seat) -> datetime | None:
    """Until when something stops the clock of a seat, or did; None: nothing ever has."""
    vacation = seat.player.vacation_until if seat.player and heeds_vacation(game) else None
    return max(filter(None, [game.paused_until, vacation]), default=None)


def is_paused(game: Game, now: datetime) -> bool:
    return game.status == Status.RUNNING and game.paused_until is not None and game.paused_until > now


def hold(game: Game, now: datetime) -> None:
    """Keeps what is left now on the clock that runs; whoever lets it run again says from when on."""
    clock = ticking(game)
    if clock is not None and game.next_seat is not None:
        keep_left(game, game.next_seat, clock.left_at(now))
        game.clock_since = max(now, clock.since)


def run(game: Game, seats: Sequence[Seat], since: datetime) -> None:
    """Lets the clock of the seat to move run from a moment on, if it is a person's who is there, or from the
    end of what stops it; all others stand still."""
    game.clock_since = game.due_at = game.sweep_at = None
    mover = None if game.next_seat is None else seats[game.next_seat]
    if not game.clock_left or mover is None or not is_timed(mover):
        return
    game.clock_since = max(since, rests_until(game, mover) or since)
    set_deadline(game)


def settle(game: Game, seats: Sequence[Seat], now: datetime) -> bool:
    """Stops the clock that runs although it should stand still, as from when it should, or lets one run that
    stands still for nothing. False: it was as it should be."""
    clock = ticking(game)
    if clock is None or game.next_seat is None:
        return False
    mover = seats[game.next_seat]
    until = rests_until(game, mover)
    if until is not None and until > now:
        wanted = clock.stopped(_rests_since(game, mover, now), until)._replace(since=until)
    else:
        wanted = clock.resumed(now)
    if wanted == clock:
        return False
    warned = game.sweep_at == game.due_at
    keep_left(game, game.next_seat, wanted.left)
    game.clock_since = wanted.since
    set_deadline(game, warned=warned)
    return True


def _rests_since(game: Game, seat: Seat, now: datetime) -> datetime:
    vacation = vacation_of(seat.player, now) if seat.player and heeds_vacation(game) else None
    return vacation.since if vacation else now


def give_time_back(
    game: Game,
    seat: Seat,
    turn: LogEntry,
    asides: Sequence[LogEntry],
    outages: Iterable[Span],
    now: datetime,
) -> datetime:
    """The turn is taken back: the clock of the seat stands as it did when the turn ended, and has run on
    since the moment returned, so that nobody thinks for nothing by playing first; that of who was to move
    stands as when it began to run. Both keep what they were given by what was noted aside meanwhile, and
    neither pauses nor `outages` count. Nor does it cost the game at once: some minutes are always left."""
    if seat.number is not None and "left" in turn.data:
        _stand_as(game, seat.number, turn.data["left"], asides)
    fell = any(aside.seat == game.next_seat and "amounts" not in aside.data for aside in asides)
    if game.next_seat is not None and "next" in turn.data and not fell:
        _stand_as(game, game.next_seat, turn.data["next"], asides)
    since = stopped = turn.created_at
    uncounted = [*outages]
    for aside in asides:
        match aside.data["what"]:
            case "wound":
                since = aside.created_at
            case "paused" | "paused-by-staff":
                stopped = aside.created_at
            case "resumed" | "resumed-by-staff":
                uncounted.append(Span(stopped, aside.created_at))
    return _runs_since(game, seat, since, uncounted, now)


def _runs_since(
    game: Game, seat: Seat, since: datetime, uncounted: Sequence[Span], now: datetime
) -> datetime:
    pace = pace_of(game)
    if pace is None or seat.number is None or not game.clock_left:
        return since
    stands_until = rests_until(game, seat)
    if stands_until is not None and stands_until > now:
        return since  # and it runs from then on, with all that it has
    weekends = ZoneInfo(game.weekend_zone) if game.weekend_zone else None
    clock = Ticking(left_of(game, seat.number), since, weekends)
    for span in merged(uncounted):
        clock = clock.credited(*span)
    if clock.left_at(now) >= pace.taken_back_at_least:
        return clock.since
    keep_left(game, seat.number, pace.taken_back_at_least)
    return now


def _stand_as(game: Game, seat: int, left: int, asides: Sequence[LogEntry]) -> None:
    """With so many milliseconds, and what the seat was given since."""
    given = [aside.data["amounts"].get(str(seat), 0) for aside in asides if "amounts" in aside.data]
    keep_left(game, seat, (left + sum(given)) * MILLISECOND)


def given_since(game: Game, before: Sequence[int]) -> dict[str, int]:
    """What an entry that gives time says of it: the milliseconds that each seat has got since its clocks
    stood as `before`."""
    pairs = zip(game.clock_left, before, strict=True)
    return {str(seat): now - was for seat, (now, was) in enumerate(pairs) if now != was}


def is_timed(seat: Seat) -> bool:
    """A bot has no clock, and for a seat adrift its turns are passed."""
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
