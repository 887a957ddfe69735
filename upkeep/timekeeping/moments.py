"""What an outage does to every column that is a moment: one table, in which each app says it of its own.

A deadline keeps what was left of it when the outage began: it moves by the outage, or by what of that came
after its own beginning. So do they all, in one transaction, once (`upkeep.timekeeping.beats`). What stays
says why. A test walks the models of all apps and misses a column that is not in the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any, Final, NamedTuple, Protocol

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Model, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest

from upkeep.models import Fault, Heartbeat, Outage, StaffAct, StaffRequest, Tally

HAPPENED: Final = "What has happened has happened when it did."
WORK: Final = "When a worker is called for it (again): late is at once."
CALENDAR: Final = "A day of the calendar, which an outage does not put off."
ORDER: Final = "Only who came first is asked of it."


class Locked(IntEnum):
    """Which rows must be locked; in this order everybody does."""

    GAME = 1
    EVENT = 2
    LADDER = 3
    PLAYER = 4


class Span(NamedTuple):
    """A while that does not count."""

    began: datetime
    ended: datetime
    live_only: bool
    """So short that only what is live was kept waiting."""

    @property
    def lasts(self) -> timedelta:
        return self.ended - self.began


class Move(Protocol):
    """How deadlines move that SQL alone cannot move."""

    def over(self, span: Span) -> int:
        """By an outage; how many were moved. Locks them, in the order in which all do."""

    def back(self, by: timedelta, now: datetime) -> int:
        """Once the clock, which shows `now`, is set back by so much: the opposite."""


@dataclass(frozen=True, eq=False)
class Deadline:
    """A column. As a rule it says until when something may be done."""

    model: type[Model]
    column: str
    open: Q
    """The rows in which it still counts."""
    since: str = ""
    """The column that says when its time began; empty: before any outage that finds it there."""
    begins: bool = False
    """It is the beginning itself, from which the deadline is reckoned."""
    live: Q | None = None
    """Those of two people who are both there, which know short outages, too; None: there are none."""
    held_by: str = ""
    """The path to the row that is locked by whoever writes this; empty: the row itself."""

    def over(self, span: Span) -> int:
        began, ended = Value(span.began, DateTimeField()), Value(span.ended, DateTimeField())
        rows = self._rows()
        if span.live_only:
            if self.live is None:
                return 0
            rows = rows.filter(self.live)
        if self.begins:
            rows, since = rows.filter(**{f"{self.column}__lt": span.ended}), F(self.column)
        else:
            rows = rows.filter(**{f"{self.column}__gt": span.began})
            since = F(self.since) if self.since else None
        if since is None:
            return self._shift(rows, Value(span.lasts, DurationField()))
        ran_from = Greatest(Coalesce(since, began), began)
        if self.since:
            rows = rows.filter(Q(**{f"{self.since}__lt": span.ended}) | Q(**{self.since: None}))
        return self._shift(rows, ExpressionWrapper(ended - ran_from, DurationField()))

    def back(self, by: timedelta, now: datetime) -> int:
        rows = self._rows()
        if self.begins:
            rows = rows.filter(**{f"{self.column}__lte": now})
        return self._shift(rows, Value(-by, DurationField()))

    def _rows(self) -> QuerySet[Any]:
        return self.model._base_manager.filter(self.open, **{f"{self.column}__isnull": False})

    def _shift(self, rows: QuerySet[Any], by: Combinable) -> int:
        """Whoever has read a row under its lock, and saves it, must not undo this."""
        held = rows
        if self.held_by:
            holder: type[Model] = self.model
            for name in self.held_by.split("__"):
                holder = holder._meta.get_field(name).related_model  # type: ignore[assignment]
            held = holder._base_manager.filter(pk__in=rows.order_by().values(self.held_by))
        list(held.order_by("pk").select_for_update(no_key=True, of=("self",)).values_list("pk", flat=True))
        return rows.update(**{self.column: ExpressionWrapper(F(self.column) + by, DateTimeField())})


_moving: Final[dict[tuple[type[Model], str], tuple[Locked, Move]]] = {}
_staying: Final[dict[tuple[type[Model], str], str]] = {}


def moves(
    model: type[Model],
    *columns: str,
    locked: Locked,
    open: Q = Q(),  # noqa: A002, B008  never changed
    since: str = "",
    begins: bool = False,
    live: Q | None = None,
    held_by: str = "",
    by: Move | None = None,
) -> None:
    """For apps, in `AppConfig.ready`: what an outage moves, and which rows are locked for it; the other
    parameters as in `Deadline`. `by`: how, where these cannot say it. Raises ValueError for a column that is
    there already."""
    for column in columns:
        how = by or Deadline(model, column, open, since, begins, live, held_by)
        _check_new(model, column)
        _moving[model, column] = (locked, how)


def stays(why: str, model: type[Model], *columns: str) -> None:
    """What no outage moves. Raises ValueError for a column that is there already."""
    for column in columns:
        _check_new(model, column)
        _staying[model, column] = why


def _check_new(model: type[Model], column: str) -> None:
    model._meta.get_field(column)
    if (model, column) in _moving or (model, column) in _staying:
        raise ValueError(f"{model._meta.label}.{column} is in the table of moments already")


def moving() -> Iterator[tuple[type[Model], str]]:
    yield from _moving


def staying() -> Iterator[tuple[type[Model], str, str]]:
    for (model, column), why in _staying.items():
        yield model, column, why


def _each() -> Iterator[Move]:
    """In the order of their locks; one that moves several columns at once comes once."""
    yield from (move for _locked, move in dict.fromkeys(sorted(_moving.values(), key=lambda each: each[0])))


def move_all(span: Span) -> int:
    """All deadlines by an outage; how many. In the transaction that has locked the heartbeat."""
    return sum(each.over(span) for each in _each())


def set_back_all(by: timedelta, now: datetime) -> int:
    """All open deadlines, once the clock, which shows `now`, is set back by so much; how many."""
    return sum(each.back(by, now) for each in _each())


def register_own() -> None:
    """Those of the upkeep itself."""
    stays("The beats are what an outage is measured by.", Heartbeat, "at", "witnessed_at")
    stays(HAPPENED, Heartbeat, "tripped_at")
    stays(CALENDAR, Heartbeat, "released_until")
    stays(HAPPENED, Outage, "began_at", "ended_at")
    stays(HAPPENED, Tally, "changed_at")
    stays(HAPPENED, Fault, "first_at", "last_at", "mailed_at")
    stays(HAPPENED, StaffAct, "at")
    stays(HAPPENED, StaffRequest, "at", "answered_at")
    stays(
        "What nobody of staff has answered by then is asked for anew, whatever kept them.",
        StaffRequest,
        "until",
    )
