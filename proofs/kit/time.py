"""Another time than it is, for one process: what happens when, and what the database's clock shows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from heapq import heappop, heappush
from itertools import count
from typing import Final, TypeAlias

Event: TypeAlias = Callable[[], object]
AT_ONE_MOMENT: Final = 10_000
"""Events: where there are more, one plans itself again and again and time stands still."""


class TimeStandsStill(Exception):
    """The proof has a fault."""


class Calendar:
    """Compressed time: it passes from one event to the next."""

    def __init__(self, begins: datetime) -> None:
        self.now = begins
        self._events: list[tuple[datetime, int, Event]] = []
        self._order = count()

    def at(self, moment: datetime, event: Event) -> None:
        heappush(self._events, (max(moment, self.now), next(self._order), event))

    def until(self, end: datetime) -> Iterator[tuple[datetime, Event]]:
        """What is to happen next, and when; others may be planned meanwhile. Raises TimeStandsStill."""
        last: datetime | None = None
        alike = 0
        while self._events and self._events[0][0] < end:
            moment, _, event = heappop(self._events)
            last, alike = moment, alike + 1 if moment == last else 0
            if alike > AT_ONE_MOMENT:
                raise TimeStandsStill(f"{event} is planned for {moment} without an end")
            yield moment, event


@contextmanager
def time_shown(clock: Callable[[], datetime], passed: Callable[[], float] | None = None) -> Iterator[None]:
    """Until the block ends the database's clock shows what `clock` does. How much of it is believed is the
    site's affair. `passed`: the seconds that count, where they are others than those shown."""
    from upkeep import clock as house_clock
    from upkeep.timekeeping import beats

    real = house_clock.reading, house_clock.ticks, house_clock._last, beats._own
    house_clock.reading = lambda: house_clock.Reading(clock(), house_clock.heart())
    house_clock.ticks = passed or (lambda: clock().timestamp())
    house_clock._last = beats._own = None
    try:
        yield
    finally:
        house_clock.reading, house_clock.ticks, house_clock._last, beats._own = real
