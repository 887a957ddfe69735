"""Fifty rated games that end at the same moment: ratings are as if they had ended one after the other."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model, QuerySet

from accounts.tests.cast import person
from games.models import Game, LogEntry, Marking, Reliability, Seat
from notices.models import Notice
from ratings.models import PairTally, PlayerRating, PlayerTally, RatedResult, RatingChange, RatingCounter
from ratings.services.recomputing import recompute_ratings
from ratings.tests.rating import give_up, rated_table, unguarded

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
GAMES = 50
ROUNDS = int(os.environ.get("RATING_ROUNDS", "2"))
"""With 20 it takes a minute and a half."""
PLAYERS = 11
"""Whose pairs are more than the games: nobody meets anybody too often."""
CONNECTIONS = 10
FOLLOWS = (
    *(PlayerRating, RatingChange, RatedResult, RatingCounter),
    *(Notice, Marking, Reliability, PlayerTally, PairTally),
)


def put_back(stood: list[Model], rows: QuerySet) -> None:
    rows.bulk_update(stood, [field.name for field in rows.model._meta.fields if not field.primary_key])


@pytest.fixture
def crowd(db) -> Iterator[Callable[[Sequence[Callable[[], Any]]], None]]:
    """Calls functions at the same moment, as many as there are connections; the others follow at once."""
    barrier = threading.Barrier(CONNECTIONS)

    def arrive() -> None:
        connection.ensure_connection()
        barrier.wait(timeout=60)

    def leave() -> None:
        barrier.wait(timeout=60)
        connection.close()

    def all_of(functions: Sequence[Callable[[], None]]) -> None:
        for done in [threads.submit(each) for each in functions]:
            done.result(timeout=120)

    with ThreadPoolExecutor(CONNECTIONS) as threads:

        def call(functions: Sequence[Callable[[], Any]]) -> None:
            all_of([arrive] * CONNECTIONS)
            all_of(functions)

        yield call
        all_of([leave] * CONNECTIONS)


def test_fifty_games_that_end_at_once_are_counted_as_one_after_the_other(crowd):
    people = [person(f"Player{number}") for number in range(PLAYERS)]
    pairs = random.Random(7).sample(list(combinations(people, 2)), GAMES)
    games = [rated_table(*pair) for pair in pairs]
    stood = [list(Game.objects.order_by("pk")), list(Seat.objects.order_by("pk"))]
    written, orders = LogEntry.objects.count(), set()
    ends = [partial(give_up, game, pair[1]) for game, pair in zip(games, pairs, strict=True)]
    for _ in range(ROUNDS):
        crowd(ends)
        found = RatedResult.objects.order_by("number").values_list("number", "why_not")
        assert list(found) == [(number, "") for number in range(1, GAMES + 1)]
        assert RatingChange.objects.count() == 2 * GAMES
        assert recompute_ratings(write=False) == []
        orders.add(tuple(RatedResult.objects.order_by("number").values_list("game", flat=True)))
        for model in FOLLOWS:
            unguarded(model).delete()
        with connection.cursor() as cursor:  # no model deletes what was logged
            cursor.execute("DELETE FROM games_logentry WHERE kind = 'resignation'")
        assert LogEntry.objects.count() == written
        for rows, model in zip(stood, (Game, Seat), strict=True):
            put_back(rows, model.objects.all())
    assert len(orders) > 1
