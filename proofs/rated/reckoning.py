"""What a timeline makes of ratings by the arithmetic alone: no service, no database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Final, TypeAlias

from proofs.rated.timeline import End, Event, Exclusion, Result
from ratings.arithmetic.rating_list import Place, Pool, RatedGame, pool_of, recomputed
from ratings.weights import YEAR, Earlier, Weighed, weigh
from ratings.what_counts import FURTHER_TURNS, met_too_often

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
SAME: Final = 1e-6

Table: TypeAlias = dict[tuple[str, int], tuple[float, float, int]]
"""Rating, deviation and games, by pool and the player's number in the file."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that counts, and what its comparisons were found to weigh when it ended."""

    game: RatedGame
    weighed: Sequence[Weighed] = ()

    def pairs(self) -> list[frozenset[int]]:
        nothing = {frozenset((each.player, each.opponent)) for each in self.weighed if not each.weight}
        return [
            pair for two in combinations(_players(self.game), 2) if (pair := frozenset(two)) not in nothing
        ]

    def earlier(self, pool: Pool) -> Earlier:
        same = self.game.pool is pool and not self.game.is_saved_by_substitute
        few = {(each.player, each.opponent) for each in self.weighed if each.from_few}
        return Earlier(_scores(self.game), same, few)


def expected(events: Sequence[Event]) -> tuple[Table, int]:
    """What stands after all of them, and how many games count."""
    kept, excluded = dict[int, Kept](), set[int]()
    for number, event in enumerate(events):
        match event:
            case Exclusion(player=player, over=True):
                excluded.discard(player)
            case Exclusion(player=player):
                excluded.add(player)
                kept = {each: one for each, one in kept.items() if player not in _players(one.game)}
            case Result():
                if event.instead_of is not None:
                    kept.pop(event.instead_of, None)
                if (found := _counted(number, event, excluded, kept.values())) is not None:
                    kept[number] = found
    book = recomputed(each.game for each in kept.values())
    return {
        (str(pool), player): (standing.rating.value, standing.rating.deviation, standing.games)
        for (pool, player), standing in book.standings.items()
    }, len(kept)


def _counted(number: int, result: Result, excluded: set[int], kept: Collection[Kept]) -> Kept | None:
    """None: it counts for nothing."""
    long_enough = result.turns >= len(result.players) + FURTHER_TURNS
    if result.end is End.VOID or not long_enough or not excluded.isdisjoint(result.players):
        return None
    game = _game(number, result)
    year = _of_year(reversed(list(kept)), _day(result), set(result.players))
    same_pool = [(each.game.day or 0, each.pairs()) for each in year if each.game.pool is game.pool]
    left_out = met_too_often(result.players, _day(result), same_pool)
    if len(left_out) == len(list(combinations(result.players, 2))):
        return None
    weighed = weigh(_scores(game), [each.earlier(game.pool) for each in year], left_out)
    weights = {(each.player, each.opponent): each.weight for each in weighed}
    return Kept(replace(game, weights=weights), weighed)


def _of_year(last_first: Iterable[Kept], day: float, players: set[int]) -> list[Kept]:
    found = []
    for each in last_first:
        if (each.game.day or 0) <= day - YEAR:
            break
        if players.intersection(_players(each.game)):
            found.append(each)
    return found


def _game(number: int, result: Result) -> RatedGame:
    won = 0.5 if result.end is End.DRAW else 1.0
    away = result.losers[:1] if result.end is End.TIME else ()
    left = result.players[:1] if result.end is End.SUBSTITUTE else ()
    places = tuple(
        Place(player, won if player in result.winners else 0.0, player in left, player in away)
        for player in result.players
    )
    return RatedGame(number, pool_of(result.variant, len(places)), places, _day(result))


def _day(result: Result) -> float:
    return (result.at - EPOCH) / timedelta(days=1)


def _players(game: RatedGame) -> list[int]:
    return [place.player for place in game.places]


def _scores(game: RatedGame) -> list[tuple[int, float]]:
    return [(place.player, place.score) for place in game.places]


def differences(one: Table, other: Table) -> list[tuple[str, int]]:
    """Where the two do not say the same."""
    return sorted(key for key in one.keys() | other.keys() if not _agree(one.get(key), other.get(key)))


def _agree(one: tuple[float, ...] | None, other: tuple[float, ...] | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(a - b) <= SAME for a, b in zip(one, other, strict=True))
