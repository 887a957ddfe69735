"""What every clock of a game must show, reckoned from its terms and its log alone: nothing here asks
`games.clocks`, whose arithmetic this judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final, NamedTuple, Protocol
from zoneinfo import ZoneInfo

NONE: Final = timedelta(0)
A_DAY: Final = timedelta(days=1)
SECOND: Final = timedelta(seconds=1)
"""Clocks are kept in milliseconds, rounded down: so much they may differ after hundreds of turns."""
SATURDAY: Final = 5
BACK: Final = timedelta(minutes=5)
"""A turn taken back leaves so much at least."""
BACK_LIVE: Final = timedelta(seconds=30)
LIVE_BELOW: Final = timedelta(hours=6)
PASSES: Final = 3

Away = tuple[datetime, datetime]


class Entry(Protocol):
    """Of a log."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def created_at(self) -> datetime: ...


class Terms(NamedTuple):
    start: timedelta
    increment: timedelta
    cap: timedelta
    weekends: ZoneInfo | None = None
    """Where no weekend counts."""


class Kept(NamedTuple):
    """The clock of the seat whose turn was the last entry, as it stood when that ended."""

    left: timedelta
    at: datetime


def counted(since: datetime, until: datetime, zone: ZoneInfo | None, away: Sequence[Away]) -> timedelta:
    """What a clock counts between two moments, day by day: neither weekends nor while the site or its player
    was away."""
    total, moment = NONE, since.astimezone(UTC)
    while moment < until:
        end = min(until, _next_day(moment, zone))
        if zone is None or moment.astimezone(zone).weekday() < SATURDAY:
            total += end - moment - _within(moment, end, away)
        moment = end
    return total


def _within(begin: datetime, end: datetime, away: Sequence[Away]) -> timedelta:
    """What these times take of the time between the two moments; they may overlap."""
    lost, moment = NONE, begin
    for left, back in sorted(away):
        if back > moment and left < end:
            lost += min(back, end) - max(left, moment)
            moment = max(moment, min(back, end))
    return lost


def _next_day(moment: datetime, zone: ZoneInfo | None) -> datetime:
    if zone is None:
        return moment + A_DAY
    return datetime.combine(moment.astimezone(zone).date() + A_DAY, time(), zone).astimezone(UTC)


class Standings:
    """Follows one game, entry by entry."""

    def __init__(
        self,
        terms: Terms,
        seats: int,
        *,
        mover: int,
        since: datetime,
        away: list[Away],
        rests: Callable[[int], Sequence[Away]] = lambda _seat: (),
    ) -> None:
        """`away`: the site, `rests`: the player of a seat, on a vacation that the game heeds."""
        self.terms, self.away, self.rests = terms, away, rests
        self.left = [terms.start] * seats
        self.passes = [0] * seats
        self.adrift: set[int] = set()
        self.mover: int | None = mover
        self.since = since
        self.stretch = 0
        """Raised whenever a clock begins to run anew."""
        self.number = 0
        self.early: list[str] = []
        self.wrong: list[str] = []
        self._kept: Kept | None = None

    def follow(self, entries: Sequence[Entry], mover: int | None) -> None:
        """What one transaction has appended, after which it is this seat's turn; None: the game is over."""
        before, since = self.mover, None
        for entry in entries:
            since = self._follow(entry) or since
            self.number = entry.number
        if mover != before:
            since = since or entries[-1].created_at
        if since is not None:
            self.since = since
            self.stretch += 1
        self.mover = mover

    def left_at(self, now: datetime) -> timedelta:
        """Of the seat to move."""
        if self.mover is None:
            raise ValueError("the game is over")
        away = [*self.away, *self.rests(self.mover)]
        return self.left[self.mover] - counted(self.since, now, self.terms.weekends, away)

    def runs_out(self) -> datetime:
        """When the clock of the seat to move does."""
        moment, left = self.since, self.left_at(self.since)
        while left > NONE:
            moment += left
            left = self.left_at(moment)
        while later := self._goes_on(moment):
            moment = later
        return moment

    def _goes_on(self, moment: datetime) -> datetime | None:
        """When the clock runs again that stands still at this moment; None: it runs."""
        rests = self.rests(self.mover) if self.mover is not None else ()
        if back := [back for left, back in [*self.away, *rests] if left <= moment < back]:
            return max(back)
        return _next_day(moment, self.terms.weekends) if self._is_weekend(moment) else None

    def _is_weekend(self, moment: datetime) -> bool:
        zone = self.terms.weekends
        return zone is not None and moment.astimezone(zone).weekday() >= SATURDAY

    def _follow(self, entry: Entry) -> datetime | None:
        """Since when the clock of the same seat as before runs anew, if it does."""
        match entry.kind:
            case "turn":
                self._turn(entry)
                return entry.created_at
            case "take-back":
                return self._take_back(entry)
            case "clock":
                return self._clock(entry)
            case "seat-change":
                return self._taken_up(entry)
            case "time":
                self._lost(entry)
        return None

    def _turn(self, entry: Entry) -> None:
        seat = _seat(entry)
        if seat in self.adrift:
            self.passes[seat] += 1
            return
        if "left" not in entry.data:
            return  # a bot's
        left = max(self.left_at(entry.created_at), NONE)
        self._kept = Kept(left, entry.created_at)
        if timedelta(milliseconds=entry.data["left"]) < left - SECOND:
            self.wrong.append(f"turn {entry.number}: {entry.data['left']} ms were left, not {left}")
        self.left[seat] = min(left + self.terms.increment, self.terms.cap)

    def _take_back(self, entry: Entry) -> datetime:
        """It has run on since the turn ended, as far as some minutes are left."""
        if self._kept is None:
            raise ValueError("no turn to take back")
        seat, (left, ended) = _seat(entry), self._kept
        away = [*self.away, *self.rests(seat)]
        used = counted(ended, entry.created_at, self.terms.weekends, away)
        least = min(BACK_LIVE if self.terms.cap < LIVE_BELOW else BACK, self.terms.cap)
        self.left[seat] = left if left - used >= least else least
        return ended if left - used >= least else entry.created_at

    def _clock(self, entry: Entry) -> datetime | None:
        seat = _seat(entry)
        match entry.data["what"]:
            case "excused":
                self._judge(entry)
                self.left[seat] = self.excused()
            case "vacation":
                self._judge(entry)
                self.left[seat] = NONE
            case "adrift":
                self._judge(entry)
                self.adrift.add(seat)
                self.passes[seat] = 0
            case _:
                return None
        return entry.created_at

    def excused(self) -> timedelta:
        return min(max(self.terms.increment, A_DAY), self.terms.cap)

    def _taken_up(self, entry: Entry) -> datetime | None:
        seat = _seat(entry)
        self.adrift.discard(seat)
        self.left[seat] = max(self.terms.start, self.excused())
        return entry.created_at if seat == self.mover else None

    def _lost(self, entry: Entry) -> None:
        if _seat(entry) not in self.adrift:
            self._judge(entry)
        elif self.passes[_seat(entry)] != PASSES:
            self.wrong.append(f"entry {entry.number}: lost after {self.passes[_seat(entry)]} passes")

    def _judge(self, entry: Entry) -> None:
        """A clock fell: had the seat time left?"""
        if entry.seat != self.mover:
            self.wrong.append(f"entry {entry.number}: the clock of a seat fell that was not to move")
        elif (left := self.left_at(entry.created_at)) > SECOND:
            self.early.append(f"entry {entry.number}: {left} left")


def _seat(entry: Entry) -> int:
    if entry.seat is None:
        raise ValueError(f"the entry {entry.number} is of no seat")
    return entry.seat
