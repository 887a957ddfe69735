"""The games that are played just now, for pages that anybody may see."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery

from games.access import with_seats
from games.log.moments import state_of
from games.models import EntryKind, Game, LogEntry, Status, Visibility
from upkeep.clock import local_now

LATELY: Final = timedelta(hours=1)
SYSTEMS: Final = 6
"""A table with fewer shows little of the game."""
CONSIDERED: Final = 50
"""So many of the games with the latest turns: what nobody would look at is not searched."""


def liveliest_game() -> Game | None:
    """The public game with the most turns in the last hour among those with six systems and more, with its
    seats; None when there is none. Recorded games that were imported do not count, nor do they slow the
    search, which is the index `game_lately`, however many they are. Two queries."""
    since = local_now() - LATELY
    turns = LogEntry.objects.filter(game=OuterRef("pk"), kind=EntryKind.TURN, created_at__gt=since)
    number = turns.order_by().values("game").annotate(number=Count("pk")).values("number")
    recent = _public().filter(changed_at__gt=since, log_number__gte=F("players"))
    counted = recent.annotate(lately=Subquery(number, output_field=IntegerField()))
    games = list(with_seats(counted).order_by("-changed_at", "-pk")[:CONSIDERED])
    # The sort keeps the latest before others with as many turns.
    for game in sorted(games, key=lambda game: game.lately or 0, reverse=True):
        if len(state_of(game).position.systems) >= SYSTEMS:
            return game
    return None


def games_going_on(most: int) -> list[Game]:
    """The public games with the latest turns, with their seats; two queries."""
    games = _public().filter(status=Status.RUNNING, log_number__gt=0)
    return list(with_seats(games).order_by("-changed_at", "-pk")[:most])


def anything_begun(since: datetime) -> bool:
    """Whether anything has happened in a public game since then. One query, by the index `game_lately`."""
    return _public().filter(changed_at__gt=since).exists()


def _public() -> QuerySet[Game]:
    return Game.objects.filter(visibility=Visibility.PUBLIC, started_at__isnull=False, imported=False)
