from collections.abc import Iterable
from datetime import datetime

from django.db.models import F
from django.db.models.functions import Now

from upkeep.models import Tally

SWEEP = "sweep"
BACKUP = "backup"


def seconds_since(name: str) -> float | None:
    """How long ago it was last counted, by the database's clock; None if never."""
    row: tuple[datetime, datetime] | None = (
        Tally.objects.filter(name=name).order_by("-changed_at").values_list(Now(), F("changed_at")).first()
    )
    return (row[0] - row[1]).total_seconds() if row else None


def tallies() -> Iterable[Tally]:
    return Tally.objects.order_by("name", "label")
