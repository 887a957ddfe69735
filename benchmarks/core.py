"""How fast the library and the compiled core are: replaying, every whole turn, win in one."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, TextIO, TypeAlias

from benchmarks.samples import recorded_states, records
from bots.core import Core, available
from homeworlds.notation import format_position
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.search import count_ends
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
    counted = states[:: len(states) // COUNTED_POSITIONS]
    ends, rate = _every_turn(counted, count_ends)
    report.write(f"every turn: {ends}, {rate:,.0f} ends a second\n")
    report.flush()
    asked = states if every_position else states[::SAMPLED]
    for line in _wins_in_one(asked, _library_eliminates):
        report.write(f"win in one: {line}\n")
    if not available():
        report.write("compiled core: not measured, numba is not installed\n")
        return 0
    core = Core()
    core.count_ends(counted[0].rules, counted[0].position)
    ends, core_rate = _every_turn(counted, core.count_ends)
    report.write(f"compiled core, every turn: {ends}, {core_rate:,.0f} ends a second, ")
    report.write(f"{core_rate / rate:.1f} times as fast\n")
    _core_eliminates(core)(counted[0].rules, counted[0].position, 0, 1)
    for line in _wins_in_one(asked, _core_eliminates(core)):
        report.write(f"compiled core, win in one: {line}\n")
    return 0


Eliminates: TypeAlias = Callable[[RuleSet, Position, int, int], bool]


def _library_eliminates(rules: RuleSet, position: Position, seat: int, victim: int) -> bool:
    return eliminating_turn(rules, position, seat, victim) is not None


def _core_eliminates(core: Core) -> Eliminates:
    def eliminates(rules: RuleSet, position: Position, seat: int, victim: int) -> bool:
        moving = position._replace(mover=seat)
        return core.eliminates(rules, moving, [victim], everyone=True, surviving=True)

    return eliminates


def _can_be_asked(state: GameState) -> bool:
    return state.outcome is None and state.position.homeworld(state.position.mover) is not None


def _replaying(games: int) -> str:
    start = time.process_time()
    turns = sum(1 for _state in recorded_states())
    seconds = time.process_time() - start
    return f"{turns} turns of {games} games, {turns / seconds:,.0f} turns a second"


def _every_turn(states: Sequence[GameState], count: Callable[[RuleSet, Position], int]) -> tuple[str, float]:
    """What was counted, and how many a second."""
    start = time.process_time()
    ends = [count(state.rules, state.position) for state in states]
    seconds = time.process_time() - start
    return f"{sum(ends)} distinct ends of {len(ends)} positions (largest {max(ends)})", sum(ends) / seconds


def _wins_in_one(states: Sequence[GameState], eliminates: Eliminates) -> Iterator[str]:
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
                    can = eliminates(state.rules, position, seat, victim)
                    times.append((time.process_time() - start, f"{seat} against {victim} in {text}"))
                    wins += can
    times.sort(reverse=True)
    mean, p99 = sum(took for took, _ in times) / len(times), times[len(times) // 100][0]
    yield (
        f"{len(times)} pairs of seats in {len(states)} positions, {wins} eliminations; "
        f"mean {1000 * mean:.3f} ms, p99 {1000 * p99:.3f} ms, worst {1000 * times[0][0]:.1f} ms"
    )
    for took, where in islice(times, 3):
        yield f"  {1000 * took:.1f} ms: {where}"
