"""What the stairs register when the site starts."""

from __future__ import annotations

from accounts.own_data.parts import Part, Why, add_parts, leave_out
from games.signals import Rank, game_finished, game_reopened, leaver_settled
from ladders.models import (
    Stairs,
    StairsEvent,
    StairsPlayer,
    StairsSeason,
    StairsSeat,
    StairsStanding,
    StairsTable,
)
from ladders.stairs.notices import KINDS, subjects
from ladders.stairs.services import asking, seating, settling
from notices.bell.subjects import add_subjects
from notices.kinds import register
from upkeep.sweep import A_MINUTE, add_step


def connect_stairs() -> None:
    game_finished.connect(settling.settle_finished, rank=Rank.LADDER, dispatch_uid="ladders.settle_stairs")
    game_reopened.connect(settling.undo_reopened, rank=Rank.LADDER, dispatch_uid="ladders.reopen_stairs")
    leaver_settled.connect(asking.leaver_leaves, dispatch_uid="ladders.leave_stairs")
    register(*KINDS)
    add_subjects(subjects)
    add_step("stairs", seating.seat_if_due, every=A_MINUTE)
    leave_out(Why.ORDER, Stairs)
    leave_out(Why.SHARED, StairsSeason, StairsTable)
    add_parts(
        Part(
            "stairs",
            StairsPlayer,
            lambda player: StairsPlayer.objects.filter(player=player),
            (
                "player", "step", "began_at_step", "played", "won", "joined_at", "left_at", "asked_at",
                "passed", "variants", "sizes",
            ),
        ),
        Part(
            "stairs_tables",
            StairsSeat,
            lambda player: StairsSeat.objects.filter(player=player),
            ("table", "player", "number", "step", "change"),
        ),
        Part(
            "stairs_seasons",
            StairsStanding,
            lambda player: StairsStanding.objects.filter(player=player),
            ("season", "player", "place", "step", "played", "won"),
        ),
        Part(
            "stairs_events",
            StairsEvent,
            lambda player: StairsEvent.objects.filter(player=player),
            ("number", "at", "kind", "player", "game", "step", "data"),
        ),
    )  # fmt: skip
