"""Standing wishes for tests."""

from __future__ import annotations

import random
from typing import Any

from accounts.models import Player
from games.clocks.paces import NORMAL
from games.models import Game
from homeworlds.rules import Variant
from ladders.models import Wish
from ladders.wishes.services import match_wishes, state_wish
from notices.models import Notice


def wish(player: Player, players: int = 2, **more: Any) -> Wish:
    """For any opponent, unless told otherwise."""
    return state_wish(
        player=player, players=players, **{"variants": list(Variant), "clocks": [NORMAL], **more}
    )


def match(now=None):
    return match_wishes(now=now, lots=random.Random(1))


def told(game: Game) -> dict[str, set[str]]:
    """Who has which notices of the game that are to be sent."""
    found: dict[str, set[str]] = {}
    for notice in Notice.objects.filter(key=game.public_id, due_at__isnull=False).select_related("player"):
        found.setdefault(notice.player.name, set()).add(notice.kind)
    return found
