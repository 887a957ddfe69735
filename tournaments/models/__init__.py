"""The tables of events."""

from tournaments.models.acts import Act, Kind
from tournaments.models.directors import CoDirector
from tournaments.models.entries import Entry, EventInvitation, StandingEntry, Why
from tournaments.models.event import (
    FIXED,
    Event,
    EventIsFixed,
    EventStatus,
    Format,
    Points,
    Repeats,
    Series,
    TieBreak,
)
from tournaments.models.tables import (
    DRAW,
    NOBODY,
    EventTable,
    Result,
    ResultKind,
    Round,
    RoundKind,
    TableSeat,
    Term,
    Vote,
)

__all__ = [
    "DRAW",
    "FIXED",
    "NOBODY",
    "Act",
    "CoDirector",
    "Entry",
    "Event",
    "EventInvitation",
    "EventIsFixed",
    "EventStatus",
    "EventTable",
    "Format",
    "Kind",
    "Points",
    "Repeats",
    "Result",
    "ResultKind",
    "Round",
    "RoundKind",
    "Series",
    "StandingEntry",
    "TableSeat",
    "Term",
    "TieBreak",
    "Vote",
    "Why",
]
