"""Standing wishes for tests."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any, Final

from accounts.models import Player
from games.clocks.paces import NORMAL
from games.models import Game, Seat
from games.models.game import new_public_id
from homeworlds.rules import Variant
from ladders.models import Wish, WishSeat
from ladders.wishes.services import match_wishes, state_wish
from notices.models import Notice
from upkeep.clock import database_now

HOUR: Final = timedelta(hours=1)


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


def ended(*hours: float, days_ago: int = 1, players: int = 2) -> None:
    """Waits that ended with a game of so many."""
    for wait in hours:
        seat = Seat.objects.filter(game__players=players).first()
        game = Game.objects.get(pk=seat.game_id)
        game.pk, game.public_id = None, new_public_id()
        game.save()
        at = database_now() - timedelta(days=days_ago)
        WishSeat.objects.create(game=game, player=seat.player, at=at, waited=wait * HOUR)
