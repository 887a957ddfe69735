"""The game that was played last, for a page that anybody may see."""

from __future__ import annotations

from django.db.models import F

from games.access import with_seats
from games.models import Game, Status, Visibility
from records.reading import ORIGIN


def last_played_game() -> Game | None:
    """The public game with the latest turn, in which everybody has had one, with its seats; None when there
    is none. Recorded games that were imported do not count, nor do they slow the search, which is the
    index `game_lately`, however many they are."""
    games = Game.objects.filter(
        visibility=Visibility.PUBLIC,
        status__in=[Status.RUNNING, Status.FINISHED],
        log_number__gte=F("players"),
    )
    return with_seats(games.exclude(origin_kind=ORIGIN)).order_by("-changed_at", "-pk").first()
