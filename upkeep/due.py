"""Work that is due: rows of the database are the queue, and what goes by the broker is a bell.

Whoever makes a row due rings the bell of its kind after the commit. Whoever hears it claims one row after
another, the most urgent first, and rings on when there are more, so that others who listen join. So no row
has more than one call, a long queue is fed by nobody, and a bell that gets lost does no harm: the sweep rings
while something is due.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from django.db.models import Model, QuerySet
from django.utils.functional import Promise

from upkeep import queue
from upkeep.clock import database_now
from upkeep.kept.whether import Ask
from upkeep.sweep import add_step
from upkeep.watching.logs import bound, ids
from upkeep.watching.measures import PREFIX, family

logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)
Claimed = TypeVar("Claimed")
SECONDS: Final = 2.0
"""For one bell, then the worker looks what else there is."""
LEASE: Final = timedelta(seconds=5)
"""What is worked at for longer is claimed anew meanwhile, by `kept`."""
RENEWALS: Final = 3
"""In the time of one claim."""
SHARE: Final = 4
LONGEST: Final = timedelta(hours=1)
AT_ONCE: Final = 5
"""So many are looked at, for others may be quicker."""


@dataclass(frozen=True)
class Work:
    """A kind of it. `claim` makes the most urgent rows that are due the caller's, and `do` is given each of
    them; empty: there is none, or none that can be done now."""

    name: str
    title: Promise
    bell: str
    """The task."""
    due: tuple[Ask, ...]
    """Where there are rows of any the sweep rings."""
    since: Callable[[datetime], datetime | None]
    """When that came which has been due longest and is in nobody's hands; None when there is none. By a small
    query."""
    claim: Callable[[], Sequence[Any]]
    do: Callable[[Any], object]
    late: float
    """After so many seconds an alarm rings."""
    part: str
    """Of the site, which does it: `upkeep.watching.run_by` says what that is called."""
    give_back: Callable[[Sequence[Any]], object] | None = None
    """Where several are claimed at once: makes those due again that were not begun in time."""


def one(claim: Callable[[], Claimed | None]) -> Callable[[], list[Claimed]]:
    """For work of which one row at a time is claimed."""

    def claimed() -> list[Claimed]:
        row = claim()
        return [] if row is None else [row]

    return claimed


_works: Final[dict[str, Work]] = {}


def add_work(work: Work) -> None:
    """Apps do so in `AppConfig.ready`: of one bell in the order of their urgency. Raises ValueError when the
    name is taken."""

    def ring() -> None:
        queue.enqueue(work.bell)

    add_step(f"waiting {work.name}", ring, due=work.due)
    _works[work.name] = work


def works() -> list[Work]:
    return list(_works.values())


def answer(bell: str, *, seconds: float = SECONDS) -> int:
    """Does what is due of the works of this bell, one after another for so many seconds; how many. Rings on
    if there may be more, also when one of them raises: the others are not held up by it."""
    give_up, done = time.monotonic() + seconds, 0
    work: Work | None = None
    rows: list[Any] = []
    ring_on = True
    try:
        while not done or time.monotonic() < give_up:
            if not rows:
                work, rows = _claimed(bell)
                if not done and rows and not settings.CELERY_TASK_ALWAYS_EAGER and _is_more(bell):
                    queue.enqueue(bell)
            if work is None:
                ring_on = False
                break
            done += 1
            with bound(**ids()):
                work.do(rows.pop(0))
    finally:
        if rows and work is not None and work.give_back is not None:
            work.give_back(rows)
        if ring_on:
            queue.enqueue(bell)
        if done:
            logger.info("%s: %d done.", bell, done)
    return done


def _claimed(bell: str) -> tuple[Work | None, list[Any]]:
    """What is most urgent, and whose work it is; None: there is nothing."""
    for work in works():
        if work.bell == bell and (rows := work.claim()):
            return work, list(rows)
    return None, []


def _is_more(bell: str) -> bool:
    now = database_now()
    return any(work.since(now) is not None for work in works() if work.bell == bell)


def waits() -> dict[str, float]:
    """For how many seconds the oldest of each kind has been due and in nobody's hands."""
    now = database_now()
    found = ((work.name, work.since(now)) for work in works())
    return {name: max((now - since).total_seconds(), 0.0) if since else 0.0 for name, since in found}


def late_works() -> dict[str, float]:
    """Those of which the oldest has waited too long, as `waits` has them."""
    return {name: seconds for name, seconds in waits().items() if seconds > _works[name].late}


@family(PREFIX + "waiting_seconds", "work", "For how long the oldest has been due, in nobody's hands.")
def _waiting() -> dict[str, float]:
    return waits()


# --- Claims: a row that is due is made somebody's for a while only, so that what a worker was at when it died
# is found. A claim puts off when the row is due next, by a compare-and-set: of two who found it one has it.


def claim(due: QuerySet[Row], *, due_at: str, since: str, state: str, least: timedelta = LEASE) -> Row | None:
    """The first of these rows, which is the caller's from now on; None when there is none.

    `due_at`, `since` and `state` are columns: when it is due (again), since when it has waited, and what
    every step of the work changes. It is claimed for a quarter of the time that it has waited, for `least`
    at least: so what always fails, or kills its worker, is tried less and less often. The queryset has its
    order and leaves out what is not due.
    """
    while rows := list(due[:AT_ONCE]):
        now = database_now()
        for row in rows:
            until = now + lease_of(now - getattr(row, since), least)
            as_found = {name: getattr(row, name) for name in ("pk", due_at, state)}
            if type(row)._base_manager.filter(**as_found).update(**{due_at: until}):
                setattr(row, due_at, until)
                return row
    return None


def lease_of(waited: timedelta, least: timedelta = LEASE) -> timedelta:
    return max(least, min(waited / SHARE, LONGEST))


def renewed(row: Row, *, due_at: str, state: str, least: timedelta = LEASE) -> bool:
    """Whether the row is still the caller's, who has it for `least` from now on, or longer as before."""
    held: datetime = getattr(row, due_at)
    until = max(held, database_now() + least)
    as_held = {name: getattr(row, name) for name in ("pk", due_at, state)}
    if not type(row)._base_manager.filter(**as_held).update(**{due_at: until}):
        return False
    setattr(row, due_at, until)
    return True


@contextmanager
def kept(renew: Callable[[], bool], *, every: timedelta = LEASE / RENEWALS) -> Iterator[None]:
    """Calls `renew` now and then while the block runs, in a thread with a connection of its own, until it
    says that there is nothing to renew any more. A process that dies renews nothing."""
    over = threading.Event()

    def run() -> None:
        while not over.wait(every.total_seconds()):
            try:
                if not renew():
                    return
            except (DatabaseError, InterfaceError) as error:
                logger.debug("A claim could not be renewed: %s.", type(error).__name__)
            finally:
                connections.close_all()  # this thread's only

    renewing = threading.Thread(target=run, name="claim", daemon=True)
    renewing.start()
    try:
        yield
    finally:
        over.set()
        renewing.join()  # what follows sees the row as it was renewed last
