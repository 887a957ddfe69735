"""Whether others can count on a player's turns: the arithmetic. No framework, no clock of its own."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

GAMES: Final = 10
"""So many of the last finished games are looked at; who has finished fewer is new."""
MOST_SHARE: Final = 0.1
"""Of these games: more turns missed, or games left, and the player is often away."""
COUNTS_ONCE: Final = timedelta(hours=24)
"""Several within this time are one absence."""
TABLES_OF_NEWCOMERS: Final = 2
"""A new player sits in at most so many games of three and more at once."""


class Tier(enum.StrEnum):
    NEW = "new"
    RELIABLE = "reliable"
    AWAY = "away"


class Event(enum.Enum):
    """What the log of a game says of the clock of one player."""

    MISSED = enum.auto()
    """It ran out, and the player was excused."""
    ADRIFT = enum.auto()
    """It ran out, and turns are passed from then on."""
    BACK = enum.auto()
    LOST = enum.auto()
    """The seat was lost: at once, or after passed turns."""
    REPLACED = enum.auto()
    """A substitute took the seat."""


class Attendance(NamedTuple):
    """When a player missed turns in one game or several, and when the player left games for good."""

    missed: tuple[datetime, ...]
    left: tuple[datetime, ...]


class Figures(NamedTuple):
    finished: int
    """Games with other people; at most GAMES are counted."""
    judged: int = 0
    """The last ones with a clock, at most GAMES: of them come the other two."""
    missed: int = 0
    left: int = 0


def most_of(games: int) -> int:
    """So many turns missed, or games left, in so many games are no fault."""
    return int(games * MOST_SHARE)


def tier_of(figures: Figures) -> Tier:
    if figures.finished < GAMES:
        return Tier.NEW
    allowed = most_of(GAMES)
    return Tier.AWAY if max(figures.missed, figures.left) > allowed else Tier.RELIABLE


def attendance(events: Iterable[tuple[datetime, Event]]) -> Attendance:
    """Of one game, from what its log says in order. A seat that is lost after its turns were passed has
    missed no further one by that."""
    missed, left, adrift = [], [], False
    for at, event in events:
        if event in (Event.MISSED, Event.ADRIFT) or (event is Event.LOST and not adrift):
            missed.append(at)
        if event in (Event.LOST, Event.REPLACED):
            left.append(at)
        adrift = event is Event.ADRIFT or (adrift and event is not Event.BACK)
    return Attendance(tuple(missed), tuple(left))


def absences(moments: Iterable[datetime]) -> int:
    """How many there were, those within 24 hours of the first one counted once."""
    number, first = 0, None
    for at in sorted(moments):
        if first is None or at - first >= COUNTS_ONCE:
            number, first = number + 1, at
    return number
