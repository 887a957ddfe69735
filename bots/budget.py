"""How much a bot may still think."""

from __future__ import annotations

from collections.abc import Callable


class Budget:
    """So many judged turns and so many seconds of a clock that is handed in."""

    def __init__(self, turns: int, seconds: float, clock: Callable[[], float]) -> None:
        self.turns = turns
        self.seconds = seconds
        self.used = 0
        self._clock = clock
        self._began = clock()

    def spend(self) -> None:
        """One turn has been judged."""
        self.used += 1

    def allows(self, share: float = 1.0) -> bool:
        """Whether less than this share is used up, of the turns and of the time."""
        return self.used < share * self.turns and self._clock() - self._began < share * self.seconds

    def in_time(self) -> bool:
        """Whether there are seconds left."""
        return self._clock() - self._began < self.seconds
