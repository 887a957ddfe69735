"""What some players have finished within a year, as far as it decides what their next game counts for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import NamedTuple

from django.db.models import F

from games.models import FormerPlayer, Seat
from ratings.arithmetic.rating_list import Place, Pool
from ratings.finished import day_of
from ratings.keeping import COUNTS
from ratings.models import Exclusion, RatedResult
from ratings.weights import YEAR, Earlier, Scores, Weighed, weigh
from ratings.what_counts import People, met_too_often


class _Result(NamedTuple):
    pool: str
    day: float
    scores: Scores
    is_saved: bool
    """By a substitute: only who had left was rated."""
    weights: Sequence[tuple[int, int, float, bool]]

    def pairs(self) -> Iterator[frozenset[int]]:
        """Between whom it counts."""
        nothing = {frozenset((player, other)) for player, other, weight, _few in self.weights if not weight}
        for pair in combinations([player for player, _score in self.scores], 2):
            if frozenset(pair) not in nothing:
                yield frozenset(pair)

    def earlier(self, pool: Pool) -> Earlier:
        few = {(player, other) for player, other, _weight, few in self.weights if few}
        return Earlier(self.scores, self.pool == pool and not self.is_saved, few)


class Year:
    """Up to a moment. Two queries, however many players and games."""

    def __init__(self, players: Collection[int], until: datetime) -> None:
        self._players, self._until = list(players), day_of(until)
        since = until - timedelta(days=YEAR)
        sat = Seat.objects.filter(player__in=self._players, ended_at__gt=since).order_by().values("game")
        left = FormerPlayer.objects.filter(player__in=self._players, seat__ended_at__gt=since)
        # What staff decide anew counts from then on; its game had ended before, perhaps more than a year ago.
        anew = RatedResult.objects.filter(withdrawn=RatedResult.Withdrawn.REOPENED).order_by().values("game")
        theirs = sat.union(
            left.order_by().values(game=F("seat__game")),
            anew.filter(game__seats__player__in=self._players),
            anew.filter(game__seats__former__player__in=self._players),
        )
        counted = RatedResult.objects.filter(COUNTS, ended_at__gt=since, ended_at__lte=until, game__in=theirs)
        self._results = [
            _Result(
                pool,
                day_of(at),
                [(place["player"], place["score"]) for place in places],
                any(place.get("substituted") and place["score"] for place in places),
                weights,
            )
            for pool, at, places, weights in counted.values_list("pool", "ended_at", "places", "weights")
        ]
        excluded = Exclusion.objects.filter(player__in=self._players)
        self._excluded = set(excluded.values_list("player", flat=True))

    def people(self, pool: Pool, players: Collection[int] | None = None) -> People:
        """Of these, or of all."""
        players = self._players if players is None else players
        counted = [(each.day, each.pairs()) for each in self._results if each.pool == pool]
        return People(
            players=tuple(players),
            excluded=not self._excluded.isdisjoint(players),
            left_out=met_too_often(players, self._until, counted),
        )

    def weights(self, pool: Pool, places: Sequence[Place], people: People) -> list[Weighed]:
        """Of a game that ends so."""
        scores = [(place.player, place.score) for place in places]
        earlier = [each.earlier(pool) for each in self._results]
        return weigh(scores, earlier, people.left_out)
