"""Standing wishes for tests."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games.clocks.paces import NORMAL
from homeworlds.rules import Variant
from ladders.models import Wish
from ladders.wishes.services import state_wish


def wish(player: Player, players: int = 2, **more: Any) -> Wish:
    """For any opponent, unless told otherwise."""
    return state_wish(
        player=player, players=players, **{"variants": list(Variant), "clocks": [NORMAL], **more}
    )
