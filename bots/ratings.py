"""How strong the levels are, from matches of neighbours: `ratings.json` holds their results, and the ratings
are chained from them.

    {"budget": "1/10", "matches": [{"stronger": "scout", "weaker": "cadet", "games": 200, "score": 171.5}]}

`score` is in points of the stronger one, a draw being half; `budget` the share of their nodes and seconds
that both had. `how` may say by which command it was made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from bots.arena.scores import elo_of
from bots.thinking import LEVEL_IDS

__all__ = ["FILE", "LEAST", "Measured", "chained", "measured", "read_ratings"]

FILE: Final = Path(__file__).with_name("ratings.json")
LEAST: Final = 1000
"""The rating of the weakest, by which all others are told."""


class Measured(NamedTuple):
    ratings: Mapping[str, int]
    """Of the levels up to the first match that was not played; empty while none was."""
    games: int
    """Of the match of two neighbours with the fewest."""
    budget: str


@cache
def measured() -> Measured:
    return read_ratings(FILE)


def read_ratings(file: Path) -> Measured:
    """Raises ValueError, KeyError: the file is not as it should be."""
    return chained(json.loads(file.read_text(encoding="utf-8")))


def chained(made: Mapping[str, Any]) -> Measured:
    """Each level rated from the one below it. Raises ValueError, KeyError: the file should not be so."""
    played = {(match["stronger"], match["weaker"]): match for match in made["matches"]}
    if unknown := played.keys() - set(zip(LEVEL_IDS[1:], LEVEL_IDS, strict=False)):
        raise ValueError(f"there are matches of levels that are no neighbours: {sorted(unknown)}")
    rating, games = float(LEAST), []
    ratings: dict[str, int] = {}
    for stronger, weaker in zip(LEVEL_IDS[1:], LEVEL_IDS, strict=False):
        match = played.get((stronger, weaker))
        if match is None:
            break
        ratings.setdefault(weaker, LEAST)
        rating += elo_of(_share(match["score"], match["games"]))
        ratings[stronger] = round(rating)
        games.append(match["games"])
    return Measured(ratings, min(games, default=0), made["budget"])


def _share(score: float, games: int) -> float:
    """Half a point short of all, or more than none: no match shows that somebody always wins."""
    return min(max(score, 0.5), games - 0.5) / games
