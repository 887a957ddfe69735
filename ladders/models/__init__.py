"""The tables of ladders and stairs."""

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
from ladders.models.stairs import (
    Stairs,
    StairsEvent,
    StairsLogIsAppendOnly,
    StairsPlayer,
    StairsSeason,
    StairsSeat,
    StairsStanding,
    StairsTable,
)

__all__ = [
    "Challenge",
    "EventsAreAppendOnly",
    "Ladder",
    "LadderEvent",
    "Limbo",
    "PlaceThen",
    "Rung",
    "Stairs",
    "StairsEvent",
    "StairsLogIsAppendOnly",
    "StairsPlayer",
    "StairsSeason",
    "StairsSeat",
    "StairsStanding",
    "StairsTable",
    "WhyLeft",
]
