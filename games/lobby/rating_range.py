"""From which rating to which others may be who join a table without being invited.

The ratings themselves belong to an app above, which says in `AppConfig.ready` how they are found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from django.utils.translation import gettext

from accounts.models import Player
from games.models import Game
from games.refusals import GameRefusal, GameRefusalCode

HIGHEST: Final = 4000
ROUND: Final = 50
"""Points: the ends of what lies around somebody's rating tell no more of it."""


class OwnRating(NamedTuple):
    value: int
    is_shown: bool
    """False: nothing is known yet but what the site takes a newcomer for, and no page says that number."""


Table: TypeAlias = tuple[str, int]
"""Variant and number of players, by which it is known which rating counts."""
RatingsOf: TypeAlias = Callable[[Player], Callable[[Table], OwnRating]]
_find: RatingsOf | None = None


def add_ratings(find: RatingsOf) -> None:
    """`find` takes one query for all kinds of tables."""
    global _find
    _find = find


def ratings_of(player: Player) -> Callable[[Table], OwnRating] | None:
    """None on a site without ratings: there everybody is in every range."""
    return _find(player) if _find else None


def around(own: OwnRating, points: int) -> tuple[int, int]:
    """From where to where others are near."""
    low, high = own.value - points, own.value + points
    return max(0, low // ROUND * ROUND), -(-high // ROUND) * ROUND


def why_outside(game: Game, own: OwnRating) -> GameRefusal | None:
    low, high = game.rating_from, game.rating_to
    if (low is None or low <= own.value) and (high is None or own.value <= high):
        return None
    asked = range_in_short(low, high)
    if own.is_shown:
        return GameRefusal(GameRefusalCode.RATING_OUTSIDE, rating=own.value, asked=asked)
    return GameRefusal(GameRefusalCode.NO_RATING_YET, asked=asked)


def range_in_short(low: int | None, high: int | None) -> str:
    """“1400–1700”; empty where there is no limit."""
    if low is None and high is None:
        return ""
    if high is None:
        return gettext("{rating} or more").format(rating=low)
    if low is None:
        return gettext("up to {rating}").format(rating=high)
    return f"{low}–{high}"


def ratings_asked(game: Game) -> str:
    """For a row of a list; empty: any."""
    return range_in_short(game.rating_from, game.rating_to)


def range_sentence(low: int | None, high: int | None) -> str:
    """Empty where there is no limit."""
    asked = range_in_short(low, high)
    return asked and gettext("Whoever joins without an invitation is rated {asked}.").format(asked=asked)
