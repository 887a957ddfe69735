"""Turns of every level, at its own limits, in recorded and random games of two to six, printed as JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator

from bots.arena.spreading import warm_up
from bots.thinking import STRENGTHS, Asked, Info, think
from homeworlds.tests.samples import Sample, sample

FEWEST = 5
"""Turns of a level, however long they take."""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, required=True)
    options.add_argument("--seconds", type=float, required=True, help="for each level")
    options.add_argument("--alone", action="store_true", help="as if numba were not installed")
    given = options.parse_args()
    if given.alone:
        sys.modules["numba"] = None  # type: ignore[assignment]
    warm_up()
    samples = list(_samples(given.positions))
    found = []
    for level in STRENGTHS:
        used = 0.0
        for number, each in enumerate(samples):
            if used > given.seconds and number >= FEWEST:
                break
            turn = _turn(level, number, each)
            used += turn[2]
            found.append(turn)
    sys.stdout.write(json.dumps(found) + "\n")
    return 0


def _samples(positions: int) -> Iterator[Sample]:
    """Recorded games and random ones in turn."""
    for number in range(positions):
        yield sample(3 * number + number % 2)


def _turn(level: int, number: int, asked_about: Sample) -> tuple[int, int, float, int, int]:
    state, sides = asked_about
    alignment = sides[state.position.mover] if sides else None
    last = Info(0, 0, 0)

    def report(info: Info) -> None:
        nonlocal last
        last = info

    began = time.process_time()
    think(level, Asked(state, alignment, seed=number), report)
    return level, state.position.players, time.process_time() - began, last.nodes, last.depth


if __name__ == "__main__":
    sys.exit(main())
