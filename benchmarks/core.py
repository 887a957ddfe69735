"""How fast the library is: replaying, every whole turn, win in one."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TextIO

from benchmarks.samples import recorded_states, records
from homeworlds.notation import format_position
from homeworlds.search import Search
from homeworlds.state import GameState
from homeworlds.threats import eliminating_turn

COUNTED_POSITIONS: Final = 100
"""Positions whose ends are counted, spread over the recorded games."""
SAMPLED: Final = 20
"""Without --all, every so many-th position is asked for wins in one."""


def run(report: TextIO, *, every_position: bool) -> int:
    """Prints the figures; all times are CPU times of this process. The exit code: 0."""
    read = records()
    gc.collect()
    gc.freeze()
    report.write(f"replaying: {_replaying(len(read))}\n")
    report.flush()
    states = [state for state in recorded_states() if _can_be_asked(state)]
    gc.freeze()
    report.write(f"every turn: {_every_turn(states[:: len(states) // COUNTED_POSITIONS])}\n")
    report.flush()
    for line in _wins_in_one(states if every_position else states[::SAMPLED]):
        report.write(f"win in one: {line}\n")
    return 0


def _can_be_asked(state: GameState) -> bool:
    return state.outcome is None and state.position.homeworld(state.position.mover) is not None


def _replaying(games: int) -> str:
    start = time.process_time()
    turns = sum(1 for _state in recorded_states())
    seconds = time.process_time() - start
    return f"{turns} turns of {games} games, {turns / seconds:,.0f} turns a second"


def _every_turn(states: Sequence[GameState]) -> str:
    start = time.process_time()
    ends = [sum(1 for _ in Search(state.rules, state.position).ends()) for state in states]
    seconds = time.process_time() - start
    return (
        f"{sum(ends)} distinct ends of {len(ends)} positions (largest {max(ends)}), "
        f"{sum(ends) / seconds:,.0f} ends a second"
    )


def _wins_in_one(states: Sequence[GameState]) -> Iterator[str]:
    times: list[tuple[float, str]] = []
    wins = 0
    for state in states:
        position = state.position
        text = format_position(position)
        seats = [seat for seat in position.living if position.homeworld(seat) is not None]
        for seat in seats:
            for victim in seats:
                if seat != victim:
                    start = time.process_time()
                    turn = eliminating_turn(state.rules, position, seat, victim)
                    times.append((time.process_time() - start, f"{seat} against {victim} in {text}"))
                    wins += turn is not None
    times.sort(reverse=True)
    mean, p99 = sum(took for took, _ in times) / len(times), times[len(times) // 100][0]
    yield (
        f"{len(times)} pairs of seats in {len(states)} positions, {wins} eliminations; "
        f"mean {1000 * mean:.3f} ms, p99 {1000 * p99:.2f} ms, worst {1000 * times[0][0]:.1f} ms"
    )
    for took, where in islice(times, 3):
        yield f"  {1000 * took:.1f} ms: {where}"
