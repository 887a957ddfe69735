"""Work that is due and whose call got lost, or that failed: the sweep finds it and has it called again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet

from upkeep.clock import database_now

Row = TypeVar("Row", bound=Model)


def wake_due(
    waiting: QuerySet[Row],
    *,
    due: str,
    since: str,
    state: str,
    wake: Callable[[Row], None],
    most: int,
    longest: timedelta | None = None,
) -> int:
    """Wakes a worker for each row whose `due` has come, `most` of them and the oldest first; how many.

    Each is put off first, for as long as it has waited `since` but never beyond `longest`, so that the sweeps
    do not fill the queue with the same, and what always fails holds up no other. A row whose `state` has
    changed meanwhile is in a worker's hands and is left alone.
    """
    now = database_now()
    overdue = waiting.filter(**{f"{due}__lte": now}).order_by(due)[:most]
    return sum(_wake_again(row, now, due, since, state, wake, longest) for row in overdue)


@transaction.atomic
def _wake_again(
    row: Row,
    now: datetime,
    due: str,
    since: str,
    state: str,
    wake: Callable[[Row], None],
    longest: timedelta | None,
) -> bool:
    waited: timedelta = now - getattr(row, since)
    pause = max(waited, timedelta(seconds=settings.LOST_SECONDS))
    as_found = {name: getattr(row, name) for name in ("pk", due, state)}
    unchanged = type(row)._base_manager.filter(**as_found)
    woken = bool(unchanged.update(**{due: now + (min(pause, longest) if longest else pause)}))
    if woken:
        wake(row)
    return woken
