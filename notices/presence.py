"""Who has the page open that a notice would be about: noted in the cache, for a mail too many is all that its
loss costs."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.cache import cache

NOTED_EVERY: Final = 10
"""In seconds: an open page asks far more often."""
AWAY_AFTER: Final = timedelta(minutes=2, seconds=NOTED_EVERY)
"""Two minutes from the last look, whatever part of it was not noted."""


def note_open(*, player: str, key: str) -> None:
    """The player (by public id) looks at the page of what notices call `key`."""
    name, now = _name(player, key), time.time()
    last: float | None = cache.get(name)
    if last is None or not 0 <= now - last < NOTED_EVERY:
        cache.set(name, now, int(AWAY_AFTER.total_seconds()))


def last_open(*, player: str, key: str) -> datetime | None:
    """When the player last looked, if that is less than AWAY_AFTER ago. What was noted by a clock that stood
    ahead is not believed: nobody looks in the future."""
    last: float | None = cache.get(_name(player, key))
    if last is None or not 0 <= time.time() - last < AWAY_AFTER.total_seconds():
        return None
    return datetime.fromtimestamp(last, UTC)


def _name(player: str, key: str) -> str:
    return f"open:{player}:{key}"
