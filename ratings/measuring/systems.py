"""What the ratings of this site are measured against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from ratings.arithmetic.glicko import MIDDLE, SCALE, attenuation, logistic
from ratings.arithmetic.rating_list import Book, RatedGame
from ratings.arithmetic.tables import shares
from ratings.measuring.textbook import START, Meeting, Textbook, after_period, textbook_forecast


class System(Protocol):
    def forecast(self, game: RatedGame) -> Sequence[float]:
        """Each place's expected share of the win, together 1, without a look at the scores."""

    def add(self, game: RatedGame) -> None: ...


class Coin:
    """Knows nobody."""

    def forecast(self, game: RatedGame) -> Sequence[float]:
        return [1 / len(game.places)] * len(game.places)

    def add(self, game: RatedGame) -> None:
        pass


@dataclass
class Elo:
    """Arpad Elo, "The Rating of Chessplayers" (1978), with the logistic curve and K = 32. At a table each
    winner meets each loser for 2/n of K."""

    k: float = 32.0
    ratings: defaultdict[tuple[str, int], float] = field(default_factory=lambda: defaultdict(lambda: MIDDLE))

    def forecast(self, game: RatedGame) -> Sequence[float]:
        return shares([value / SCALE for value in self._values(game)])

    def add(self, game: RatedGame) -> None:
        values = self._values(game)
        for one, (place, value) in enumerate(zip(game.places, values, strict=True)):
            gain = sum(
                (1 + place.score - game.places[other].score) / 2 - logistic((value - values[other]) / SCALE)
                for other in opponents(game, one)
            )
            self.ratings[game.pool, place.player] += self.k * 2 / len(values) * gain

    def _values(self, game: RatedGame) -> list[float]:
        return [self.ratings[game.pool, place.player] for place in game.places]


@dataclass
class GlickoTwo:
    """The textbook's Glicko-2; at a table each winner meets each loser in one rating period."""

    ratings: defaultdict[tuple[str, int], Textbook] = field(
        default_factory=lambda: defaultdict(lambda: START)
    )

    def forecast(self, game: RatedGame) -> Sequence[float]:
        ratings = self._ratings(game)
        if len(ratings) == 2:
            chance = textbook_forecast(*ratings)
            return [chance, 1 - chance]
        return shares([attenuation(each.deviation) * (each.value - MIDDLE) / SCALE for each in ratings])

    def add(self, game: RatedGame) -> None:
        before = self._ratings(game)
        for one, place in enumerate(game.places):
            met = [
                Meeting(before[other], (1 + place.score - game.places[other].score) / 2)
                for other in opponents(game, one)
            ]
            self.ratings[game.pool, place.player] = after_period(before[one], met)

    def _ratings(self, game: RatedGame) -> list[Textbook]:
        return [self.ratings[game.pool, place.player] for place in game.places]


@dataclass
class Ours:
    """The ratings of this site."""

    book: Book = field(default_factory=Book)

    def forecast(self, game: RatedGame) -> Sequence[float]:
        return self.book.forecast(game.pool, [place.player for place in game.places])

    def add(self, game: RatedGame) -> None:
        self.book.add(game)


BASELINES: Final[Sequence[tuple[str, type[System]]]] = (
    ("coin", Coin),
    ("Elo K=32", Elo),
    ("textbook Glicko-2", GlickoTwo),
)


def opponents(game: RatedGame, one: int) -> list[int]:
    """Whom a seat is compared with: the other of two, and at tables those who ended otherwise."""
    places = game.places
    return [
        other
        for other in range(len(places))
        if other != one and (len(places) == 2 or places[other].score != places[one].score)
    ]
