"""Where somebody's points came from: from whom, who of these had met few others, who never played again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Protocol

from ratings.models import RatingChange

ODD_POINTS: Final = 40.0
"""From so many on that came from people who had met few others, or never played again, somebody is shown."""
GONE_AFTER: Final = timedelta(days=30)
OPPONENTS_NAMED: Final = 8
MOST_ROWS: Final = 50
PLAYED: Final = frozenset(
    {RatingChange.Why.WON, RatingChange.Why.DREW, RatingChange.Why.LOST, RatingChange.Why.LEFT}
)


class Met(Protocol):
    """A result that counted."""

    @property
    def number(self) -> int: ...
    @property
    def ended_at(self) -> datetime: ...
    @property
    def players(self) -> tuple[int, ...]: ...
    @property
    def scores(self) -> tuple[float, ...]: ...
    @property
    def from_few(self) -> frozenset[tuple[int, int]]: ...


@dataclass
class Source:
    """What somebody gained from one opponent, less what went back."""

    opponent: int
    points: float = 0.0
    games: int = 0
    had_met_few: bool = False
    is_gone: bool = False


@dataclass
class Sources:
    player: int
    total: float
    odd: float
    """Of it from those who had met few, or are gone."""
    few: int
    gone: int
    by_opponent: Sequence[Source] = field(default_factory=list)
    """Who gave most comes first."""


def sources_of(results: Sequence[Met], now: datetime) -> list[Sources]:
    """Of whoever gained so many points from such people by these results, the most first. One query."""
    found: defaultdict[int, dict[int, Source]] = defaultdict(dict)
    by_number = {result.number: result for result in results}
    last = _last_seen(results)
    rows = RatingChange.objects.filter(number__in=by_number, why__in=PLAYED)
    for number, player, before, after in rows.values_list(
        "number", "player", "rating_before", "rating_after"
    ):
        result = by_number[number]
        others = _compared(result, player)
        for other in others:
            source = found[player].setdefault(other, Source(other))
            source.points += (after - before) / len(others)
            source.games += 1
            source.had_met_few |= (player, other) in result.from_few
            source.is_gone = last[other] == last[other, player] and last[other] < now - GONE_AFTER
    shown = [_sources(player, list(sources.values())) for player, sources in found.items()]
    return sorted((each for each in shown if each.odd >= ODD_POINTS), key=lambda each: -each.odd)[:MOST_ROWS]


def _last_seen(results: Iterable[Met]) -> Mapping[object, datetime]:
    """When each player's last game ended, and the last one of each two."""
    last: dict[object, datetime] = {}
    for result in results:
        for player in result.players:
            for key in (player, *[(player, other) for other in result.players if other != player]):
                last[key] = max(result.ended_at, last.get(key, result.ended_at))
    return last


def _compared(result: Met, player: int) -> list[int]:
    own = result.scores[result.players.index(player)]
    others = list(zip(result.players, result.scores, strict=True))
    otherwise = [other for other, score in others if score != own]
    return otherwise or [other for other, _score in others if other != player]


def _sources(player: int, sources: list[Source]) -> Sources:
    odd = [each for each in sources if each.had_met_few or each.is_gone]
    return Sources(
        player,
        sum(each.points for each in sources),
        sum(each.points for each in odd),
        sum(each.had_met_few for each in sources),
        sum(each.is_gone for each in sources),
        sorted(sources, key=lambda each: -each.points)[:OPPONENTS_NAMED],
    )
