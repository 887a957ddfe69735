"""The tables of ladders, stairs and wishes for a game."""

from ladders.models.ladder import (
    Challenge,
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
    StairsPlayer,
    StairsSeason,
    StairsSeat,
    StairsStanding,
    StairsTable,
)
from ladders.models.wishes import Matcher, Rated, Wish, WishSeat

__all__ = [
    "Challenge",
    "Ladder",
    "LadderEvent",
    "Limbo",
    "Matcher",
    "PlaceThen",
    "Rated",
    "Rung",
    "Stairs",
    "StairsEvent",
    "StairsPlayer",
    "StairsSeason",
    "StairsSeat",
    "StairsStanding",
    "StairsTable",
    "WhyLeft",
    "Wish",
    "WishSeat",
]
