"""The one place that asks what time it is, and how much of the answer is believed.

The timekeeper, which is the sweep, says every few seconds that it is there (`upkeep.timekeeping.beats`).
Nobody believes a time that it has not seen: while it is away, or the clock shows what cannot be, the time of
the site stands at its last beat. So nothing is charged for an outage, and nothing falls due by a clock that
has jumped, before the timekeeper is back to say which of the two it was; it then moves what an outage has
stopped."""

from __future__ import annotations

import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.db import connection
from django.utils import timezone

GAP: Final = timedelta(minutes=5)
"""If the timekeeper was away for longer, so was the site."""
LIVE_GAP: Final = timedelta(seconds=30)
"""The same for what is played by people who are both there."""
NOTHING: Final = timedelta(0)

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


class Heart(NamedTuple):
    """What the timekeeper has said last."""

    at: datetime
    """When, in the time of the site."""
    ahead: timedelta
    """So much more than that the database's clock shows since it jumped."""
    tripped_at: datetime | None
    witness: str
    """Whose `ticks` they are; empty: nobody's."""
    witnessed_at: datetime | None
    """What `at` was then; if it is something else now, nobody has seen it."""
    ticks: float
    """Seconds of the witness at that moment."""


class Reading(NamedTuple):
    clock: datetime
    """What the database's clock shows, whatever that is worth."""
    heart: Heart | None
    """None: the timekeeper has never been here."""


COLUMNS: Final = ", ".join(Heart._fields)
# The table was of the games once; its name has stayed.
_HEART: Final = f"SELECT {COLUMNS} FROM games_heartbeat WHERE id = 1"  # noqa: S608  constants
_BOTH: Final = (
    f"SELECT clock_timestamp(), {COLUMNS} FROM (SELECT 1) one "  # noqa: S608  constants
    "LEFT JOIN games_heartbeat ON games_heartbeat.id = 1"
)


def reading() -> Reading:
    """The database's clock and what the timekeeper has said last, in one statement."""
    if connection.vendor == "sqlite":
        return Reading(timezone.now(), heart())
    with connection.cursor() as cursor:
        cursor.execute(_BOTH)
        clock, *row = cursor.fetchone()
    return Reading(clock, None if row[0] is None else Heart(*row))


def heart() -> Heart | None:
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(_HEART)
            row = cursor.fetchone()
        return Heart(*row) if row else None
    # SQLite has no clock to ask in the same statement. To ask the file itself takes some microseconds.
    connection.ensure_connection()
    with connection.wrap_database_errors:
        row = connection.connection.execute(_HEART).fetchone()
    if row is None:
        return None
    at, ahead, tripped_at, witness, witnessed_at, ticks = row
    return Heart(
        _aware(at), timedelta(microseconds=ahead), _aware(tripped_at), witness, _aware(witnessed_at), ticks
    )


def _aware(moment: datetime | None) -> Any:
    return moment and moment.replace(tzinfo=UTC)


def believed(read: Reading, *, live: bool = False, known: datetime | None = None) -> datetime:
    """The time of the site. It goes on from the timekeeper's last beat, and stands there when that is longer
    ago than `GAP`, `LIVE_GAP` for what is `live`, or lies in the future. `known`: when the last thing
    happened that must not come later; it may have come before the gap was noticed."""
    clock, last = read
    if last is None:
        return clock
    now, gap = clock - last.ahead, LIVE_GAP if live else GAP
    if last.at <= now <= last.at + gap:
        return now
    return known if known is not None and last.at < known <= min(now, last.at + gap) else last.at


def database_now(*, live: bool = False, known: datetime | None = None) -> datetime:
    """The time of the site, by the database's clock as far as it is `believed`. Ask after the lock is held,
    never before: waiting takes time."""
    read = reading()
    now = believed(read, live=live, known=known)
    if read.heart is None or now == read.clock - read.heart.ahead:
        _remember(now)  # one that stands says less than the ticks since an earlier one
    return now


# --- Without asking the database


_last: tuple[datetime, float] | None = None


def _remember(now: datetime) -> None:
    global _last
    _last = (now, ticks())


def local_now() -> datetime:
    """About the time of the site, for what is only shown, or looked at with every request: what this process
    was told last, and what has passed since then; its own clock where it was told nothing yet."""
    if _last is None:
        return timezone.now()
    told, then = _last
    return told + timedelta(seconds=ticks() - then)


# --- A clock that nobody sets


def ticks() -> float:
    """Seconds that have passed, also while the machine slept; a jump of its clock is none."""
    if (sleeping := getattr(time, "CLOCK_BOOTTIME", None)) is not None:
        return time.clock_gettime(sleeping)
    return time.monotonic()


def witness() -> str:
    """Whose `ticks` these are: this machine's since it was started, shared by all its processes; where it
    does not say which start that was, this process's. Empty: they would not count while it sleeps."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return ""
    return _witness


def _boot() -> str:
    try:
        return _BOOT.read_text().strip()[:36]
    except OSError:
        return str(uuid.uuid4())


_witness: Final = _boot()
