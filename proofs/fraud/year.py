"""A year of friends who throw games to each other, by the arithmetic of ratings alone: no service, no
database.

Everybody is as strong as the middle. Games against strangers, and honest ones among the friends, score what
is to be awaited of them, so that a year says what it gains without any luck. The last month is played
honestly: what four first wins give at once is no more than any four strangers' would, so it is what lasts
that is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from ratings.arithmetic.glicko import MIDDLE, Rating
from ratings.arithmetic.rating_list import Book, Place, Pool, RatedGame
from ratings.arithmetic.shown import Certainty, certainty
from ratings.arithmetic.standing import Standing
from ratings.weights import YEAR, Earlier, weigh
from ratings.what_counts import MOST_OF_A_PAIR, PAIR_DAYS

MONTHS: Final = 12
THROWN: Final = range(MONTHS - 1)
"""The months in which games are thrown."""
STRANGER: Final = Standing(Rating(MIDDLE, 65.0), games=200)
STRANGERS: Final = range(1000, 1040)
HONEST: Final = 0.5
FIRST_YEAR: Final = 365
"""Of honest games, before the first that is thrown."""


@dataclass(frozen=True, slots=True)
class Throw:
    """So many games of one month that the loser gives to the winner."""

    month: int
    winner: int
    loser: int
    games: int
    on_time: bool = False
    left: bool = False
    """The loser leaves the seat to a substitute, who loses it."""
    drawn: bool = False


@dataclass
class Year:
    """Friends with these numbers, each of whom plays so many games a month against strangers."""

    friends: Collection[int]
    honest: int
    settled: bool = True
    """Whether they have played honestly for a year before."""
    book: Book = field(default_factory=Book)
    history: dict[int, list[tuple[float, Earlier]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._numbers = count(1)
        self._next_stranger = 0

    def after(self, throws: Iterable[Throw], *, thrown: bool = True) -> dict[int, float]:
        """The rating of each friend at its end; where nothing is thrown the same games are honest. Who is not
        settled is in no list, and has gained nothing."""
        by_month: dict[int, list[Throw]] = {}
        for throw in throws:
            by_month.setdefault(throw.month, []).append(throw)
        first = -MONTHS if self.settled else 0
        for month in range(first, MONTHS):
            start = FIRST_YEAR + month * PAIR_DAYS
            self._honest_half(start)
            self._throws(by_month.get(month, []), start + PAIR_DAYS / 2, thrown)
            if month < MONTHS - 1:
                self._honest_half(start + PAIR_DAYS * 0.7)
        end = FIRST_YEAR + MONTHS * PAIR_DAYS
        found = {}
        for friend in self.friends:
            standing = self.book.standing(Pool.TWO, friend, end)
            listed = certainty(standing) is Certainty.SETTLED
            found[friend] = standing.rating.value if listed else MIDDLE
        return found

    def _honest_half(self, day: float) -> None:
        for number in range((self.honest + 1) // 2):
            for friend in self.friends:
                self._next_stranger += 1
                stranger = STRANGERS[self._next_stranger % len(STRANGERS)]
                self.book.standings[Pool.TWO, stranger] = STRANGER
                self._play([friend, stranger], HONEST, day + number / 2, weighs=False)

    def _throws(self, throws: Sequence[Throw], day: float, thrown: bool) -> None:
        """In turns, as many as count; those on time within three days, before the others."""
        counted: dict[frozenset[int], int] = {}
        for throw in sorted(throws, key=lambda each: not each.on_time):
            for number in range(throw.games):
                pair = frozenset((throw.winner, throw.loser))
                counted[pair] = counted.get(pair, 0) + 1
                if counted[pair] > MOST_OF_A_PAIR:
                    break
                at = day + (number / 4 if throw.on_time else 3 + number / 2)
                order = [throw.winner, throw.loser][:: 1 if number % 2 else -1]
                if not thrown:
                    self._play(order, HONEST, at, weighs=False)
                    continue
                score = 0.5 if throw.drawn else float(order[0] == throw.winner)
                away, left = (throw.loser if said else None for said in (throw.on_time, throw.left))
                self._play(order, score, at, away=away, left=left)

    def _play(
        self,
        order: Sequence[int],
        score: float,
        day: float,
        *,
        away: int | None = None,
        left: int | None = None,
        weighs: bool = True,
    ) -> None:
        day = max(
            day, max((self.history[each][-1][0] for each in order if self.history.get(each)), default=0)
        )
        scores = ((order[0], score), (order[1], 1 - score))
        found = weigh(scores, self._earlier(order, day)) if weighs else []
        places = tuple(
            Place(player, own, substituted=player == left, lost_on_time=player == away)
            for player, own in scores
        )
        weights = {(each.player, each.opponent): each.weight for each in found}
        self.book.add(RatedGame(next(self._numbers), Pool.TWO, places, day, weights))
        few = frozenset((each.player, each.opponent) for each in found if each.from_few)
        shown = scores if weighs else ((order[0], HONEST), (order[1], HONEST))
        for player in order:
            self.history.setdefault(player, []).append((day, Earlier(shown, True, few)))

    def _earlier(self, players: Sequence[int], day: float) -> list[Earlier]:
        found = {
            id(each): each for one in players for at, each in self.history.get(one, []) if at > day - YEAR
        }
        return list(found.values())
