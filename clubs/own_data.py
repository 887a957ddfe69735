"""What clubs keep of a player, for the player to take away."""

from __future__ import annotations

from accounts.own_data.parts import Part, Why, add_parts
from clubs.models import ClubInvitation, ClubReport, Membership


def register_all() -> None:
    add_parts(
        Part(
            "clubs",
            Membership,
            lambda player: Membership.objects.filter(player=player),
            ("club", "player", "role", "joined_at", "officer_since"),
        ),
        Part(
            "club_invitations",
            ClubInvitation,
            lambda player: ClubInvitation.objects.filter(player=player),
            ("club", "player", "by", "created_at", "answer", "answered_at"),
            not_mine={"by": Why.OTHERS},
        ),
        Part(
            "club_reports_made",
            ClubReport,
            lambda player: ClubReport.objects.filter(reporter=player),
            ("club", "reporter", "reason", "created_at", "settled_at"),
            kept_back={"said": Why.OTHERS},
        ),
    )
