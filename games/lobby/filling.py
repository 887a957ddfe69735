"""How long tables take to fill, from those that did."""

from __future__ import annotations

from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.db.models import F

from games.models import Game, Visibility

WITHIN: Final = timedelta(days=30)
AT_LEAST: Final = 5
"""Fewer tell nothing."""
LOOKED_AT: Final = 200
AT_ONCE: Final = timedelta(minutes=1)
"""A table that began so soon waited for nobody."""


def usual_filling(players: int, now: datetime) -> timedelta | None:
    """The median of how long the public tables of so many waited for their players lately, by the index
    `game_lately`; None where there are too few to tell. One query."""
    since = now - WITHIN
    filled = Game.objects.filter(
        visibility=Visibility.PUBLIC,
        imported=False,
        changed_at__gt=since,
        started_at__gt=F("created_at") + AT_ONCE,
        started_at__gte=since,
        arranged=False,
        players=players,
    )
    times = filled.order_by("-changed_at").values_list("created_at", "started_at")[:LOOKED_AT]
    waits = [began - made for made, began in times if began is not None]
    return median(waits) if len(waits) >= AT_LEAST else None
