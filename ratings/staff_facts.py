"""What moderators look at when ratings look odd: numbers and games, and no verdict.

Of the latest results alone, so that the page costs the same however many games there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from accounts.models import Player
from homeworlds.outcome import Termination
from ratings.arithmetic.glicko import Rating
from ratings.arithmetic.rating_list import Pool
from ratings.arithmetic.shown import in_hundred
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.two_players import RECOMMENDED
from ratings.models import RatedResult, RatingChange
from ratings.staff_sources import PLAYED, Sources, sources_of
from ratings.what_counts import MOST_OF_A_PAIR, PAIR_DAYS, Reason
from upkeep.clock import database_now

LOOKED_AT: Final = 5000
"""Results, the latest."""
DAYS: Final = 90
LEAST_GAMES: Final = 5
ONE_SIDED: Final = 0.9
FAVOURITE: Final = 0.8
FEW_TURNS: Final = 12
"""Of both together: six each, of which one is the homeworld."""
MOST_ROWS: Final = 50
GAMES_NAMED: Final = 5
GIVEN_UP: Final = frozenset({Termination.RESIGNATION, Termination.TIME})

Pair = tuple[int, int]
"""Ids of players, the lower first."""


@dataclass(frozen=True, slots=True)
class Result:
    """That stands, and counted or came after the tenth of a pair."""

    number: int
    game: str
    pool: str
    ended_at: datetime
    players: tuple[int, ...]
    """In the order of moves."""
    scores: tuple[float, ...]
    counted: bool
    turns: int
    ended_by: str
    from_few: frozenset[tuple[int, int]]
    """For whom the other of two players had met few."""


@dataclass(frozen=True, slots=True)
class OneSided:
    winner: Player
    loser: Player
    won: int
    games: int
    latest: Sequence[str]


@dataclass(frozen=True, slots=True)
class GivenUp:
    loser: Player
    winner: Player
    in_hundred: int
    """What was forecast for the loser."""
    turns: int
    on_time: bool
    ended_at: datetime
    game: str


@dataclass(frozen=True, slots=True)
class AtTheLimit:
    one: Player
    other: Player
    counted: int
    not_counted: int
    latest: Sequence[str]


@dataclass(frozen=True, slots=True)
class CameFrom:
    """Points of one player: all, and those from people who had met few others or never played again."""

    player: Player
    total: int
    odd: int
    few: int
    gone: int
    opponents: Sequence[tuple[Player, int]]


@dataclass(frozen=True, slots=True)
class Facts:
    sources: Sequence[CameFrom]
    one_sided: Sequence[OneSided]
    given_up: Sequence[GivenUp]
    at_the_limit: Sequence[AtTheLimit]
    looked_at: int


def facts_for_staff(now: datetime | None = None) -> Facts:
    """Four queries."""
    now = now or database_now()
    results = _latest(now - timedelta(days=DAYS))
    of_pairs = _of_pairs(results)
    one_sided = _one_sided(of_pairs)
    given_up = _given_up(results)
    limit = _at_the_limit(of_pairs, now - timedelta(days=PAIR_DAYS))
    sources = sources_of([result for result in results if result.counted], now)
    ids = {each for found in (one_sided, limit) for pair, *_rest in found for each in pair}
    ids.update(player for result, _chance in given_up for player in result.players)
    ids.update(who for each in sources for who in (each.player, *[one.opponent for one in each.by_opponent]))
    players = Player.objects.in_bulk(ids)
    return Facts(
        [_came_from(each, players) for each in sources],
        [OneSided(players[pair[0]], players[pair[1]], *rest) for pair, *rest in one_sided],
        [_shown(result, chance, players) for result, chance in given_up],
        [AtTheLimit(players[pair[0]], players[pair[1]], *rest) for pair, *rest in limit],
        len(results),
    )


def _latest(since: datetime) -> list[Result]:
    """The last first."""
    named = (
        "number", "pool", "ended_at", "places", "why_not", "withdrawn", "game__public_id", "game__turn_count",
        "game__outcome", "weights",
    )  # fmt: skip
    rows = RatedResult.objects.order_by("-number").values(*named)[:LOOKED_AT]
    return [
        Result(
            row["number"],
            row["game__public_id"],
            row["pool"],
            row["ended_at"],
            tuple(place["player"] for place in row["places"]),
            tuple(place["score"] for place in row["places"]),
            not row["why_not"],
            row["game__turn_count"],
            (row["game__outcome"] or {}).get("termination", ""),
            frozenset((player, other) for player, other, _weight, few in row["weights"] if few),
        )
        for row in rows
        if row["ended_at"] > since and row["why_not"] in ("", Reason.PAIR_TOO_OFTEN) and not row["withdrawn"]
    ]


def _of_pairs(results: Iterable[Result]) -> Mapping[Pair, list[Result]]:
    found: defaultdict[Pair, list[Result]] = defaultdict(list)
    for result in results:
        for one, other in combinations(sorted(result.players), 2):
            found[one, other].append(result)
    return found


def _one_sided(of_pairs: Mapping[Pair, Sequence[Result]]) -> list[tuple[Pair, int, int, list[str]]]:
    """Games of two: winner and loser, how many were won of how many, and the latest. Most games first."""
    found = []
    for pair, met in of_pairs.items():
        games = [result for result in met if result.pool == Pool.TWO]
        for winner, loser in (pair, pair[::-1]):
            won = sum(result.scores[result.players.index(winner)] == 1 for result in games)
            if len(games) >= LEAST_GAMES and won >= ONE_SIDED * len(games):
                found.append(((winner, loser), won, len(games), _named(games)))
    return sorted(found, key=lambda row: -row[2])[:MOST_ROWS]


def _at_the_limit(
    of_pairs: Mapping[Pair, Sequence[Result]], since: datetime
) -> list[tuple[Pair, int, int, list[str]]]:
    """Who met ten times in one pool in the days of the limit, and how often beyond."""
    found = []
    for pair, met in of_pairs.items():
        for pool in Pool:
            games = [result for result in met if result.ended_at > since and result.pool == pool]
            counted = sum(result.counted for result in games)
            if counted >= MOST_OF_A_PAIR:
                found.append((pair, counted, len(games) - counted, _named(games)))
    return sorted(found, key=lambda row: -row[1] - row[2])[:MOST_ROWS]


def _named(games: Sequence[Result]) -> list[str]:
    return [result.game for result in games[:GAMES_NAMED]]


def _given_up(results: Iterable[Result]) -> list[tuple[Result, float]]:
    """Short games of two that the favourite resigned or lost on time, with the loser's forecast."""
    short = {
        result.number: result
        for result in results
        if result.pool == Pool.TWO
        and result.counted
        and result.turns <= FEW_TURNS
        and result.ended_by in GIVEN_UP
    }
    asked = sorted(short, reverse=True)[: 10 * MOST_ROWS]
    before: dict[tuple[int, int], Standing] = {}
    for change in RatingChange.objects.filter(number__in=asked, why__in=PLAYED):
        rating = Rating(change.rating_before, change.deviation_before)
        before[change.number, change.player_id] = Standing(rating, change.games_before)
    found = []
    for number in asked:
        result = short[number]
        standings = [before.get((number, player)) for player in result.players]
        if standings[0] is None or standings[1] is None:
            continue  # a substitute has won: only who had left was rated
        chance = RECOMMENDED.forecast(standings[0], standings[1])
        of_loser = chance if result.scores[0] == 0 else 1 - chance
        if of_loser >= FAVOURITE:
            found.append((result, of_loser))
    return found[:MOST_ROWS]


def _came_from(sources: Sources, players: Mapping[int, Player]) -> CameFrom:
    return CameFrom(
        players[sources.player],
        round(sources.total),
        round(sources.odd),
        sources.few,
        sources.gone,
        [(players[each.opponent], round(each.points)) for each in sources.by_opponent],
    )


def _shown(result: Result, chance: float, players: Mapping[int, Player]) -> GivenUp:
    loser, winner = sorted(result.players, key=lambda player: result.scores[result.players.index(player)])
    return GivenUp(
        players[loser],
        players[winner],
        in_hundred(chance),
        result.turns,
        result.ended_by == Termination.TIME,
        result.ended_at,
        result.game,
    )
