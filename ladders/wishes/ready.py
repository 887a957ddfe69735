"""What wishes register when the site starts."""

from __future__ import annotations

from accounts.own_data.parts import Part, Why, add_parts, leave_out
from games.signals import leaver_settled
from games.table.slots import SOMEBODY
from ladders.models import Matcher, Wish, WishSeat
from ladders.wishes import services as wishes
from ladders.wishes.notices import KINDS
from ladders.wishes.waits import somebody_for
from notices.kinds import register
from upkeep.sweep import add_step

MATCHES_EVERY = 120.0


def connect_wishes() -> None:
    leaver_settled.connect(wishes.leaver_wishes_nothing, dispatch_uid="ladders.leaver_wishes_nothing")
    register(*KINDS)
    add_step("wishes", wishes.match_wishes, every=MATCHES_EVERY)
    add_step("wishes that wait", wishes.seat_bots, every=MATCHES_EVERY)
    SOMEBODY.fill(somebody_for)
    leave_out(Why.ORDER, Matcher)
    add_parts(
        Part(
            "wishes",
            Wish,
            lambda player: Wish.objects.filter(player=player),
            (
                "player", "players", "variants", "clocks", "rated", "within", "at_once", "created_at",
                "waits_since", "looked_at", "wants_bot", "bot_game", "bot_came_at",
            ),
        ),
        Part(
            "games_by_wishes",
            WishSeat,
            lambda player: WishSeat.objects.filter(player=player),
            ("game", "player", "wish", "at", "waited"),
        ),
    )  # fmt: skip
