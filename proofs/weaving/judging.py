"""What comes of a pair of acts, point by point, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist, ValidationError

from proofs.weaving.kept import Kept
from proofs.weaving.likeness import OF_WHO_IS_GONE, Likeness, Numbered, unlike
from proofs.weaving.register import Act, Scene
from proofs.weaving.sessions import Done, Interleaved, Session, Stuck, Thrown, Trace, alone, interleave
from proofs.weaving.truth import Truths, untruths

MOST_STATEMENTS: Final = 1500
SECOND: Final = ", second"
AGAIN: Final = ", again"


@dataclass
class Found:
    """Of a pair."""

    points: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Orders:
    """What comes of one act after the other, in both orders, and of the second alone."""

    after: tuple[Likeness, ...]
    without_first: Likeness
    is_comparable: bool
    """Each act is one transaction: then to be interleaved must be as good as one after the other."""


class Interleaver:
    """A scene that stands, its state kept, and two sessions that act in it."""

    def __init__(self, scene: Scene, sessions: tuple[Session, Session]) -> None:
        self.scene, self.sessions = scene, sessions
        self.given = scene.build()
        self.kept = Kept()
        self.numbered = Numbered()
        self.truths = Truths(self.numbered)
        self._still = self.numbered.likeness(self.kept.tables)
        self.first_untruths = untruths()
        if self.first_untruths:
            raise ValueError(f"the scene {scene.name} is not true: {self.first_untruths}")

    def call(self, act: Act, also: str = "") -> tuple[str, Callable[[], Any]]:
        """What it is called is the seed of its lots: two who do the same draw others."""
        return f"{act}{also}", lambda: act.call(self.given)

    # --- one act by itself, failing at each of its statements

    def inject_errors(self, act: Act) -> Found:
        """An error is thrown at each statement of the act, which is asked again then."""
        found = Found()
        whole, trace = self._alone(act)
        if fault := fault_of(whole):
            found.broken.append(f"{act}: {fault}")
        single = trace.commits <= 1
        if _is_refused(whole) != act.is_refused:
            found.broken.append(f"{act} should {'' if act.is_refused else 'not '}be refused: {whole.error!r}")
        expected = self.numbered.likeness(trace.written)
        self.kept.restore(trace.written)
        for number in range(1, min(len(trace.statements), MOST_STATEMENTS) + 1):
            found.points += 1
            where = f"{act}, error at {number} ({_short(trace, number)})"
            failed, injected = self._alone(act, Trace(stops_at=number, throws=True))
            written = set(injected.written)
            # What comes after the commit may fail: then all of it is new.
            if failed.error is not None and single and (differing := self.kept.differing(written)):
                found.broken += self._neither(where, differing, expected, trace.written | written)
            # What has been done of it in part was done with those lots.
            again, second = self._alone(act, also="" if single else AGAIN)
            written |= second.written
            found.broken += [f"{where}: {line}" for line in self._wrong(again, written)]
            if single and failed.error is not None:
                after = self.numbered.likeness(trace.written | written)
                if after != expected and not trace.written - written:
                    found.broken.append(f"{where}: asked again it is otherwise: {unlike(after, expected)}")
            self.kept.restore(written)
        return found

    def _neither(
        self, where: str, differing: Sequence[str], expected: Likeness, tables: set[str]
    ) -> list[str]:
        is_new = self.numbered.likeness(tables) == expected
        return [] if is_new else [f"{where}: neither old nor new are {differing}"]

    # --- two acts

    def interleave(self, one: Act, other: Act, goes_on: Callable[[], bool] = lambda: True) -> Found:
        """At each point where that makes a difference: while the second waits for a lock that the first holds
        to the end of its transaction, all points up to that end are the same; so are those before and after
        the first has read what the second does not write."""
        found = Found()
        orders = self._orders(one, other)
        number = 1
        while goes_on() and number <= MOST_STATEMENTS:
            interleaved = self._point(found, one, other, number, orders, throws=False)
            if interleaved is None or interleaved.second is None:
                break
            self._point(found, one, other, number, orders, throws=True)
            if interleaved.waited and not interleaved.committed_before:
                number = interleaved.at.after_transaction(number)
            else:
                number = interleaved.at.after_reading(number, interleaved.other.written)
        return found

    def _point(
        self, found: Found, one: Act, other: Act, number: int, orders: _Orders, *, throws: bool
    ) -> Interleaved | None:
        first, second = self.call(one), self.call(other, SECOND)
        try:
            interleaved = interleave(self.sessions, first, second, number, throws=throws)
        except Stuck as stuck:
            found.broken.append(f"{one} × {other}, point {number}: {stuck}")
            raise
        written = set(interleaved.written)
        if interleaved.second is None:
            self.kept.restore(written)
            return interleaved
        found.points += 1
        what = "error at" if throws else "stopped before"
        where = f"{one} × {other}, {what} {number} ({_short(interleaved.at, number)})"
        wrong = [fault for done in (interleaved.first, interleaved.second) if (fault := fault_of(done))]
        if throws and isinstance(interleaved.first.error, Thrown):
            likeness = self.numbered.likeness(written)
            # The second may have passed what was locked by, to come again.
            alone = [orders.without_first, *([] if interleaved.other.written else [{}])]
            if interleaved.at.commits:  # what fails after its commit has been done
                alone += orders.after
            if orders.is_comparable and not self._as_one_of(likeness, alone):
                wrong.append(f"the act that failed left something: {self._nearest(likeness, alone)}")
            again, trace = self._alone(one, also="" if orders.is_comparable else AGAIN)
            written |= trace.written
            wrong += [fault] if (fault := fault_of(again)) else []
        wrong += self.truths.untruths_of(written)
        # Who caught the error has dealt with it in his own way: set the row aside, say.
        if orders.is_comparable and not (throws and interleaved.first.error is None):
            likeness = self.numbered.likeness(written)
            if interleaved.first.value is False and self._as_one_of(likeness, [orders.without_first]):
                # It says that it did nothing, for what it built on had changed; asked again it does.
                again, trace = self._alone(one, also=AGAIN)
                written |= trace.written
                wrong += [fault] if (fault := fault_of(again)) else []
                likeness = self.numbered.likeness(written)
            if not self._as_one_of(likeness, orders.after):
                wrong.append(f"as in no order: {self._nearest(likeness, orders.after)}")
        found.broken += [f"{where}: {line}" for line in wrong]
        self.kept.restore(written)
        return interleaved

    def _orders(self, one: Act, other: Act) -> _Orders:
        _, a = self._alone(one)
        _, b = self._alone(other, also=SECOND)
        always = set(OF_WHO_IS_GONE)
        first = self.numbered.likeness(a.written | b.written | always)
        self.kept.restore(a.written | b.written)
        _, b2 = self._alone(other, also=SECOND)
        without = self.numbered.likeness(b2.written | always)
        _, a2 = self._alone(one)
        second = self.numbered.likeness(a2.written | b2.written | always)
        self.kept.restore(a2.written | b2.written)
        comparable = all(trace.commits <= 1 for trace in (a, b, a2, b2))
        return _Orders((first, second), without, comparable)

    def _as_one_of(self, found: Likeness, orders: Iterable[Likeness]) -> bool:
        return any(found == self._whole(each, found) for each in orders)

    def _whole(self, order: Likeness, tables: Iterable[str]) -> Likeness:
        """What that order has not written is as it was."""
        return {table: order.get(table, self._still[table]) for table in tables}

    def _nearest(self, found: Likeness, orders: Iterable[Likeness]) -> str:
        return min((unlike(found, self._whole(each, found)) for each in orders), key=len)

    # ---

    def _alone(self, act: Act, trace: Trace | None = None, *, also: str = "") -> tuple[Done, Trace]:
        return alone(self.sessions[0], self.call(act, also), trace)

    def _wrong(self, done: Done, written: set[str]) -> Iterator[str]:
        if fault := fault_of(done):
            yield fault
        yield from self.truths.untruths_of(written)


def fault_of(done: Done) -> str:
    """What an act must not end with: anything but its answer, or a refusal; empty: nothing."""
    error = done.error
    if error is None or _is_refused(done) or isinstance(error, Thrown):
        return ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:160]}"


def _is_refused(done: Done) -> bool:
    from board.words.refusals import SiteRefusal
    from homeworlds.refusals import Refusal
    from upkeep.timekeeping.beats import NothingToSay

    refusals = (SiteRefusal, Refusal, NothingToSay, ValidationError, ObjectDoesNotExist)
    return isinstance(done.error, refusals)


def _short(trace: Trace, number: int) -> str:
    if number > len(trace.statements):
        return "its end"
    words = re.sub(r"SELECT .*? FROM", "SELECT … FROM", trace.statements[number - 1], flags=re.DOTALL)
    return " ".join(words.split())[:70]
