"""The arithmetic of clocks. No framework, no clock of its own: every moment is handed in.

The model is that of Abstract Play: so much at the start, so much more after every turn, never more than the
cap. Moments are aware datetimes; amounts are what the clock counts, which weekends may interrupt.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

NOTHING: Final = timedelta(0)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
SATURDAY: Final = 5
WARNED_AT_SHARE: Final = 0.2
WARNED_AT_MOST: Final = timedelta(hours=24)
EXCUSED_AT_LEAST: Final = timedelta(hours=24)
GIVEN_AT_LEAST: Final = DAY
LIVE_GIFT_AT_LEAST: Final = timedelta(minutes=1)
LIVE_BELOW: Final = timedelta(hours=6)
"""A clock that holds less is for two people who are both there."""
TAKEN_BACK_AT_LEAST: Final = timedelta(minutes=5)
TAKEN_BACK_LIVE: Final = timedelta(seconds=30)


class Pace(NamedTuple):
    """What a player's clock holds at the start, what every turn adds to it, and the most it ever holds."""

    start: timedelta
    increment: timedelta
    cap: timedelta

    @classmethod
    def a_turn(cls, each: timedelta) -> Pace:
        """So much for every turn, whatever the turns before it took."""
        return cls(each, each, each)

    @property
    def is_live(self) -> bool:
        return self.cap < LIVE_BELOW

    @property
    def is_by_turns(self) -> bool:
        """Nothing is saved from one turn to the next."""
        return self.start == self.increment == self.cap

    def after_turn(self, left: timedelta) -> timedelta:
        """What is on the clock once a turn has ended with so much left."""
        return min(max(left, NOTHING) + self.increment, self.cap)

    def excused(self) -> timedelta:
        """What is on the clock again after it ran out and the player had an excuse left."""
        return min(max(self.increment, EXCUSED_AT_LEAST), self.cap)

    @property
    def gift(self) -> timedelta:
        """How much a player gives each of the others at once: what a turn adds, or a day if that is more, a
        minute if the clock is live."""
        return max(self.increment, LIVE_GIFT_AT_LEAST if self.is_live else GIVEN_AT_LEAST)

    @property
    def least_gift(self) -> timedelta:
        """Less is not given to anybody."""
        return LIVE_GIFT_AT_LEAST if self.is_live else HOUR

    @property
    def taken_back_at_least(self) -> timedelta:
        """What is on the clock at least once a turn is taken back."""
        return min(TAKEN_BACK_LIVE if self.is_live else TAKEN_BACK_AT_LEAST, self.cap)

    def given(self, left: timedelta, more: timedelta) -> timedelta:
        """What is on the clock once others have given the player more time. Raises ValueError: not more."""
        if more <= NOTHING:
            raise ValueError(f"{more} is not more time")
        return max(left, min(left + more, self.cap))

    def with_gift(self, left: timedelta) -> timedelta:
        """What is on the clock after a gift; as before, where it can hold too little more."""
        given = self.given(left, self.gift)
        return given if given - left >= self.least_gift else left


class Ticking(NamedTuple):
    """The clock of the player to move."""

    left: timedelta
    """So much at `since`."""
    since: datetime
    """When it began to run, or will: it stands still until then."""
    weekends: ZoneInfo | None = None
    """Where it stands still from Saturday 0:00 to Sunday 24:00; None: it runs on weekends too."""

    def left_at(self, now: datetime) -> timedelta:
        return max(self.left - running_time(self.since, now, self.weekends), NOTHING)

    def runs_out(self) -> datetime:
        return after_running(self.since, self.left, self.weekends)

    def warns(self) -> datetime:
        """When the player is warned: at a fifth of what the turn began with or at 24 hours, if later."""
        last = min(self.left * WARNED_AT_SHARE, WARNED_AT_MOST)
        return after_running(self.since, self.left - last, self.weekends)

    def stopped(self, now: datetime, until: datetime) -> Ticking:
        """The same clock, standing still from now until then. Stopped already, it goes on no sooner."""
        return Ticking(self.left_at(now), max(self.since, until), self.weekends)

    def resumed(self, now: datetime) -> Ticking:
        """The same clock, running from now on if it stood still."""
        return self._replace(since=min(self.since, now))

    def credited(self, began: datetime, ended: datetime) -> Ticking:
        """The same clock, the time between the two moments not counted: at the end of it so much is left as
        at its beginning, whatever weekends lay within."""
        if ended <= max(began, self.since):
            return self
        return self._replace(since=max(self.since, self.set_to(began, ended).since))

    def set_to(self, now: datetime, shown: datetime) -> Ticking:
        """The same clock, of which as much is left when it is `shown` as it has `now`."""
        used = running_time(self.since, now, self.weekends)
        return self._replace(since=before_running(shown, used, self.weekends))


def running_time(since: datetime, until: datetime, weekends: ZoneInfo | None) -> timedelta:
    """What a clock counts between two moments; nothing when the second is not later."""
    # In one and the same zone Python subtracts what the hands show, not what has passed.
    since, until = since.astimezone(UTC), until.astimezone(UTC)
    if until <= since:
        return NOTHING
    lost = [end - start for start, end in weekends_within(since, until, weekends)]
    return until - since - sum(lost, NOTHING)


def weekends_within(
    since: datetime, until: datetime, weekends: ZoneInfo | None
) -> list[tuple[datetime, datetime]]:
    """What of them lies between two moments, in UTC."""
    since, until = since.astimezone(UTC), until.astimezone(UTC)
    return [(max(start, since), min(end, until)) for start, end in _weekends(since, until, weekends)]


def after_running(since: datetime, amount: timedelta, weekends: ZoneInfo | None) -> datetime:
    """The moment at which a clock that runs from `since` on has counted so much."""
    moment = since.astimezone(UTC)
    if weekends is None:
        return moment + amount
    for start, end in _weekends(moment, None, weekends):
        if start >= moment + amount:
            break
        amount -= max(start - moment, NOTHING)
        moment = max(moment, end)
    return moment + amount


def before_running(until: datetime, amount: timedelta, weekends: ZoneInfo | None) -> datetime:
    """The moment from which on a clock has counted so much when it is `until`."""
    # Five days of seven count, and four more are enough for the weekend that each end may lie in.
    early = until.astimezone(UTC) - amount - (amount * 2 / 5 + 4 * DAY if weekends else NOTHING)
    return after_running(early, running_time(early, until, weekends) - amount, weekends)


def _weekends(
    since: datetime, until: datetime | None, zone: ZoneInfo | None
) -> Iterator[tuple[datetime, datetime]]:
    """The weekends that are not over at `since` and begin before `until`, in UTC: days change where the zone
    says, so one with a change of clocks is an hour shorter or longer."""
    if zone is None:
        return
    day = since.astimezone(zone).date()
    saturday = day + timedelta(days=(SATURDAY - day.weekday()) if day.weekday() <= SATURDAY else -1)
    while until is None or _midnight(saturday, zone) < until:
        yield _midnight(saturday, zone), _midnight(saturday + timedelta(days=2), zone)
        saturday += timedelta(days=7)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
