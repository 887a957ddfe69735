"""What outages do to the moments of ratings (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from ratings.models import Exclusion, PlayerRating, RatedResult, RatingChange
from upkeep.timekeeping.moments import HAPPENED, stays


def register_all() -> None:
    stays(HAPPENED, RatedResult, "ended_at")
    stays(HAPPENED, RatingChange, "at")
    stays(HAPPENED, Exclusion, "since")
    stays(
        "A rating is less certain with every day without a game, outages or not.",
        PlayerRating,
        "listed_until",
    )
