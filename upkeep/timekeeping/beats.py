"""The timekeeper: says that the site is there, and tells an outage from a clock that has jumped.

Where nobody was there nobody could play: no deadline counts that time (`upkeep.timekeeping.moments`).
Whether time has passed says a witness that nobody sets, the ticks of the machine. Where the database's clock
has gone another way than they by more than `JUMP`, it is told, and the site goes on in the time it had, so
much `ahead` or behind of which the clock is. That ends by itself when the clock comes right, or when staff
say that it is."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction

from upkeep import clock
from upkeep.clock import GAP, LIVE_GAP, NOTHING, Heart
from upkeep.models import Heartbeat, Outage
from upkeep.timekeeping.moments import Span, move_all, set_back_all

logger = logging.getLogger(__name__)

JUMP: Final = timedelta(minutes=5)
"""What differs by less is a clock that was set, and is believed."""
GRACE: Final = timedelta(minutes=15)
"""After an outage no clock falls for so long: people must get the chance to come back first."""


class Pulse(NamedTuple):
    now: datetime
    tripped: bool
    """The breaker held the clocks when the sweep was last there."""

    @property
    def in_grace(self) -> bool:
        """An outage is just over: no clock falls yet. A query that most sweeps need not ask."""
        over = Outage.objects.filter(live_only=False, ended_at__gt=self.now - GRACE)
        # What ends later than now was written by a clock that was believed wrongly.
        return over.filter(ended_at__lte=self.now).exists()


def beat() -> Pulse:
    """Says that the site is there. After a gap all open deadlines are moved by it, once, whoever comes first:
    the row is locked. A backup that is restored holds the heartbeat of its hour, so what was lost since is a
    gap like any other.

    The row is written by every sweep, one small row a few times a minute: were it written less often, a gap
    of live clocks could not be told from two sweeps that follow each other. Nearly every time two statements
    do it, which find no gap, no jump and no breaker that has tripped; whatever else there is `_beat_after`
    sees.
    """
    read, ticks = clock.reading(), clock.ticks()
    last = read.heart
    if last is not None and last.tripped_at is None:
        now = read.clock - last.ahead
        if NOTHING <= now - last.at <= LIVE_GAP and not _jumped(last, now, ticks):
            steady = Heartbeat.objects.filter(
                pk=1, at__gte=now - LIVE_GAP, at__lte=now, ahead=last.ahead, tripped_at=None
            )
            if steady.update(**_keep(now, ticks, last.ahead)):
                return Pulse(now, tripped=False)
    return _beat_after()


@transaction.atomic
def _beat_after() -> Pulse:
    """Locks the heartbeat, and after it the rows of all that moves."""
    last, read, ticks = _locked()
    ahead = last.ahead
    now = read.clock - ahead
    if jumped := _jumped(last, now, ticks):
        ahead += jumped
        # Back where it was, or nearly: that little is believed, as it always is.
        ahead = ahead if abs(ahead) > JUMP else NOTHING
        _tell(ahead, jumped)
    elif ahead and now < last.at <= read.clock:
        ahead = NOTHING  # nobody has seen it, but it has come right
    elif last.at - now > JUMP:
        ahead = read.clock - last.at  # while nobody was there it was set back
        _tell(ahead, now - last.at)
    now = read.clock - ahead
    if now - last.at > LIVE_GAP:
        note_outage(last.at, now, live_only=now - last.at <= GAP)
    # Also where the clock was set back a little: no gap would be seen until it has caught up again.
    Heartbeat.objects.filter(pk=1).update(**_keep(now, ticks, ahead))
    return Pulse(now, last.tripped_at is not None)


def _locked() -> tuple[Heart, clock.Reading, float]:
    """What is said now by clock and ticks, and was said last, which nobody changes any more."""
    if not _lock():
        Heartbeat.objects.get_or_create(pk=1, defaults={"at": clock.reading().clock})
        _lock()
    read, ticks = clock.reading(), clock.ticks()
    if read.heart is None:
        raise Heartbeat.DoesNotExist
    return read.heart, read, ticks


def _lock() -> bool:
    return Heartbeat.objects.select_for_update().filter(pk=1).first() is not None


def _jumped(last: Heart, now: datetime, ticks: float) -> timedelta:
    """By how much the clock has gone another way than time has; nothing where that is little, or where nobody
    was there all the while: neither whoever wrote the last beat nor, where timekeepers run on several
    machines, this process."""
    then, counted = last.at, last.ticks
    if not last.witness or last.witness != clock.witness() or last.witnessed_at != last.at:
        if _own is None or _own.ahead != last.ahead:
            return NOTHING
        then, counted = _own.now, _own.ticks
    passed = timedelta(seconds=ticks - counted)
    jumped = now - then - passed
    return jumped if passed >= NOTHING and abs(jumped) > JUMP else NOTHING


class _Own(NamedTuple):
    """What this process has said last."""

    now: datetime
    ticks: float
    ahead: timedelta


_own: _Own | None = None


def _keep(now: datetime, ticks: float, ahead: timedelta) -> dict[str, Any]:
    """Of a beat, in this process and for the heartbeat."""
    global _own
    _own = _Own(now, ticks, ahead) if clock.witness() else None
    return {"at": now, "ahead": ahead, "witness": clock.witness(), "witnessed_at": now, "ticks": ticks}


def _tell(ahead: timedelta, jumped: timedelta) -> None:
    if ahead:
        logger.error(
            "The clock of the database has jumped by %s, while no such time has passed. Nothing believes it: "
            "the site goes on in the time it had. Set the clock right, or say that it is: "
            "homeworlds clock_jump.",
            jumped,
        )
    else:
        logger.warning("The clock of the database has come right, by %s.", jumped)


def note_outage(began: datetime, ended: datetime, *, live_only: bool) -> int:
    """Writes an outage down and moves the deadlines that were kept waiting; returns how many. Whoever calls
    it has locked the heartbeat."""
    Outage.objects.create(began_at=began, ended_at=ended, live_only=live_only)
    return move_all(Span(began, ended, live_only))


# --- What staff say


class NothingToSay(ValueError):
    """The clock is believed as it is, or there was no such outage."""


class Said(NamedTuple):
    by: timedelta
    """So much was moved."""
    moved: int
    """So many deadlines."""
    now: datetime


@transaction.atomic
def accept_clock() -> Said:
    """What the database's clock shows is right, however it came to that. Open deadlines move with it, once:
    everybody has as much time left as before. Locks the heartbeat. Raises NothingToSay."""
    last, read, ticks = _locked()
    if not last.ahead:
        raise NothingToSay
    before, now = read.clock - last.ahead, read.clock
    if last.ahead > NOTHING:
        moved = note_outage(min(before, last.at), now, live_only=False)
    else:
        moved = set_back_all(-last.ahead, before)
    Heartbeat.objects.filter(pk=1).update(**_keep(now, ticks, NOTHING))
    return Said(last.ahead, moved, now)


@transaction.atomic
def take_outage_back(*, outage_id: int) -> Said:
    """There was no such outage: a clock had jumped while nobody was there. The site goes on in the time
    before it, from which the clock is so much further ahead; what was moved by it is moved back, and so is
    what has begun since. Locks the heartbeat. Raises NothingToSay."""
    last, read, ticks = _locked()
    outage = Outage.objects.filter(pk=outage_id, live_only=False).first()
    if outage is None:
        raise NothingToSay
    by = outage.ended_at - outage.began_at
    ahead = last.ahead + by
    ahead = ahead if abs(ahead) > JUMP else NOTHING
    moved = set_back_all(by, read.clock - last.ahead)
    outage.delete()
    now = read.clock - ahead
    Heartbeat.objects.filter(pk=1).update(**_keep(now, ticks, ahead))
    return Said(-by, moved, now)
