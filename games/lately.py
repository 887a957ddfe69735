"""The game that was played last, for a page that anybody may see."""

from __future__ import annotations

from typing import Final

from django.db.models import F

from games.access import with_seats
from games.importing import ORIGIN
from games.models import Game, LogEntry, Status, Visibility

LOOKED_AT: Final = 500
"""So many of the last entries of all logs are looked at, however many there are."""


def last_played_game() -> Game | None:
    """The public game with the latest turn, in which everybody has had one, with its seats. Recorded games
    that were imported do not count. None when none was played lately."""
    lately = LogEntry.objects.order_by("-pk").values("game_id")[:LOOKED_AT]
    games = Game.objects.filter(
        pk__in=lately,
        visibility=Visibility.PUBLIC,
        status__in=[Status.RUNNING, Status.FINISHED],
        log_number__gte=F("players"),
    )
    return with_seats(games.exclude(origin_kind=ORIGIN)).order_by("-changed_at", "-pk").first()
