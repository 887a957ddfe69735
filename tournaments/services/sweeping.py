"""What is due in events, found by looking."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournaments.models import Act, Event, EventStatus, EventTable, Result, Round
from tournaments.times import LONGEST_TO_DECIDE
from tournaments.wake import wake_event
from upkeep.clock import database_now

MOST_A_SWEEP: Final = 100
CALLED_AGAIN: Final = timedelta(seconds=30)
"""An event that a worker was called for is in its hands for so long: a large pairing takes seconds."""
STUCK_AFTER: Final = timedelta(minutes=15)
"""What has been due for so long, and called for every half a minute, fails."""


def sweep_events() -> int:
    """Has workers go on with the events in which something is due; how many. One query, and the database's
    clock, whatever runs; a few for each event that is due."""
    now = database_now()
    due = due_events(now).filter(Q(called_at=None) | Q(called_at__lte=now - CALLED_AGAIN))
    called = due.order_by(F("called_at").asc(nulls_first=True), "pk").values_list("pk", flat=True)
    return sum(_call(pk) for pk in called[:MOST_A_SWEEP])


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


@transaction.atomic
def _call(event_id: int) -> bool:
    now = database_now()
    free = Q(called_at=None) | Q(called_at__lte=now - CALLED_AGAIN)
    if not Event.objects.filter(free, pk=event_id).update(called_at=now):
        return False
    wake_event(event_id=event_id)
    return True
