"""What clubs keep of a player, for the player to take away."""

from __future__ import annotations

from accounts.own_data.parts import Part, Why, add_parts
from clubs.models import ClubInvitation, Membership


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
    )
