"""What a bot costs: the time of a turn at each level with the compiled core and with the library alone, its
start, and the memory of a worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bots.core import available
from bots.thinking import STRENGTHS
from proofs.kit.processes import run as run_to_end

MOST_MEBIBYTES: Final = 350.0
COLD: Final = 60.0
WARM: Final = 3.0
LATE: Final = 1.1
"""Times its cap, and a tenth of a second: a turn that takes longer is late."""


class Turn(NamedTuple):
    """One that was asked for; seconds of the processor."""

    level: int
    players: int
    seconds: float
    nodes: int
    depth: int


def run(*, positions: int, seconds: float, games: int) -> int:
    """Prints the figures; the exit code says whether all keep to their limits."""
    good = True
    if available():
        good = _start()
    good &= _report("the library alone", _turns(positions, seconds, alone=True))
    if available():
        good &= _report("the compiled core", _turns(positions, seconds, alone=False))
        good &= _memory(games)
    else:
        print("numba is not installed: nothing is said of the compiled core.")
    print("All within their limits.\n" if good else "NOT within the limits.")
    return 0 if good else 1


def _start() -> bool:
    """Of everything that a worker loads; by the processor, for what else runs shall not count."""
    with tempfile.TemporaryDirectory() as folder:
        given = {"NUMBA_CACHE_DIR": folder}
        cold, warm = (_ask("benchmarks.bots.start", given=given) for _time in range(2))
    good = bool(cold["seconds"] < COLD and warm["seconds"] < WARM)
    print(
        f"start: cold {cold['seconds']:.1f} s (less than {COLD:g}), warm {warm['seconds']:.2f} s "
        f"(less than {WARM:g}); by the wall {cold['wall']:.1f} and {warm['wall']:.1f} s"
    )
    return good


def _turns(positions: int, seconds: float, *, alone: bool) -> list[Turn]:
    options = ["--positions", str(positions), "--seconds", str(seconds), *(["--alone"] if alone else [])]
    return [Turn(*each) for each in _ask("benchmarks.bots.turns", *options)]


def _ask(module: str, *options: str, given: Mapping[str, str] | None = None) -> Any:
    """What a process of its own prints as JSON."""
    command = [sys.executable, "-m", module, *options]
    done = run_to_end(command, stdout=subprocess.PIPE, env=os.environ | (given or {}))
    return json.loads(done.stdout.splitlines()[-1])


def _report(who: str, turns: Sequence[Turn]) -> bool:
    print(f"turns with {who}, seconds of the processor:")
    good = True
    for level, strength in STRENGTHS.items():
        for players, some in _by_players([turn for turn in turns if turn.level == level]):
            times = sorted([turn.seconds for turn in some])
            late = sum([each > LATE * strength.seconds + 0.1 for each in times])
            good &= not late
            spent = sum(times) or 1.0
            print(
                f"  level {level}, {players}: {len(times)} turns, median {times[len(times) // 2]:.3f}, "
                f"p90 {times[int(0.9 * len(times))]:.3f}, worst {times[-1]:.3f} of {strength.seconds:g} s"
                f"{f', LATE {late} times' if late else ''}; "
                f"{sum([turn.nodes for turn in some]) / spent:,.0f} nodes a second, "
                f"depth {sum([turn.depth for turn in some]) / len(some):.1f}"
            )
    return good


def _by_players(turns: Sequence[Turn]) -> Iterator[tuple[str, list[Turn]]]:
    for name, some in (
        ("two players", [turn for turn in turns if turn.players == 2]),
        ("three to six", [turn for turn in turns if turn.players > 2]),
    ):
        if some:
            yield name, some


def _memory(games: int) -> bool:
    samples = _ask("benchmarks.site.bot_memory", "--games", str(games))
    print(
        "memory of a worker of the bots in MiB at most (and now): "
        + ", ".join([f"{name} {most:.0f} ({now:.0f})" for name, most, now in samples])
        + f"; less than {MOST_MEBIBYTES:g}"
    )
    return bool(samples[-1][1] < MOST_MEBIBYTES)
