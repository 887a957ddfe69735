"""The tables of ladders."""

from ladders.models.ladder import (
    Challenge,
    EventsAreAppendOnly,
    Ladder,
    LadderEvent,
    Limbo,
    PlaceThen,
    Rung,
    WhyLeft,
)

__all__ = [
    "Challenge",
    "EventsAreAppendOnly",
    "Ladder",
    "LadderEvent",
    "Limbo",
    "PlaceThen",
    "Rung",
    "WhyLeft",
]
