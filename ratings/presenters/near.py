"""By which rating somebody may sit down at a table that asks for some."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import Player
from games.lobby.rating_range import OwnRating, Table
from ratings.arithmetic.rating_list import Book, Pool, pool_of
from ratings.arithmetic.shown import Certainty, certainty, number
from ratings.finished import day_of
from ratings.models import PlayerRating
from ratings.presenters.forecasts import presumed_standing
from upkeep.clock import local_now


def own_ratings(player: Player) -> Callable[[Table], OwnRating]:
    """For every kind of table; one query, when the first is asked for."""
    day = day_of(local_now())
    book: Book | None = None

    def at(table: Table) -> OwnRating:
        nonlocal book
        if book is None:
            rows = PlayerRating.objects.filter(player=player)
            book = Book(standings={(Pool(row.pool), row.player_id): row.standing for row in rows})
        pool = pool_of(*table)
        standing = book.standing(pool, player.pk, day)
        if certainty(standing) is Certainty.NEW:
            return OwnRating(number(presumed_standing(pool, player, book, day)), is_shown=False)
        return OwnRating(number(standing), is_shown=True)

    return at
