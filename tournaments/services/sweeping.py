"""What is due in events, found by looking."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet

from tournaments.models import Act, Event, EventStatus, EventTable, Result, Round
from tournaments.services.following import follow_event
from tournaments.times import LONGEST_TO_DECIDE
from upkeep.clock import database_now
from upkeep.due import AT_ONCE, LEASE, kept

HELD: Final = LEASE
"""An event that a worker goes on with is in its hands for so long, and longer while it does."""
MOST_LOOKED_AT: Final = 100
SET_ASIDE: Final = timedelta(seconds=30)
"""For so long one that did not go on though something is due, or failed."""
STUCK_AFTER: Final = timedelta(minutes=15)
"""What has been due for so long, and tried every half a minute, fails."""


def waiting_events(now: datetime) -> QuerySet[Event]:
    """Those in which something is due and that are in nobody's hands."""
    return due_events(now).filter(Q(called_at=None) | Q(called_at__lte=now - HELD))


def claim_event() -> Event | None:
    """One of them, which is the caller's from now on; None: there is none. One query, and the database's
    clock, whatever runs."""
    now = database_now()
    order = F("called_at").asc(nulls_first=True)
    while waiting := list(waiting_events(now).order_by(order, "pk")[:AT_ONCE]):
        for event in waiting:
            if _hold(event, database_now()):
                return event
    return None


def go_on_with(event: Event) -> int:
    """Follows an event that was claimed, and lets it go; how many steps that took."""
    try:
        with kept(lambda: _hold(event, database_now())):
            steps = follow_event(event_id=event.pk)
    except Exception:
        _hold(event, database_now() + SET_ASIDE - HELD)
        raise
    now = database_now()
    idle = not steps and due_events(now).filter(pk=event.pk).exists()
    _hold(event, now + SET_ASIDE - HELD if idle else None)
    return steps


def _hold(event: Event, until: datetime | None) -> bool:
    """By a compare-and-set with what the caller has seen; None lets it go."""
    as_seen = Event.objects.filter(pk=event.pk, called_at=event.called_at)
    if not as_seen.update(called_at=until):
        return False
    event.called_at = until
    return True


def due_events(now: datetime | None = None) -> QuerySet[Event]:
    """Those that have to start, that have a result nobody has read, a round that has not begun, or comes to
    its end, or that have no round to be played; `now` by the database's clock, asked where it is
    not given."""
    unread = Result.objects.filter(read_at=None)
    return _due(now or database_now(), unread)


def _due(now: datetime, unread: QuerySet[Result]) -> QuerySet[Event]:
    rounds = Round.objects.filter(event=OuterRef("pk"))
    tables = EventTable.objects.filter(round__event=OuterRef("pk"))
    idle = Q(Q(waits_until=None) | Q(waits_until__lte=now), ~Exists(rounds.filter(closed_at=None)))
    return Event.objects.filter(
        Q(status=EventStatus.OPEN, starts_at__lte=now)
        | Q(pk__in=unread.values("table__round__event"))
        | Q(
            Q(Exists(rounds.filter(begun_at=None)))
            | Q(Exists(rounds.filter(look_at__lte=now)))
            | Q(Exists(tables.filter(look_at__lte=now)))
            | idle,
            status=EventStatus.RUNNING,
        )
    )


def stuck_events(now: datetime) -> QuerySet[Event]:
    """Those in which something has been due for so long that whoever goes on with them must fail each time,
    or of which a round is over and its games cannot be adjudicated."""
    since = now - STUCK_AFTER
    acts = Act.objects.filter(event=OuterRef("pk"), at__gt=since)
    due = _due(since, Result.objects.filter(read_at=None, at__lte=since)).filter(~Exists(acts))
    called = since - LONGEST_TO_DECIDE
    over = Round.objects.filter(closed_at=None, look_at__isnull=False, called_at__lte=called)
    tables = EventTable.objects.filter(look_at__isnull=False, called_at__lte=called)
    late = Q(pk__in=over.values("event")) | Q(pk__in=tables.values("round__event"))
    return Event.objects.filter(Q(pk__in=due.values("pk")) | Q(late, status=EventStatus.RUNNING))


def oldest_due(now: datetime) -> datetime | None:
    """When that became due which has been so longest in an event in nobody's hands; None while none is."""
    ids = list(waiting_events(now).values_list("pk", flat=True)[:MOST_LOOKED_AT])
    if not ids:
        return None
    running = Round.objects.filter(event__in=ids)
    moments = (
        Event.objects.filter(pk__in=ids, status=EventStatus.OPEN).aggregate(first=Min("starts_at")),
        Result.objects.filter(read_at=None, table__round__event__in=ids).aggregate(first=Min("at")),
        running.filter(begun_at=None).aggregate(first=Min("paired_at")),
        running.aggregate(first=Min("look_at")),
        EventTable.objects.filter(round__event__in=ids).aggregate(first=Min("look_at")),
    )
    found = [each["first"] for each in moments if each["first"] is not None and each["first"] <= now]
    # Of the others a round is over, or none has been paired yet.
    last = running.values("event").annotate(last=Max("closed_at")).values_list("last", flat=True)
    return min(found or [each for each in last if each is not None], default=now)
