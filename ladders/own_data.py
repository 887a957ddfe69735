"""What ladders hold of a player."""

from __future__ import annotations

from django.db.models import Q

from accounts.own_data.parts import Part, Why, add_parts, leave_out
from ladders.models import Challenge, Ladder, LadderEvent, PlaceThen, Rung


def register_all() -> None:
    leave_out(Why.SHARED, Ladder)
    leave_out(Why.ORDER, PlaceThen)
    add_parts(
        Part(
            "ladder_places",
            Rung,
            lambda player: Rung.objects.filter(player=player).order_by("pk"),
            ("ladder", "player", "place", "joined_at", "challenge_by", "limbo"),
            kept_back={"vacation_counted": Why.ORDER},
        ),
        Part(
            "ladder_challenges",
            Challenge,
            lambda player: Challenge.objects.filter(Q(challenger=player) | Q(challenged=player)).order_by(
                "pk"
            ),
            (
                "ladder", "game", "challenger", "challenged", "from_place", "to_place", "at", "settled_at",
                "settled_number", "result",
            ),
        ),
        Part(
            "ladder_events",
            LadderEvent,
            lambda player: LadderEvent.objects.filter(Q(player=player) | Q(other=player)).order_by("pk"),
            (
                "ladder", "number", "kind", "player", "other", "game", "result", "why", "cause", "until",
                "at", "data",
            ),
        ),
    )  # fmt: skip
