"""What outages do to the moments of clubs (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from clubs.models import Club, ClubInvitation, ClubReport, Membership
from upkeep.timekeeping.moments import HAPPENED, stays


def register_all() -> None:
    stays(HAPPENED, Club, "news_at", "created_at", "closed_at")
    stays(HAPPENED, Membership, "joined_at", "officer_since")
    stays("An invitation to a club stands until it is answered.", ClubInvitation, "created_at")
    stays(HAPPENED, ClubInvitation, "answered_at")
    stays(HAPPENED, ClubReport, "created_at", "settled_at")
