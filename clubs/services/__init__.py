"""Everything that changes a club: one transaction each. Locks are taken in one order: the player whose clubs
are counted, then the club; whoever hears of it above locks its own after that."""

from clubs.services.founding import change_club, close_club, found_club, why_not_found, write_news
from clubs.services.joining import (
    accept_club_invitation,
    decline_club_invitation,
    invite_to_club,
    join_club,
    why_not_join,
    withdraw_club_invitation,
)
from clubs.services.members import (
    end_officer,
    hand_over,
    leave_club,
    make_officer,
    remove_member,
)
from clubs.services.reporting import check_may_report, report_club

__all__ = [
    "accept_club_invitation",
    "change_club",
    "check_may_report",
    "close_club",
    "decline_club_invitation",
    "end_officer",
    "found_club",
    "hand_over",
    "invite_to_club",
    "join_club",
    "leave_club",
    "make_officer",
    "remove_member",
    "report_club",
    "why_not_found",
    "why_not_join",
    "withdraw_club_invitation",
    "write_news",
]
