"""Leaving alone for a while what has just failed, so that waiting for it costs one request and not each."""

import logging
import math
import threading
import time
from typing import Final

logger = logging.getLogger(__name__)
REST_SECONDS: Final = 10.0
SLOW_ANSWERS: Final = 3


class Breaker:
    """Ask `closed` before the attempt, call `trip` when it failed, and `worked` when it did not.

    After a failure it stays open for `seconds`; then one caller alone tries again, and the others keep
    away until that one has either failed or had its time. So it does after `SLOW_ANSWERS` one after the other
    that took longer than `slow` seconds. Each process has its own: no harm in that.
    """

    def __init__(self, what: str, seconds: float = REST_SECONDS, slow: float = math.inf) -> None:
        self.what, self.seconds, self.slow = what, seconds, slow
        self._slow_answers = 0
        self._lock = threading.Lock()
        self._until = 0.0
        self._failed = False

    def rests(self) -> bool:
        """Whether nobody may try now; asking is no attempt."""
        return self._failed and time.monotonic() < self._until

    def closed(self) -> bool:
        if not self._failed:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                return False
            self._until = now + self.seconds
            return True

    def trip(self, why: Exception) -> None:
        with self._lock:
            if not self._failed:
                logger.warning(
                    "The %s does not answer in time or at all (%s); going on without it.",
                    self.what,
                    type(why).__name__,
                )
            self._failed, self._until = True, time.monotonic() + self.seconds

    def worked(self, took: float = 0.0) -> None:
        """`took`: seconds from the attempt to the answer."""
        self._slow_answers = self._slow_answers + 1 if took > self.slow else 0
        if self._slow_answers >= SLOW_ANSWERS:
            self._slow_answers = 0
            self.trip(TimeoutError())
        elif self._failed:
            self._failed = False
            logger.warning("The %s answers again.", self.what)
