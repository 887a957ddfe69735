"""Who kills the processes of a site while it works."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from typing import Final

from proofs.kit.processes import LONGEST, Process

AT_WORK: Final = {"ready.", "Starting..."}
"""A worker and the beat say so when they begin."""


class Killer(threading.Thread):
    """Kills them in turns, each without a last word, and starts it again: whoever has been at work for a
    while, so that something is done however long a start takes."""

    def __init__(self, victims: Sequence[Process], every: float) -> None:
        super().__init__(daemon=True)
        self.victims, self.every = victims, every
        self.kills = Counter({each.name: 0 for each in victims})
        self.times: list[float] = []
        """Of the kills, by the clock on the wall."""
        self.stopped = threading.Event()

    def run(self) -> None:
        wait, at_work = self.every / 2, self.at_work()
        for victim in cycle(self.victims):
            if self.stopped.wait(wait):
                return
            if victim in at_work:
                self.times.append(time.time())
                victim.kill()
                victim.start()
                self.kills[victim.name] += 1
            wait, at_work = self.every, self.at_work()

    def at_work(self) -> list[Process]:
        return [each for each in self.victims if AT_WORK & set(each.said().split())]


@contextmanager
def killing(victims: Sequence[Process], every: float) -> Iterator[Killer]:
    """While the block lasts; or it would start again what is ended."""
    killer = Killer(victims, every)
    killer.start()
    try:
        yield killer
    finally:
        killer.stopped.set()
        killer.join(timeout=LONGEST)
