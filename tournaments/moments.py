"""What outages do to the moments of events (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Q, QuerySet, Value
from django.db.models.functions import Greatest, Least

from games.clocks.arithmetic import LIVE_BELOW
from tournaments.models import (
    Act,
    CoDirector,
    Entry,
    Event,
    EventInvitation,
    EventStatus,
    EventTable,
    Result,
    Round,
    Series,
    StandingEntry,
    Vote,
)
from upkeep.timekeeping.beats import GRACE
from upkeep.timekeeping.moments import HAPPENED, WORK, Locked, Span, moves, stays

OPEN_ROUND: Final = Q(closed_at=None)
OPEN_TABLE: Final = Q(annulled_at=None, round__closed_at=None)


def _live(event: str = "") -> Q:
    return Q(**{f"{event}clock_cap__lt": LIVE_BELOW})


class Starts:
    """People have an announced start in their calendars, and with too few entrants an event is put off by
    itself: so it stays. But one that an outage has swallowed, or that came at once after it, would find
    nobody there: as much time as was left when the outage began is left at its end, `GRACE` at most."""

    def over(self, span: Span) -> int:
        events = Event.objects.filter(
            status=EventStatus.OPEN, starts_at__gt=span.began, starts_at__lt=span.ended + GRACE
        )
        if span.live_only:
            events = events.filter(_live())
        _lock(events)
        moved = ExpressionWrapper(F("starts_at") + Value(span.lasts, DurationField()), DateTimeField())
        soon = Least(moved, Value(span.ended + GRACE, DateTimeField()))
        return events.update(starts_at=Greatest(F("starts_at"), soon))

    def back(self, by: timedelta, now: datetime) -> int:
        """Those that are about to start are the ones that were moved."""
        events = Event.objects.filter(status=EventStatus.OPEN, starts_at__lte=now + GRACE)
        _lock(events)
        lost = Value(by, DurationField())
        return events.update(starts_at=ExpressionWrapper(F("starts_at") - lost, DateTimeField()))


def _lock(events: QuerySet[Event]) -> None:
    list(events.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))


def register_all() -> None:
    event = Locked.EVENT
    moves(Event, "starts_at", locked=event, by=Starts())
    moves(Event, "waits_until", locked=event, live=_live())
    for column in ("ends_at", "look_at"):
        moves(
            Round,
            column,
            locked=event,
            open=OPEN_ROUND,
            since="paired_at",
            live=_live("event__"),
            held_by="event",
        )
        moves(
            EventTable,
            column,
            locked=event,
            open=OPEN_TABLE,
            live=_live("round__event__"),
            held_by="round__event",
        )
    # From then on a director has a while to decide, after which it is told that nobody does.
    moves(
        Round, "called_at", locked=event, open=OPEN_ROUND, begins=True, live=_live("event__"), held_by="event"
    )
    moves(
        EventTable,
        "called_at",
        locked=event,
        open=OPEN_TABLE,
        begins=True,
        live=_live("round__event__"),
        held_by="round__event",
    )
    stays("Editions keep to their day of the week or the month.", Series, "next_at")
    stays(HAPPENED, Series, "created_at", "ended_at")
    stays("From then on one can enter: later is later for everybody.", Event, "opens_at")
    stays(HAPPENED, Event, "created_at", "started_at", "finished_at")
    stays(WORK, Event, "called_at")
    stays(HAPPENED, Entry, "entered_at", "withdrawn_at", "disqualified_at")
    stays(HAPPENED, CoDirector, "asked_at", "accepted_at")
    stays(HAPPENED, StandingEntry, "since")
    stays("Whoever was asked may enter as long as the event is open.", EventInvitation, "at")
    stays(HAPPENED, Round, "reminded_at", "paired_at", "begun_at", "closed_at")
    stays(HAPPENED, EventTable, "reminded_at", "annulled_at")
    stays(HAPPENED, Result, "at", "read_at")
    stays("A vote stands until its table is adjudicated.", Vote, "at")
    stays(HAPPENED, Act, "at")
