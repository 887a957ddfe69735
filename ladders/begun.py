"""A game of several people has begun and none of them has made it: each is told once, by the notice of what
has brought them together, or else by the game's own."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from accounts.models import Player
from games.models import Game
from games.notices.kinds import NoticeKind
from notices.services import tell, withdraw


class Drawn(random.Random):
    """Lots that are drawn already: all sit, and move, as listed."""

    def shuffle(self, x: Any) -> None:
        pass


def notify_begun(
    kind: str, game: Game, players: Iterable[Player], *, now: datetime, by: Player | None = None
) -> None:
    """Instead of the notices that the game has begun, and of a turn. Whoever stands as its creator
    got neither, and gets what is wanted now; `by`, who has just made it begin, is not told."""
    players = list(players)
    told = tell(kind=kind, key=game.public_id, news=0, players=players, by=by, now=now)
    for other in (NoticeKind.START, NoticeKind.TURN):
        withdraw(kind=other, key=game.public_id, news=game.log_number, players=told)
    creator = next((each for each in players if each.pk == game.creator_id), None)
    if creator is None or creator.pk in told or creator == by:
        return
    for other in (NoticeKind.START, NoticeKind.TURN):
        moves = game.seats.filter(number=game.next_seat, player=creator).exists()
        if other is NoticeKind.START or moves:
            told = tell(
                kind=other, key=game.public_id, news=game.log_number, players=[creator], by=None, now=now
            )
            if told:
                return
