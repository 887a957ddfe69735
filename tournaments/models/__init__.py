"""The tables of events."""

from tournaments.models.acts import Act, Kind
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
    "Act",
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
