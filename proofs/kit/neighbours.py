"""Processes that want the processor all the while a proof runs: nobody has a machine to himself.

A proof counts, and looks at the order of what has happened. Where a time is what it is about, that time is
judged when the machine is the proof's alone (`is_alone`), and else only told (`a_time`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, thread_time
from typing import Final

from proofs.kit.processes import ROOT, Process, ended_afterwards

LOOKS_EVERY: Final = 10_000
"""Sums between two looks whether the proof is still there: some milliseconds."""
ROOM: Final = 3.0
SAMPLE: Final = 0.5
"""Seconds of the processor by which the pace is measured."""
_beside = 0


@contextmanager
def busy_neighbours(number: int) -> Iterator[None]:
    """They end with the block, and with this process, however it ends."""
    global _beside
    processes: list[Process] = []
    with TemporaryDirectory(prefix="homeworlds-proof-") as folder, ended_afterwards(processes):
        for each in range(number):
            command = [sys.executable, "-m", __name__, str(os.getpid())]
            # In a session of its own, as the parts of a site are: Linux may share the processor among those.
            process = Process(f"neighbour {each + 1}", command, os.environ, Path(folder) / "log", cwd=ROOT)
            processes.append(process)
            process.start()
        _beside = number
        try:
            yield
        finally:
            _beside = 0


def is_alone() -> bool:
    """Whether times may be judged."""
    return not _beside


def a_time(seconds: float, most: float) -> str:
    """Of a figure that is a time, and at most so long where it is judged."""
    judged = f"at most {most:g} s" if is_alone() else f"told beside {_beside} busy processes, not judged"
    return f"{seconds:.1f} s (a time, {judged})"


def in_time(seconds: float, most: float) -> bool:
    return seconds <= most or not is_alone()


def pace() -> float:
    """How many times as long everything takes as on a machine that is ours alone, by a sum that wants the
    processor only: 1 at least. Takes half a second there."""
    began, worked = monotonic(), thread_time()
    while thread_time() < worked + SAMPLE:
        _sums(LOOKS_EVERY)
    return max(1.0, (monotonic() - began) / SAMPLE)


@cache
def stretch() -> float:
    """By how much longer than alone is to be what has so many seconds, such as the clocks of the people in a
    proof: at 1 they have room for a machine that is a few times as slow. Measured once."""
    return max(1.0, pace() / ROOM)


def _sums(number: int) -> int:
    total = 1
    for each in range(number):
        total = (total * 31 + each) % 1_000_003
    return total


def _keep_busy(parent: int) -> None:
    while os.getppid() == parent:
        _sums(LOOKS_EVERY)


if __name__ == "__main__":
    _keep_busy(int(sys.argv[1]))
