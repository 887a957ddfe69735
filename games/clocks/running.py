"""What the fields about the clock that runs must hold, whatever they do hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from games.clocks.arithmetic import Ticking
from games.clocks.deadlines import is_timed, left_of, pace_of
from games.models import Game, Seat, Status

FIELDS: Final = ("clock_since", "due_at", "sweep_at")


def clock_caches(game: Game, seats: Sequence[Seat]) -> dict[str, datetime | None]:
    """All three of these fields hold a moment while the clock of a person who is there is to run, and none
    else. When it runs out follows from what is left and since when; where nobody knows since when, from the
    last change of the game on. When the sweep looks at it is its own affair, as long as it does."""
    if not _runs(game, seats):
        return dict.fromkeys(FIELDS)
    since = game.clock_since or game.changed_at
    weekends = ZoneInfo(game.weekend_zone) if game.weekend_zone else None
    due = Ticking(left_of(game, game.next_seat or 0), since, weekends).runs_out()
    return {"clock_since": since, "due_at": due, "sweep_at": game.sweep_at or due}


def _runs(game: Game, seats: Sequence[Seat]) -> bool:
    if game.status != Status.RUNNING or game.next_seat is None or pace_of(game) is None:
        return False
    return bool(game.clock_left) and is_timed(seats[game.next_seat])
