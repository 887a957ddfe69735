"""The study's recipe, which the strongest level is measured by: every turn is judged by the fitted weights, a
win in one is played, and never one walked into. Its weights stay as the recorded games alone gave them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bots.core.children import BOTH_OUT, DRAWN, MARK, UNLIMITED
from bots.core.features import NAMES
from bots.core.searcher import Found, Searcher
from homeworlds.actions import Turn
from homeworlds.state import GameState

WEIGHTS: Final = Path(__file__).with_name("recipe.json")
SECONDS: Final = 600.0
"""As good as no limit: it looks at every turn once."""


class Recipe(Searcher):
    """Looks at turns as the search does, and at no answers but those that win."""

    def __init__(self) -> None:
        super().__init__(read_frozen())

    def turn(self, state: GameState, seed: int) -> Turn:
        return self.choose(state, nodes=UNLIMITED, seconds=SECONDS, seed=seed)

    def _deepen(self, deepest: int, report: Callable[[Found], None]) -> int:
        count = self._begin()
        if not count and self.work.state[DRAWN]:
            return BOTH_OUT
        return int(self.work.facts[self.work.order[1], MARK])


def read_frozen() -> list[list[int]]:
    """Of the beginning and of the late game; nothing for a feature that is newer."""
    made = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return [
        [dict(zip(made["features"], made[part], strict=True)).get(name, 0) for name in NAMES]
        for part in ("early", "late")
    ]
