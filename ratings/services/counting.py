"""A rated game ends: who gains and who loses by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.log.results import is_void
from games.models import Game, Seat
from ratings.arithmetic.rating_list import pool_of
from ratings.finished import places_of, terms_for_ratings
from ratings.keeping import (
    lock_counter,
    losses_on_time,
    next_number,
    rated_game,
    rating_list_of,
    recall_absences,
    stored_places,
    stored_weights,
    write_changes,
)
from ratings.models import RatedResult
from ratings.what_counts import End, why_not
from ratings.year import Year


def rate_finished(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a game has ended, in that transaction. One without the terms of a rated game leaves nothing.

    Locks the counter, after the game and the tallies. The number of its queries depends on no other game.
    """
    if not game.rated or game.imported:
        return
    places = places_of(game, seats)
    counter = lock_counter()
    # A result that staff have changed is of the day on which they did, or days would run backwards.
    at, pool = game.changed_at, pool_of(game.variant, game.players)
    year = Year([place.player for place in places], at)
    people = year.people(pool)
    result = RatedResult(
        number=next_number(counter),
        game=game,
        pool=pool,
        ended_at=at,
        places=stored_places(places),
        weights=stored_weights(year.weights(pool, places, people)),
    )
    end = End(turns=game.turn_count, void=is_void(game))
    result.why_not = why_not(terms_for_ratings(game, seats), people, end) or ""
    result.save(force_insert=True)
    if result.why_not:
        return
    book = rating_list_of([place.player for place in places])
    rated = rated_game(result)
    recall_absences(book, losses_on_time([rated]), before=result.number)
    write_changes(book.add(rated), game, result.ended_at)
