"""Whether others can count on a player's turns: the arithmetic. No framework, no clock of its own."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

GAMES: Final = 10
"""Who has finished fewer is new."""
TURNS_OF_A_GAME: Final = 3
"""A game of fewer turns a side makes nobody reliable; whoever stayed away from it did."""
LOOKED_AT: Final = 40
"""So many of the last games with a clock are looked at."""
MISSED_EXCUSED: Final = 2
LEFT_EXCUSED: Final = 1
"""So many turns missed, or games left, that are not made up for are no fault."""
MADE_UP_BY: Final = 30
"""So many turns in time, made since then, make up for one of each."""
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
    """Games with other people that were no shorter than TURNS_OF_A_GAME; at most GAMES are counted."""
    judged: int = 0
    """The last ones with a clock, at most LOOKED_AT: of them come the other three."""
    turns: int = 0
    """Made in time."""
    missed: int = 0
    left: int = 0
    """What is not made up for."""


def tier_of(figures: Figures) -> Tier:
    if figures.finished < GAMES:
        return Tier.NEW
    often = figures.missed > MISSED_EXCUSED or figures.left > LEFT_EXCUSED
    return Tier.AWAY if often else Tier.RELIABLE


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


def absences(moments: Iterable[datetime]) -> list[datetime]:
    """When each began, those within 24 hours of the first one counted once."""
    found: list[datetime] = []
    for at in sorted(moments):
        if not found or at - found[-1] >= COUNTS_ONCE:
            found.append(at)
    return found


def not_made_up_for(faults: Iterable[datetime], turns: Iterable[datetime]) -> int:
    """How many of these absences are left, each MADE_UP_BY turns since the first of them made up for one.

    >>> day = [datetime(2026, 1, 1) + number * timedelta(days=1) for number in range(100)]
    >>> [not_made_up_for([day[0], day[2]], day[3 : 3 + turns]) for turns in (29, 30, 59, 60)]
    [2, 1, 1, 0]
    """
    course = [(at, True) for at in absences(faults)] + [(at, False) for at in turns]
    owed = made = 0
    for _at, is_fault in sorted(course):
        owed += is_fault
        made = made + 1 if owed and not is_fault else made if owed else 0
        if made == MADE_UP_BY:
            owed, made = owed - 1, 0
    return owed
