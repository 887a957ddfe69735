"""All ratings, and how finished games change them.

A book that is given the same games holds the same ratings, whether they came one by one or all at once: only
the order of their numbers counts. Nothing here asks for a clock.
"""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ratings.arithmetic import absence, tables, two_players
from ratings.arithmetic.absence import Absence
from ratings.arithmetic.glicko import widened
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.two_players import RECOMMENDED, TwoPlayers


class Pool(enum.StrEnum):
    TWO = "two"
    TABLES = "tables"
    GOOD_VS_EVIL = "good-vs-evil"


def pool_of(variant: str, players: int) -> Pool:
    if variant == Pool.GOOD_VS_EVIL:
        return Pool.GOOD_VS_EVIL
    return Pool.TWO if players == 2 else Pool.TABLES


CEILINGS: Final = {
    Pool.TWO: two_players.CEILING,
    Pool.TABLES: tables.CEILING,
    Pool.GOOD_VS_EVIL: tables.CEILING,
}


class Reason(enum.StrEnum):
    WON = "won"
    DREW = "drew"
    LOST = "lost"
    LEFT = "left"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the end. The player is the one who is rated for it, who may have left it to a substitute.

    The score is the seat's: 1 for a win (alone or with others), 0 for a loss, 0.5 for a draw. Who draws at a
    table of three and more shares the first place, before those who are out.
    """

    player: int
    score: float
    substituted: bool = False
    lost_on_time: bool = False


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts. The places stand in the order of moves: who began is the first."""

    number: int
    pool: Pool
    places: tuple[Place, ...]
    day: float | None = None
    weights: Mapping[tuple[int, int], float] = field(default_factory=dict)
    """How much of its usual weight a comparison has for the first of two players, where that is not all
    (`ratings.weights`)."""

    def __post_init__(self) -> None:
        if len({place.player for place in self.places}) != len(self.places) or len(self.places) < 2:
            raise ValueError(f"game {self.number} has too few players, or one twice")
        if self.pool is Pool.TWO and (len(self.places) != 2 or sum(p.score for p in self.places) != 1):
            raise ValueError(f"game {self.number} is not a game of two")

    @property
    def is_saved_by_substitute(self) -> bool:
        """Whether a seat that was left has won after all, or drawn."""
        return any(place.substituted and place.score > 0 for place in self.places)

    def weight(self, seat: int, other: int) -> float:
        """Of the comparison of two seats, for the player of the first."""
        return self.weights.get((self.places[seat].player, self.places[other].player), 1.0)


@dataclass(frozen=True, slots=True)
class Change:
    """What one game did to one player's rating."""

    number: int
    pool: Pool
    player: int
    before: Standing
    after: Standing
    opponents: tuple[int, ...]
    reason: Reason


@dataclass
class Book:
    two: TwoPlayers = RECOMMENDED
    standings: dict[tuple[Pool, int], Standing] = field(default_factory=dict)
    last_number: int | None = None
    absences: defaultdict[tuple[Pool, int], Absence] = field(default_factory=lambda: defaultdict(Absence))

    def standing(self, pool: Pool, player: int, day: float | None = None) -> Standing:
        """As it is on that day, or as it will be before his first game of that pool."""
        found = self.standings.get((pool, player))
        if found is not None:
            return found.on(day, CEILINGS[pool])
        if pool is Pool.TWO:
            return self.two.newcomer()
        at_two = self.standings.get((Pool.TWO, player))
        return tables.newcomer(at_two.on(day, two_players.CEILING).rating if at_two else None)

    def forecast(self, pool: Pool, players: Sequence[int], day: float | None = None) -> list[float]:
        """Each player's expected share of the win, together 1; for two, the one who moves first comes first.

        There is none for Good vs Evil, where the deal says who plays with whom.
        """
        standings = [self.standing(pool, player, day) for player in players]
        if pool is Pool.TWO:
            chance = self.two.forecast(*standings)
            return [chance, 1 - chance]
        if pool is Pool.TABLES:
            return tables.forecast([standing.rating for standing in standings])
        raise ValueError("Good vs Evil has no forecast")

    def add(self, game: RatedGame) -> list[Change]:
        """Counts a game, which must have a higher number than all before; what it changed, by seat."""
        if self.last_number is not None and game.number <= self.last_number:
            raise ValueError(f"game {game.number} comes after game {self.last_number}")
        self.last_number = game.number
        before = [self.standing(game.pool, place.player, game.day) for place in game.places]
        changes = [
            self._changed(game, seat, before[seat], after)
            for seat, after in enumerate(self._after(game, before))
            if after is not None
        ]
        return changes + [
            self._widened(game, change)
            for place in game.places
            if place.lost_on_time and self._is_absent(game, place.player)
            for change in changes
            if change.player == place.player and change.before.rating.deviation < absence.DEVIATION
        ]

    def _after(self, game: RatedGame, before: Sequence[Standing]) -> Sequence[Standing | None]:
        """The standing of each seat's player after the game; None for those who are not touched."""
        if game.is_saved_by_substitute:
            return self._after_substitution(game, before)
        if game.pool is Pool.TWO:
            weights = game.weight(0, 1), game.weight(1, 0)
            return self.two.after_game(before[0], before[1], game.places[0].score, weights)
        return tables.after_game(before, [place.score > 0 for place in game.places], game.weight)

    def _after_substitution(self, game: RatedGame, before: Sequence[Standing]) -> Sequence[Standing | None]:
        """Who left has lost; nobody else risked anything against a stranger."""
        after: list[Standing | None] = [None] * len(before)
        for seat, place in enumerate(game.places):
            if not place.substituted:
                continue
            if game.pool is Pool.TWO:
                score = float(seat)  # of the first: 0 if it is he who has left
                after[seat] = self.two.after_game(before[0], before[1], score)[seat]
            else:
                others = [standing for other, standing in enumerate(before) if other != seat]
                after[seat] = tables.after_leaving(before[seat], others)
        return after

    def _changed(self, game: RatedGame, seat: int, before: Standing, after: Standing) -> Change:
        player = game.places[seat].player
        after = self.standings[game.pool, player] = replace(after, day=game.day)
        opponents = tuple(place.player for place in game.places if place.player != player)
        return Change(game.number, game.pool, player, before, after, opponents, _reason(game.places[seat]))

    def _is_absent(self, game: RatedGame, player: int) -> bool:
        """Whether the player has lost many games of this pool on time within three days, by this one."""
        return game.day is not None and self.absences[game.pool, player].lost_on_time(game.day)

    def _widened(self, game: RatedGame, lost: Change) -> Change:
        before = lost.after
        rating = widened(before.rating, absence.DEVIATION, CEILINGS[game.pool])
        after = replace(before, rating=rating, back_to=lost.before.rating.value)
        self.standings[game.pool, lost.player] = after
        return Change(game.number, game.pool, lost.player, before, after, (), Reason.ABSENT)


def _reason(place: Place) -> Reason:
    if place.substituted:
        return Reason.LEFT
    if place.score == 1:
        return Reason.WON
    return Reason.DREW if place.score else Reason.LOST


def recomputed(games: Iterable[RatedGame]) -> Book:
    """The book of these games, given in any order."""
    book = Book()
    for game in sorted(games, key=lambda game: game.number):
        book.add(game)
    return book
