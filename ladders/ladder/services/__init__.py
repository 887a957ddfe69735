"""Everything that changes a ladder of two players.

The ladder's row is the one lock of all that belongs to it. It comes after the row of a game and that of a
club; a challenge makes its game under it, whose row is nobody else's yet. Nobody who holds it locks a player,
whom the deletion of an account locks first.
"""

from ladders.ladder.services.challenging import challenge
from ladders.ladder.services.founding import found_ladder, site_ladder, why_not_found
from ladders.ladder.services.joining import come_back, join_ladder, leave_ladder
from ladders.ladder.services.replaying import check_ladders
from ladders.ladder.services.sinking import offer_game
from ladders.ladder.services.sweeping import sweep_ladders

__all__ = [
    "challenge",
    "check_ladders",
    "come_back",
    "found_ladder",
    "join_ladder",
    "leave_ladder",
    "offer_game",
    "site_ladder",
    "sweep_ladders",
    "why_not_found",
]
