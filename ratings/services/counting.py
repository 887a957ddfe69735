"""A rated game ends: who gains and who loses by it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games.log.results import is_void
from games.models import Game, Seat
from ratings.arithmetic.rating_list import Place, pool_of
from ratings.finished import day_of, places_of, terms_for_ratings
from ratings.keeping import (
    COUNTS,
    lock_counter,
    losses_on_time,
    next_number,
    rated_game,
    rating_list_of,
    recall_absences,
    stored_places,
    write_changes,
)
from ratings.models import Exclusion, RatedResult
from ratings.what_counts import (
    PAIR_DAYS,
    End,
    Reason,
    earlier_of_a_pair,
    why_it_does_not_count,
    why_it_will_not_count,
)


def rate_finished(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a game has ended, in that transaction. One without the terms of a rated game leaves nothing.

    Locks the counter, after the game and the tallies. The number of its queries depends on no other game.
    """
    if not game.rated or game.imported:
        return
    places = places_of(game, seats)
    counter = lock_counter()
    result = RatedResult(
        number=next_number(counter),
        game=game,
        pool=pool_of(game.variant, game.players),
        # A result that staff have changed is of the day on which they did, or days would run backwards.
        ended_at=game.changed_at,
        places=stored_places(places),
    )
    result.why_not = _why_not(game, seats, places, result.ended_at) or ""
    result.save(force_insert=True)
    if result.why_not:
        return
    book = rating_list_of([place.player for place in places])
    rated = rated_game(result)
    recall_absences(book, losses_on_time([rated]), before=result.number)
    write_changes(book.add(rated), game, result.ended_at)


def _why_not(game: Game, seats: Sequence[Seat], places: Sequence[Place], at: datetime) -> Reason | None:
    terms, players = terms_for_ratings(game, seats), [place.player for place in places]
    if reason := why_it_will_not_count(terms):
        return reason
    end = End(
        turns=game.turn_count,
        void=is_void(game),
        excluded=Exclusion.objects.filter(player__in=players).exists(),
        earlier_of_a_pair=_earlier_of_a_pair(players, at),
    )
    return why_it_does_not_count(terms, end)


def _earlier_of_a_pair(players: Sequence[int], at: datetime) -> int:
    """One query, of the games that these players finished in thirty days. Two who met hold two seats of each
    of them still, or one where the other has left."""
    since = at - timedelta(days=PAIR_DAYS)
    met = Seat.objects.filter(player__in=players, ended_at__gt=since).values("game")
    counted = RatedResult.objects.filter(COUNTS, ended_at__gt=since, game__in=met)
    return earlier_of_a_pair(
        players,
        day_of(at),
        [
            (day_of(ended), [place["player"] for place in places])
            for ended, places in counted.values_list("ended_at", "places")
        ],
    )
