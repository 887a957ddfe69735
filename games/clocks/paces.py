"""The clocks that are offered, by the names that forms send."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from games.clocks.arithmetic import Pace

BRISK: Final = "brisk"
NORMAL: Final = "normal"
SLOW: Final = "slow"
LIVE: Final = "live"
LONG_LIVE: Final = "long-live"
DAYS_PER_TURN: Final = (1, 2, 3, 5, 7, 14)


def days_name(days: int) -> str:
    return f"days-{days}"


SAVED: Final[Mapping[str, Pace]] = {
    BRISK: Pace(timedelta(days=2), timedelta(hours=12), timedelta(days=3)),
    NORMAL: Pace(timedelta(days=4), timedelta(days=1), timedelta(days=7)),
    SLOW: Pace(timedelta(days=10), timedelta(hours=36), timedelta(days=10)),
}
"""Time not used is kept for later turns."""
LIVE_PACES: Final[Mapping[str, Pace]] = {
    LIVE: Pace(timedelta(minutes=15), timedelta(seconds=30), timedelta(minutes=30)),
    LONG_LIVE: Pace(timedelta(minutes=45), timedelta(minutes=1), timedelta(minutes=90)),
}
"""For two people who are both there."""
PACES: Final[Mapping[str, Pace]] = {
    **SAVED,
    **{days_name(days): Pace.a_turn(timedelta(days=days)) for days in DAYS_PER_TURN},
    **LIVE_PACES,
}
FOR_RUNNING_GAMES: Final[Mapping[str, Pace]] = {
    name: pace for name, pace in PACES.items() if name not in LIVE_PACES
}
"""What a running game can agree on: whoever plays it need not be there now."""
USUAL: Final = NORMAL
"""Of a new game between people."""


def name_of(pace: Pace | None) -> str:
    """Under which name it is offered; empty: under none, or there is no clock."""
    return next((name for name, offered in PACES.items() if offered == pace), "")
