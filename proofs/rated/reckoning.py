"""What a timeline makes of ratings by the arithmetic alone: no service, no database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from proofs.rated.timeline import End, Event, Exclusion, Result
from ratings.arithmetic.rating_list import Place, RatedGame, pool_of, recomputed
from ratings.what_counts import FURTHER_TURNS, MOST_OF_A_PAIR, PAIR_DAYS, earlier_of_a_pair

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
SAME: Final = 1e-6

Table: TypeAlias = dict[tuple[str, int], tuple[float, float, int]]
"""Rating, deviation and games, by pool and the player's number in the file."""


def expected(events: Sequence[Event]) -> tuple[Table, int]:
    """What stands after all of them, and how many games count."""
    kept, excluded = dict[int, RatedGame](), set[int]()
    for number, event in enumerate(events):
        match event:
            case Exclusion(player=player, over=True):
                excluded.discard(player)
            case Exclusion(player=player):
                excluded.add(player)
                kept = {each: game for each, game in kept.items() if player not in _players(game)}
            case Result():
                if event.instead_of is not None:
                    kept.pop(event.instead_of, None)
                if _counts(event, excluded, reversed(kept.values())):
                    kept[number] = _game(number, event)
    book = recomputed(kept.values())
    return {
        (str(pool), player): (standing.rating.value, standing.rating.deviation, standing.games)
        for (pool, player), standing in book.standings.items()
    }, len(kept)


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


def _counts(result: Result, excluded: set[int], last_first: Iterable[RatedGame]) -> bool:
    recent = _since(last_first, _day(result) - PAIR_DAYS)
    return (
        result.end is not End.VOID
        and result.turns >= len(result.players) + FURTHER_TURNS
        and excluded.isdisjoint(result.players)
        and earlier_of_a_pair(result.players, _day(result), recent) < MOST_OF_A_PAIR
    )


def _since(last_first: Iterable[RatedGame], day: float) -> Iterator[tuple[float, Sequence[int]]]:
    for game in last_first:
        if game.day is None or game.day <= day:
            return
        yield game.day, _players(game)


def _players(game: RatedGame) -> list[int]:
    return [place.player for place in game.places]


def differences(one: Table, other: Table) -> list[tuple[str, int]]:
    """Where the two do not say the same."""
    return sorted(key for key in one.keys() | other.keys() if not _agree(one.get(key), other.get(key)))


def _agree(one: tuple[float, ...] | None, other: tuple[float, ...] | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(a - b) <= SAME for a, b in zip(one, other, strict=True))
