"""What ladders register when the site starts."""

from __future__ import annotations

from django.db.models import Q

from accounts.own_data.parts import Part, Why, add_parts, leave_out
from clubs.signals import club_closed, member_left
from games.signals import Rank, game_finished, game_reopened, leaver_settled
from ladders.ladder.notices import KINDS, subjects
from ladders.ladder.services import joining, settling, sweep_ladders
from ladders.models import Challenge, Ladder, LadderEvent, PlaceThen, Rung
from notices.bell.subjects import add_subjects
from notices.kinds import register
from upkeep.sweep import A_MINUTE, add_step


def connect_ladders() -> None:
    game_finished.connect(
        settling.on_game_finished, rank=Rank.LADDER, dispatch_uid="ladders.on_game_finished"
    )
    game_reopened.connect(
        settling.on_game_reopened, rank=Rank.LADDER, dispatch_uid="ladders.on_game_reopened"
    )
    leaver_settled.connect(joining.player_leaves, dispatch_uid="ladders.player_leaves")
    member_left.connect(joining.member_leaves, dispatch_uid="ladders.member_leaves")
    club_closed.connect(joining.club_closes, dispatch_uid="ladders.club_closes")
    register(*KINDS)
    add_subjects(subjects)
    add_step("ladders", sweep_ladders, every=A_MINUTE)
    leave_out(Why.SHARED, Ladder)
    leave_out(Why.ORDER, PlaceThen)
    add_parts(
        Part(
            "ladder_places",
            Rung,
            lambda player: Rung.objects.filter(player=player).order_by("pk"),
            (
                "ladder", "player", "place", "joined_at", "challenge_by", "limbo", "offered_at", "warned_at",
                "sinks_at",
            ),
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
