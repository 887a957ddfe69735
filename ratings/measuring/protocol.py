"""The protocol: everybody is new, each game is forecast before it counts, in the order of the games' numbers.

A forecast costs the negative natural logarithm of what it gave to what happened (clipped to 0.000001); less
is better. Days do not count. For two, "second half" begins with game floor(N/2), and "both>=5" is that half's
games of players who had both played five or more. For tables it is the winner's chance that counts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ratings.arithmetic.rating_list import Pool, RatedGame
from ratings.measuring.systems import BASELINES, Coin, Ours, System

CLIP: Final = 1e-6
EXPERIENCED: Final = 5


@dataclass(frozen=True, slots=True)
class Figures:
    """Mean costs. None where there was no such game."""

    games: int
    all: float | None
    second_half: float | None
    both_experienced: float | None
    tables: int
    at_tables: float | None


def measured(system: System, games: Iterable[RatedGame]) -> Figures:
    two: list[tuple[float, bool]] = []
    at_tables: list[float] = []
    played: Counter[int] = Counter()
    for game in games:
        if game.pool is Pool.GOOD_VS_EVIL:
            continue
        lost = cost(system.forecast(game), [place.score for place in game.places])
        system.add(game)
        if game.pool is Pool.TABLES:
            at_tables.append(lost)
            continue
        players = [place.player for place in game.places]
        two.append((lost, min(played[player] for player in players) >= EXPERIENCED))
        played.update(players)
    costs, second = [lost for lost, _ in two], two[len(two) // 2 :]
    both = [lost for lost, experienced in second if experienced]
    second_half = _mean([lost for lost, _ in second])
    return Figures(len(two), _mean(costs), second_half, _mean(both), len(at_tables), _mean(at_tables))


def cost(forecast: Sequence[float], scores: Sequence[float]) -> float:
    """The cross-entropy; a win that several share, or a draw, is theirs in equal parts."""
    won = sum(scores)
    pairs = zip(forecast, scores, strict=True)
    return -sum(score / won * math.log(min(max(share, CLIP), 1 - CLIP)) for share, score in pairs if score)


def report(games: Sequence[RatedGame]) -> list[str]:
    """A table of all systems, and two lines about the ratings of this site."""
    ours, coin = measured(Ours(), games), measured(Coin(), games)
    named = [(name, measured(system(), games)) for name, system in BASELINES]
    columns = ("all", "second half", "both>=5", "tables")
    lines = [f"{'log-loss':<18}" + "".join(f"{column:>13}" for column in columns)]
    lines += [_row(name, figures) for name, figures in [*named, ("this site", ours)]]
    lines.append(
        f"two players: {ours.games} games, log-loss {_said(ours.all)} all, "
        f"{_said(ours.second_half)} second half, {_said(ours.both_experienced)} both>=5"
    )
    lines.append(
        f"tables: {ours.tables} games, winner log-loss {_said(ours.at_tables)}, coin {_said(coin.at_tables)}"
    )
    return lines


def _row(name: str, figures: Figures) -> str:
    each = (figures.all, figures.second_half, figures.both_experienced, figures.at_tables)
    return f"{name:<18}" + "".join(f"{_said(figure):>13}" for figure in each)


def _said(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:.4f}"


def _mean(costs: Sequence[float]) -> float | None:
    return sum(costs) / len(costs) if costs else None
