"""How long a turn of the judging bot takes when the library searches, and when the compiled core does."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TextIO

from bots import choose_turn, searching
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment
from homeworlds.state import GameState
from homeworlds.tests.samples import Sample, sample

LEVEL: Final = "judge"


class Chosen(NamedTuple):
    turn: Turn
    seconds: float


def run(report: TextIO, positions: int) -> int:
    """Prints CPU times of this process. The exit code: 0."""
    # Every third sample is of a recorded game.
    samples = [sample(3 * number) for number in range(positions)]
    by_library = _report(report, "library", samples)
    began = time.process_time()
    searching.use_core()
    report.write(f"  loading the compiled core: {time.process_time() - began:.1f} s\n")
    try:
        by_core = _report(report, "compiled core", samples)
    finally:
        searching.use_core(False)
    others = sum(one != other for one, other in zip(by_library, by_core, strict=True))
    report.write(
        f"{positions} turns chosen twice, other turns: {others} (the library answers fewer questions)\n"
    )
    return 0


def _report(report: TextIO, who: str, samples: Sequence[Sample]) -> list[Turn]:
    chosen = [_choose(number, *each) for number, each in enumerate(samples)]
    times = sorted(each.seconds for each in chosen)
    report.write(
        f"  {who}: mean {1000 * sum(times) / len(times):.0f} ms, median {1000 * times[len(times) // 2]:.0f}, "
        f"p99 {1000 * times[int(0.99 * len(times))]:.0f}, worst {1000 * times[-1]:.0f}\n"
    )
    report.flush()
    return [each.turn for each in chosen]


def _choose(number: int, state: GameState, alignments: tuple[Alignment, ...] | None) -> Chosen:
    """In the time that it has in a game, of the processor: what else runs shall not cut it short."""
    alignment = alignments[state.position.mover] if alignments else None
    began = time.process_time()
    dice = Random(number)
    turn = choose_turn(state, level=LEVEL, rng=dice, alignment=alignment, clock=time.process_time)
    return Chosen(turn, time.process_time() - began)
