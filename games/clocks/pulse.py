"""What time it is for the clocks: outages do not count, nor does one that no sweep has written down yet."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.clocks.deadlines import pace_of, ticking
from games.models import Game, Heartbeat
from upkeep.clock import database_now

GAP: Final = timedelta(minutes=5)
"""If the sweep was away for longer, so was the site."""
LIVE_GAP: Final = timedelta(seconds=30)
"""The same for live clocks."""
GRACE: Final = timedelta(minutes=15)
"""After an outage no clock falls for so long: people must get the chance to come back first."""


def gap_that_counts(game: Game) -> timedelta:
    pace = pace_of(game)
    return LIVE_GAP if pace and pace.is_live else GAP


def time_of(game: Game) -> datetime:
    """The database's clock, for a turn that ends in a game whose row is locked; as `credit_gap` says."""
    now = database_now()
    if game.clock_since is not None:
        credit_gap(game, Heartbeat.objects.values_list("at", flat=True).first(), now)
    return now


def credit_gap(game: Game, last: datetime | None, now: datetime) -> None:
    """Where the site is just back and the sweep, which was there `last`, not yet, the outage is taken off the
    running clock."""
    clock = ticking(game)
    if clock is not None and last is not None and now - last > gap_that_counts(game):
        game.clock_since = clock.credited(last, now).since
