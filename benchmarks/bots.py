"""What a bot costs: the time of a turn at each level with the compiled core and with the library alone, its
start, and the memory of a worker. Each is measured in a process of its own, which prints JSON."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bots.core import available
from bots.thinking import STRENGTHS, Asked, Info, think
from homeworlds.tests.samples import sample
from proofs.kit.processes import run as run_to_end

MOST_MEBIBYTES: Final = 350.0
COLD: Final = 60.0
WARM: Final = 3.0
LATE: Final = 1.1
"""Times its cap, and a tenth of a second: a turn that takes longer is late."""
FEWEST: Final = 5
"""Turns of a level, however long they take."""


class Turn(NamedTuple):
    """One that was asked for; seconds of the processor."""

    level: int
    players: int
    seconds: float
    nodes: int
    depth: int


def run(*, positions: int, seconds: float, games: int) -> int:
    """Prints the figures; the exit code says whether all keep to their limits."""
    good = _start() if available() else True
    good &= _report("the library alone", _ask(__name__, positions, seconds, "alone"))
    if available():
        good &= _report("the compiled core", _ask(__name__, positions, seconds))
        good &= _memory(games)
    else:
        print("numba is not installed: nothing is said of the compiled core.")
    print("All within their limits.\n" if good else "NOT within the limits.")
    return 0 if good else 1


def _ask(module: str, *arguments: object, **given: str) -> Any:
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = run_to_end(command, stdout=subprocess.PIPE, env=os.environ | given)
    return json.loads(done.stdout.splitlines()[-1])


def _start() -> bool:
    """Of everything that a worker loads; by the processor, for what else runs shall not count."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (_ask(__name__, NUMBA_CACHE_DIR=folder) for _time in range(2))
    print(
        f"start: cold {cold[0]:.1f} s (less than {COLD:g}), warm {warm[0]:.2f} s (less than {WARM:g}); "
        f"by the wall {cold[1]:.1f} and {warm[1]:.1f} s"
    )
    return bool(cold[0] < COLD and warm[0] < WARM)


def _report(who: str, found: Sequence[Sequence[Any]]) -> bool:
    print(f"turns with {who}, seconds of the processor:")
    good, turns = True, [Turn(*each) for each in found]
    for level, strength in STRENGTHS.items():
        for name, of in (("two players", (2,)), ("three to six", range(3, 7))):
            some = [turn for turn in turns if turn.level == level and turn.players in of]
            if not some:
                continue
            times = sorted([turn.seconds for turn in some])
            late = sum([each > LATE * strength.seconds + 0.1 for each in times])
            good &= not late
            print(
                f"  level {level}, {name}: {len(times)} turns, median {times[len(times) // 2]:.3f}, "
                f"p90 {times[int(0.9 * len(times))]:.3f}, worst {times[-1]:.3f} of {strength.seconds:g} s"
                f"{f', LATE {late} times' if late else ''}; "
                f"{sum([turn.nodes for turn in some]) / (sum(times) or 1.0):,.0f} nodes a second, "
                f"depth {sum([turn.depth for turn in some]) / len(some):.1f}"
            )
    return good


def _memory(games: int) -> bool:
    samples = _ask("benchmarks.site.bot_memory", games)
    told = ", ".join([f"{name} {most:.0f} ({now:.0f})" for name, most, now in samples])
    print(f"memory of a worker of the bots in MiB at most (and now): {told}; less than {MOST_MEBIBYTES:g}")
    return bool(samples[-1][1] < MOST_MEBIBYTES)


# --- In a process of its own


def main(arguments: Sequence[str]) -> object:
    """What it takes to start; with arguments turns of every level at its own limits, of so many recorded and
    random games in turn, for so many seconds each; `alone`: as if numba were not installed."""
    began = time.monotonic()
    if "alone" in arguments:
        sys.modules["numba"] = None  # type: ignore[assignment]
    importlib.import_module("bots.arena.spreading").warm_up()
    if not arguments:
        return time.process_time(), time.monotonic() - began
    found: list[Turn] = []
    for level in STRENGTHS:
        used = 0.0
        for number in range(int(arguments[0])):
            if used > float(arguments[1]) and number >= FEWEST:
                break
            found.append(_turn(level, number))
            used += found[-1].seconds
    return found


def _turn(level: int, number: int) -> Turn:
    state, sides = sample(3 * number + number % 2)
    told = [Info(0, 0, 0)]
    asked = Asked(state, sides[state.position.mover] if sides else None, seed=number)
    began = time.process_time()
    think(level, asked, told.append)
    took = time.process_time() - began
    return Turn(level, state.position.players, took, told[-1].nodes, told[-1].depth)


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
