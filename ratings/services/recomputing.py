"""Computing all ratings anew from the results of the games, which are all that ratings are made of."""

from __future__ import annotations

from collections.abc import Mapping
from math import isclose
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from ratings.arithmetic.rating_list import Book, Pool
from ratings.arithmetic.standing import Standing
from ratings.keeping import (
    Key,
    last_changes,
    lock_counter,
    next_number,
    rated_games,
    write_standings,
)
from ratings.models import PlayerRating, RatedResult, RatingChange, RatingCounter
from ratings.services.withdrawing import write_differences
from upkeep.clock import database_now

PRECISION = 1e-6
"""Of points: other machines may round otherwise."""


@transaction.atomic
def recompute_ratings(*, write: bool) -> list[str]:
    """Computes all ratings in one pass over the results; returns what stands otherwise, and with `write`
    mends it. Keeps as much in mind as there are players.

    With `write` no rated game can end meanwhile: the counter is locked. Without, everything is compared as it
    was after the last event when it began, since rows of changes are only added.
    """
    counter = lock_counter() if write else RatingCounter.objects.first()
    last = counter.last_number if counter else 0
    book, numbers = _recomputed(last)
    changes, by_changes = _last_changes(last)
    ratings = {(Pool(row.pool), row.player_id): row.standing for row in PlayerRating.objects.iterator()}
    since = set() if write else _changed_since(last)
    wrong = _differences("the last change says", by_changes, book, set())
    wrong += _differences("the rating is", ratings, book, since)
    if wrong and write and counter is not None:
        games = _games(numbers) | {key[1]: change.game_id for key, change in changes.items()}
        number = next_number(counter)
        why = RatingChange.Why.RECOMPUTED
        write_differences(by_changes, book, number, why=why, games=games, at=database_now())
        _mend_ratings(book, number, changes)
    return wrong


class _Change(NamedTuple):
    """All that is kept in mind of a row."""

    number: int
    game_id: int


def _last_changes(last: int) -> tuple[dict[Key, _Change], dict[Key, Standing]]:
    """Of each player in each pool, up to that event; and what they left, where anything is left."""
    changes, left = dict[Key, _Change](), dict[Key, Standing]()
    for row in last_changes(RatingChange.objects.filter(number__lte=last)).defer("opponents").iterator():
        key = Pool(row.pool), row.player_id
        changes[key] = _Change(row.number, row.game_id)
        if row.games_after:
            left[key] = row.after
    return changes, left


def _recomputed(last: int) -> tuple[Book, dict[int, int]]:
    """From all results that stood after that event; and the number of each player's last game."""
    stood = Q(withdrawn="") | Q(withdrawn_number__gt=last)
    book, numbers = Book(), dict[int, int]()
    for game in rated_games(RatedResult.objects.filter(stood, why_not="", number__lte=last)):
        book.add(game)
        numbers.update((place.player, game.number) for place in game.places)
    return book, numbers


def _games(numbers: Mapping[int, int]) -> dict[int, int]:
    """Their ids, by the player, of the results with these numbers."""
    ids = dict(RatedResult.objects.values_list("number", "game_id"))
    return {player: ids[number] for player, number in numbers.items()}


def _changed_since(last: int) -> set[Key]:
    later = RatingChange.objects.filter(number__gt=last).values_list("pool", "player")
    return {(Pool(pool), player) for pool, player in later}


def _mend_ratings(book: Book, number: int, changes: Mapping[Key, _Change]) -> None:
    """Also those of which the rows of changes are right."""
    ids = [
        row.pk for row in PlayerRating.objects.all() if (Pool(row.pool), row.player_id) not in book.standings
    ]
    PlayerRating.objects.filter(pk__in=ids).delete()
    stored = {(Pool(row.pool), row.player_id): row for row in PlayerRating.objects.iterator()}
    write_standings(
        {
            key: (changes[key].number if key in changes else number, standing)
            for key, standing in book.standings.items()
            if key not in stored or stored[key].standing != standing
        }
    )


def _differences(said: str, stands: Mapping[Key, Standing], book: Book, but: set[Key]) -> list[str]:
    return [
        f"{pool}, player {player}: {said} {_in_words(stands.get((pool, player)))}, "
        f"the games say {_in_words(book.standings.get((pool, player)))}"
        for pool, player in sorted((stands.keys() | book.standings.keys()) - but)
        if not _agree(stands.get((pool, player)), book.standings.get((pool, player)))
    ]


def _agree(one: Standing | None, other: Standing | None) -> bool:
    if one is None or other is None:
        return one is other
    numbers = [
        (one.rating.value, other.rating.value),
        (one.rating.deviation, other.rating.deviation),
        (one.day or 0.0, other.day or 0.0),
        (one.back_to or 0.0, other.back_to or 0.0),
    ]
    same = all(isclose(a, b, rel_tol=0, abs_tol=PRECISION) for a, b in numbers)
    return same and one.games == other.games


def _in_words(standing: Standing | None) -> str:
    if standing is None:
        return "nothing"
    return f"{standing.rating.value:.6f} ± {standing.rating.deviation:.6f} after {standing.games} games"
