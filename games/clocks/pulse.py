"""What time it is for a game: the time of the site, which an outage stops."""

from __future__ import annotations

from datetime import datetime

from games.clocks.deadlines import pace_of
from games.models import Game
from upkeep.clock import database_now


def is_live(game: Game) -> bool:
    """Both are there, so they know short outages, too."""
    pace = pace_of(game)
    return pace is not None and pace.is_live


def time_of(game: Game) -> datetime:
    """Now, for whatever is done in a game whose row is locked. While the timekeeper is away it is when it was
    there last, or when something was last done in the game: whoever acts before its first beat after an
    outage pays nothing for it, and neither do the others, whose clocks that beat moves (`upkeep.clock`)."""
    return database_now(live=is_live(game), known=game.changed_at)
