"""What outages do to the moments of ladders, stairs and wishes (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from ladders.models import (
    Challenge,
    Ladder,
    LadderEvent,
    Matcher,
    PlaceThen,
    Rung,
    Stairs,
    StairsEvent,
    StairsPlayer,
    StairsSeason,
    StairsTable,
    Wish,
    WishSeat,
)
from upkeep.timekeeping.moments import CALENDAR, HAPPENED, ORDER, WORK, Locked, moves, stays


def register_all() -> None:
    moves(Rung, "challenge_by", locked=Locked.LADDER, since="joined_at", held_by="ladder")
    moves(Rung, "sinks_at", locked=Locked.LADDER, since="warned_at", held_by="ladder")
    stays(HAPPENED, Rung, "joined_at", "vacation_counted", "offered_at", "warned_at")
    stays(HAPPENED, Ladder, "created_at", "closed_at")
    stays(WORK, Ladder, "sampled_on")
    stays(HAPPENED, PlaceThen, "day")
    stays("Two who have met wait for a week of the calendar, outages or not.", Challenge, "at")
    stays(HAPPENED, Challenge, "settled_at")
    stays(HAPPENED, LadderEvent, "at")
    stays(CALENDAR, LadderEvent, "until")
    stays("There is one seating after an outage, as of its last day.", Stairs, "last_day")
    stays(CALENDAR, StairsSeason, "began_on", "ended_on")
    stays(HAPPENED, StairsPlayer, "joined_at", "left_at")
    stays(ORDER, StairsPlayer, "asked_at")
    stays(HAPPENED, StairsTable, "day")
    stays(HAPPENED, StairsEvent, "at")
    stays(WORK, Matcher, "ran_at")
    stays("A wish stands until it is withdrawn.", Wish, "created_at")
    stays(ORDER, Wish, "waits_since", "looked_at", "bot_came_at")
    stays(HAPPENED, WishSeat, "at")
