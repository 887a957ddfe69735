"""What is measured of events for those who watch the site."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import ngettext_lazy

from tournaments.services.sweeping import stuck_events
from upkeep.clock import database_now
from upkeep.watching.alarms import Trouble
from upkeep.watching.measures import gauge
from upkeep.watching.run_by import log
from upkeep.watching.standing import of_sweep, of_worker


@gauge("homeworlds_stuck_events", "Events in which something has been due for a quarter of an hour.")
def stuck() -> int:
    return stuck_events(database_now()).count()


def of_events() -> Trouble | None:
    """While nobody sweeps or works, that is what needs a hand."""
    if of_sweep() or of_worker(settings.CELERY_TASK_DEFAULT_QUEUE, "worker"):
        return None
    count = stuck()
    words = ngettext_lazy(
        "An event has not gone on for a quarter of an hour: the errors of follow_event, on the page of staff "
        "or in the log (“%(log)s”), say why.",
        "%(count)d events have not gone on for a quarter of an hour: the errors of follow_event, on the page "
        "of staff or in the log (“%(log)s”), say why.",
        "count",
    )
    return Trouble(words, {"count": count, "log": log("worker")}) if count else None
