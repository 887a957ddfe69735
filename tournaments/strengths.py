"""How strong players are for an event: measured, else as they have stated it."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Player
from ratings.arithmetic import tables
from ratings.arithmetic.rating_list import Book, Pool, pool_of
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.strengths import Strength, presumed
from ratings.models import PlayerRating
from tournaments.models import Event


def strengths_of(event: Event, players: Iterable[Player]) -> dict[int, float]:
    """By player, in the pool of the event's games. One query, without players none."""
    people = {player.pk: player for player in players}
    if not people:
        return {}
    pool = pool_of(event.variant, event.size)
    rows = PlayerRating.objects.filter(player__in=people, pool__in={pool, Pool.TWO})
    book = Book(standings={(Pool(row.pool), row.player_id): row.standing for row in rows})
    return {pk: _presumed(book, pool, player).rating.value for pk, player in people.items()}


def _presumed(book: Book, pool: Pool, player: Player) -> Standing:
    """What somebody has stated is about games of two, and seeds a first table by them."""
    stated = Strength(player.stated_strength) if player.stated_strength else None
    if pool is Pool.TWO or (pool, player.pk) in book.standings:
        return presumed(book.standing(pool, player.pk), stated)
    if stated is None:
        return book.standing(pool, player.pk)
    return tables.newcomer(presumed(book.standing(Pool.TWO, player.pk), stated).rating)
