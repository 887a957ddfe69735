"""The heartbeat of the sweep. Where it was missing, nobody could play: no clock counts that time."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest

from games.clocks.arithmetic import LIVE_BELOW
from games.clocks.pulse import GAP, GRACE, LIVE_GAP
from games.models import Game, Heartbeat, Outage
from upkeep.clock import database_now


class Pulse(NamedTuple):
    now: datetime
    in_grace: bool
    """An outage is just over: no clock falls yet."""


@transaction.atomic
def beat() -> Pulse:
    """Says that the site is there. After a gap all running deadlines are moved by it, once, whoever comes
    first: the row is locked. A backup that is restored holds the heartbeat of its hour, so what was lost
    since is a gap like any other."""
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": database_now()})
    heart = Heartbeat.objects.select_for_update().get(pk=1)
    now = database_now()
    if now - heart.at > LIVE_GAP:
        note_outage(heart.at, now, live_only=now - heart.at <= GAP)
    heart.at = max(heart.at, now)
    heart.save(update_fields=["at"])
    return Pulse(now, Outage.objects.filter(live_only=False, ended_at__gt=now - GRACE).exists())


def note_outage(began: datetime, ended: datetime, *, live_only: bool) -> int:
    """Writes the outage down and moves the deadlines of the clocks that ran then; returns how many."""
    Outage.objects.create(began_at=began, ended_at=ended, live_only=live_only)
    running = Game.objects.filter(clock_since__lt=ended)
    if live_only:
        running = running.filter(clock_cap__lt=LIVE_BELOW)
    ran_from = Greatest(F("clock_since"), Value(began, DateTimeField()))
    lost = ExpressionWrapper(Value(ended, DateTimeField()) - ran_from, DurationField())
    moved = {name: _moved(name, lost) for name in ("clock_since", "due_at", "sweep_at")}
    return running.update(**moved)


def _moved(name: str, by: Combinable) -> Combinable:
    return ExpressionWrapper(F(name) + by, DateTimeField())
