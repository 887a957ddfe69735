from collections.abc import Iterable
from datetime import datetime

from django.db.models import F
from django.db.models.functions import Now

from upkeep.models import Tally

SWEEP = "sweep"
BACKUP = "backup"
STEP = "step"
"""Of the sweep, among those that are not taken every time; its label is the step."""
WORKER = "worker"
"""A sign of life; its label is the queue."""
COMPILED = "compiled search"
"""The label of a further sign, of a worker whose bots search with the compiled core."""


def seconds_since(name: str, *, label: str | None = None) -> float | None:
    """How long ago it was last counted, by the database's clock; None if never. Without a label: any."""
    counted = Tally.objects.filter(name=name)
    if label is not None:
        counted = counted.filter(label=label)
    row: tuple[datetime, datetime] | None = (
        counted.order_by("-changed_at").values_list(Now(), F("changed_at")).first()
    )
    return (row[0] - row[1]).total_seconds() if row else None


def tallies() -> Iterable[Tally]:
    """Those of what is done; signs of life are none."""
    return Tally.objects.exclude(name=WORKER).order_by("name", "label")
