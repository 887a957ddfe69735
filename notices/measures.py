"""What is measured of the outbox for those who watch the site: each by one small query."""

from __future__ import annotations

from django.db.models import Min

from notices.models import Notice
from upkeep.clock import database_now
from upkeep.watching.measures import gauge


@gauge("homeworlds_outbox_notices", "Notices that have been neither sent nor dropped.")
def outbox_waiting() -> int:
    return Notice.objects.filter(due_at__isnull=False).count()


@gauge("homeworlds_outbox_oldest_seconds", "How old the notice is that has waited longest.")
def oldest_in_outbox() -> float:
    since = Notice.objects.filter(due_at__isnull=False).aggregate(first=Min("created_at"))["first"]
    return (database_now() - since).total_seconds() if since else 0.0
