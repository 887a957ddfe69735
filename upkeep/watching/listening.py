"""Signs of life of workers, so that a queue to which nobody listens is told of."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable
from typing import Final

from django.db import DatabaseError, InterfaceError, connections

from upkeep.selectors import WORKER
from upkeep.services import tally

logger = logging.getLogger(__name__)
SECONDS: Final = 20.0


class Listening:
    """Call `heard` as often as you like; it writes now and then, in a thread, and waits for nothing."""

    def __init__(self, queues: Iterable[str], *, seconds: float = SECONDS) -> None:
        self.queues, self.seconds = list(queues), seconds
        self._next = 0.0
        self._writing: threading.Thread | None = None

    def heard(self) -> None:
        if time.monotonic() < self._next or (self._writing and self._writing.is_alive()):
            return
        self._next = time.monotonic() + self.seconds
        self._writing = threading.Thread(target=self.write_down, name="listening", daemon=True)
        self._writing.start()

    def write_down(self) -> None:
        try:
            for queue in self.queues:
                tally(WORKER, label=queue)
        except (DatabaseError, InterfaceError) as error:
            logger.debug("No sign of life could be written down: %s.", type(error).__name__)
        finally:
            connections.close_all()  # this thread's only
