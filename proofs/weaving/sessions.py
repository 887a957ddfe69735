"""Two sessions at one database, each a thread with a connection of its own; one of them can be stopped before
any of its statements, and made to fail there."""

from __future__ import annotations

import queue
import random
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import OperationalError, connection

WAITS: Final = 300.0
"""Seconds until a session that neither goes on nor waits for a lock counts as stuck, on a busy machine
too."""
LOOKS_EVERY: Final = 0.002
ASKS_EVERY: Final = 5
"""So many looks, the database is asked whether one session waits for the other."""
_IS_NOTHING: Final = re.compile(r"SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO|SELECT clock_timestamp|SET ")
_WRITES: Final = re.compile(r'(?:INSERT INTO|(?<!FOR )(?<!KEY )UPDATE|DELETE FROM) "?(\w+)"?')
_IS_MORE_THAN_READING: Final = re.compile(
    r"(?!SELECT\b)|.* FOR (?:NO KEY )?(?:UPDATE|SHARE)|.*\b(?:pg_|nextval|setval)", re.S
)
_WORD: Final = re.compile(r"\w+")
COMMIT: Final = "COMMIT"


class Thrown(OperationalError):
    """What the proof throws instead of a statement."""

    def __init__(self) -> None:
        super().__init__("thrown by the proof")


class Stuck(Exception):
    """A session has not come to its end."""


@dataclass
class Trace:
    """The statements of a session, in their order, from its own thread; where it is stopped."""

    stops_at: int = 0
    """Before which statement, from 1; 0: never."""
    throws: bool = False
    statements: list[str] = field(default_factory=list)
    written: set[str] = field(default_factory=set)
    """Tables."""
    commits: int = 0
    """Of something that was written."""
    ends: list[int] = field(default_factory=list)
    """How many statements there were when each transaction ended, whatever it did."""
    _written_since: bool = False
    stopped: threading.Event = field(default_factory=threading.Event)
    goes_on: threading.Event = field(default_factory=threading.Event)

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        text = sql if isinstance(sql, str) else str(sql)
        if not _IS_NOTHING.match(text):
            self._comes_to(text)
        tables = _WRITES.findall(text)
        if tables:
            self.written.update(tables)
            self._written_since = True
            if context["connection"].get_autocommit():
                self._written_since = False
                self.commits += 1
        return execute(sql, params, many, context)

    def commit(self, commit: Callable[[], None]) -> None:
        if self._written_since:
            self._comes_to(COMMIT)
            self._written_since = False
            self.commits += 1
        self.ends.append(len(self.statements))
        commit()

    def roll_back(self, roll_back: Callable[[], None]) -> None:
        self._written_since = False
        self.ends.append(len(self.statements))
        roll_back()

    def after_transaction(self, number: int) -> int:
        """The first statement after the transaction to which this one belongs."""
        return next((end for end in self.ends if end >= number), len(self.statements)) + 1

    def after_reading(self, number: int, written: set[str]) -> int:
        """The first point after this one that can come to something else, where another wrote to these tables
        meanwhile: to read of other tables, without a lock, is the same before that and after it."""
        while number <= len(self.statements) and not _bears_on(self.statements[number - 1], written):
            number += 1
        return number + 1

    def _comes_to(self, text: str) -> None:
        self.statements.append(text)
        if len(self.statements) == self.stops_at:
            self.stopped.set()
            if not self.goes_on.wait(WAITS):
                raise Stuck("nobody let it go on")
            if self.throws:
                raise Thrown


def _bears_on(statement: str, written: set[str]) -> bool:
    return bool(_IS_MORE_THAN_READING.match(statement)) or not written.isdisjoint(_WORD.findall(statement))


@dataclass
class Done:
    value: Any = None
    error: BaseException | None = None


class Session(threading.Thread):
    """Does one thing at a time."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._asked: queue.SimpleQueue[tuple[Callable[[], Any], Trace, str] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Done] = queue.SimpleQueue()
        self._known: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.start()
        self.pid = self._known.get(timeout=WAITS)
        """Of its process at the database."""

    def run(self) -> None:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._known.put(cursor.fetchone()[0])
        while (asked := self._asked.get()) is not None:
            self._done.put(self._do(*asked))
        connection.close()

    def _do(self, act: Callable[[], Any], trace: Trace, lots: str) -> Done:
        LOTS.own = random.Random(lots)
        commit, roll_back = connection.commit, connection.rollback
        connection.commit = lambda: trace.commit(commit)
        connection.rollback = lambda: trace.roll_back(roll_back)
        try:
            with connection.execute_wrapper(trace):
                return Done(value=act())
        except BaseException as error:  # noqa: BLE001  whatever it is, the proof judges it
            return Done(error=error)
        finally:
            connection.commit, connection.rollback = commit, roll_back

    def begin(self, act: Callable[[], Any], trace: Trace, lots: str) -> None:
        self._asked.put((act, trace, lots))

    def has_ended(self) -> bool:
        return not self._done.empty()

    def end(self) -> Done:
        """Raises Stuck."""
        try:
            return self._done.get(timeout=WAITS)
        except queue.Empty:
            raise Stuck(f"{self.name} has not come to its end") from None

    def leave(self) -> None:
        self._asked.put(None)
        self.join(WAITS)


LOTS: Final = threading.local()


def draws_alike(patch: Callable[[Any, str, Any], None]) -> None:
    """The same act draws the same lots each time, whoever acts beside it."""

    def bits(_self: random.SystemRandom, number: int) -> int:
        return getattr(LOTS, "own", _LEFT_ALONE).getrandbits(number)

    def share(_self: random.SystemRandom) -> float:
        return getattr(LOTS, "own", _LEFT_ALONE).random()

    patch(random.SystemRandom, "getrandbits", bits)
    patch(random.SystemRandom, "random", share)


_LEFT_ALONE: Final = random.Random(35)


@dataclass(frozen=True)
class Interleaved:
    """What came of two acts, the first of which was stopped."""

    first: Done
    second: Done | None
    """None: the first has no such statement."""
    waited: bool = False
    """The second had to wait for a lock of the first."""
    at: Trace = field(default_factory=Trace)
    other: Trace = field(default_factory=Trace)
    committed_before: int = 0
    """Transactions of the second before it had to wait."""

    @property
    def written(self) -> set[str]:
        return self.at.written | self.other.written


def interleave(
    sessions: tuple[Session, Session],
    first: tuple[str, Callable[[], Any]],
    second: tuple[str, Callable[[], Any]],
    stops_at: int,
    *,
    throws: bool = False,
) -> Interleaved:
    """The first act stops before a statement; the second runs to its end, or until it waits for the first;
    then the first goes on, or fails there. Raises Stuck."""
    one, other = sessions
    trace, beside = Trace(stops_at=stops_at, throws=throws), Trace()
    one.begin(first[1], trace, first[0])
    give_up = time.monotonic() + WAITS
    while not trace.stopped.wait(LOOKS_EVERY):
        if one.has_ended():
            return Interleaved(one.end(), None, at=trace)
        if time.monotonic() > give_up:
            raise Stuck(f"{first[0]} does not come to its statement {stops_at}")
    other.begin(second[1], beside, second[0])
    waited, committed, looks = False, 0, 0
    while not other.has_ended():
        looks += 1
        if looks % ASKS_EVERY == 0 and _waits_for(other.pid, one.pid):
            waited, committed = True, beside.commits
            break
        if time.monotonic() > give_up:
            raise Stuck(f"{second[0]} neither ends nor waits")
        time.sleep(LOOKS_EVERY)
    trace.goes_on.set()
    return Interleaved(one.end(), other.end(), waited, trace, beside, committed)


def _waits_for(one: int, other: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s = ANY(pg_blocking_pids(%s))", [other, one])
        return bool(cursor.fetchone()[0])


def alone(
    session: Session, act: tuple[str, Callable[[], Any]], trace: Trace | None = None
) -> tuple[Done, Trace]:
    """The act by itself. Raises Stuck."""
    trace = trace or Trace()
    trace.goes_on.set()
    session.begin(act[1], trace, act[0])
    return session.end(), trace
