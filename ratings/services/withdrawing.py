"""A game counts no longer: ratings become what they were without it, by rows that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Min, Q

from games.models import Game, Seat
from ratings.arithmetic.rating_list import Book
from ratings.arithmetic.standing import Standing
from ratings.keeping import (
    AT_ONCE,
    COUNTS,
    Key,
    change_row,
    lock_counter,
    losses_on_time,
    next_number,
    rated_games,
    rating_list_of,
    recall_absences,
    standings_before,
    write_standings,
)
from ratings.models import PlayerRating, RatedResult, RatingChange
from upkeep.clock import database_now


def unrate_reopened(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a game goes on after all. Locks as `rate_finished`."""
    if not game.rated or game.imported:
        return
    counter = lock_counter()
    results = list(RatedResult.objects.filter(game=game, withdrawn=""))
    if results:
        withdraw(results, RatedResult.Withdrawn.REOPENED, next_number(counter), database_now())


def withdraw(
    results: Sequence[RatedResult], reason: RatedResult.Withdrawn, number: int, at: datetime
) -> None:
    """Withdraws results that stand, as one event. Nothing else about them changes; of the later games each
    counts or not as was decided when it ended. Takes as long as there are later games. The counter must be
    locked."""
    ids = [result.pk for result in results]
    RatedResult.objects.filter(pk__in=ids).update(withdrawn=reason, withdrawn_number=number)
    counted = sorted((result for result in results if not result.why_not), key=lambda each: each.number)
    if not counted:
        return
    book, players = _replayed(counted)
    write_differences(
        rating_list_of(players).standings,
        book,
        number,
        why=RatingChange.Why.WITHDRAWN,
        games=dict.fromkeys(players, counted[0].game_id),
        at=at,
    )


def write_differences(
    before: Mapping[Key, Standing],
    book: Book,
    number: int,
    *,
    why: RatingChange.Why,
    games: Mapping[int, int],
    at: datetime,
) -> None:
    """Makes what stood what the book holds, with a row wherever that differs; it names a game of each
    player's."""
    differ = sorted(
        key for key in before.keys() | book.standings if before.get(key) != book.standings.get(key)
    )
    RatingChange.objects.bulk_create(
        [
            change_row(
                number,
                key,
                before.get(key) or book.standing(*key),
                book.standing(*key),
                why=why,
                game_id=games[key[1]],
                at=at,
            )
            for key in differ
        ],
        batch_size=AT_ONCE,
    )
    write_standings({key: (number, book.standings[key]) for key in differ if key in book.standings})
    for pool, player in (key for key in differ if key not in book.standings):
        PlayerRating.objects.filter(pool=pool, player=player).delete()


def _replayed(withdrawn: Sequence[RatedResult]) -> tuple[Book, set[int]]:
    """The book as it stands without them, of all who have played since the first of them; and who that is."""
    first = _is_known_before(withdrawn[0].number)
    later = RatedResult.objects.filter(COUNTS, number__gte=first)
    players = {place["player"] for result in withdrawn for place in result.places}
    losses: dict[Key, float] = {}
    for game in rated_games(later):
        players.update(place.player for place in game.places)
        losses = losses_on_time([game]) | losses
    book = Book(standings=standings_before(first, players))
    recall_absences(book, losses, before=first)
    for game in rated_games(later):
        book.add(game)
    return book, players


def _is_known_before(number: int) -> int:
    """The last event up to this one before which the rows of changes tell what stands there now: they do not
    where a result from before it was withdrawn, or all was recomputed, after it."""
    recomputed = RatingChange.objects.filter(why=RatingChange.Why.RECOMPUTED, number__gt=number)
    if recomputed.exists():
        return 0
    revised = Q(why_not="", number__lt=number, withdrawn_number__gt=number)
    earlier: int | None = RatedResult.objects.filter(revised).aggregate(first=Min("number"))["first"]
    return number if earlier is None else _is_known_before(earlier)
