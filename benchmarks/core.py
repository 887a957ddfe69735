"""How fast the library and the compiled core are: replaying, every whole turn, win in one."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bots.core import Core, available
from homeworlds.search import count_ends
from homeworlds.state import GameState
from homeworlds.tests.samples import recorded_states, records
from homeworlds.threats import eliminating_turn

COUNTED_POSITIONS: Final = 100
"""Positions whose ends are counted, spread over the recorded games."""
SAMPLED: Final = 20
"""Without --all, every so many-th position is asked for wins in one."""
RUNS: Final = 3
"""The best of so many is taken: other processes get in the way."""


class Question(NamedTuple):
    """Whether one seat could eliminate another."""

    state: GameState
    seat: int
    victim: int


def run(*, all: bool) -> int:  # noqa: A002  the option
    """Prints the figures; all times are CPU times of this process. The exit code: 0."""
    games = len(records())
    gc.collect()
    gc.freeze()
    print(f"replaying: {_replaying(games)}")
    states = [state for state in recorded_states() if _can_be_asked(state)]
    gc.freeze()
    counted = states[:: len(states) // COUNTED_POSITIONS]
    asked = list(_questions(states if all else states[::SAMPLED]))
    core = Core() if available() else None
    _report_ends(counted, core)
    print(f"win in one: {len(asked)} pairs of seats")
    by_library = [_times(asked, _by_library)]
    _report_wins("library", by_library)
    if core is not None:
        core.eliminates(states[0].rules, states[0].position, 0, 1)
        whole = [_times(asked, _by_core(core)) for _ in range(RUNS)]
        _report_wins("compiled core", whole)
        same = [answer for _took, answer in by_library[0]] == [answer for _took, answer in whole[0]]
        print(f"  the answers are {'the same' if same else 'NOT THE SAME'}")
    return 0


def _can_be_asked(state: GameState) -> bool:
    return state.outcome is None and state.position.homeworld(state.position.mover) is not None


def _replaying(games: int) -> str:
    best = 0.0
    for _ in range(RUNS):
        start = time.process_time()
        turns = sum(1 for _state in recorded_states())
        best = max(best, turns / (time.process_time() - start))
    return f"{turns} turns of {games} games, {best:,.0f} turns a second"


def _report_ends(states: Sequence[GameState], core: Core | None) -> None:
    """Both in turn, so that what else the machine does slows both."""
    if core is None:
        print("compiled core: not measured, numba is not installed")
    else:
        core.count_ends(states[0].rules, states[0].position)
    library = compiled = 0.0
    for _ in range(RUNS):
        ends, rate = _every_turn(states, count_ends)
        library = max(library, rate)
        if core is not None:
            same, rate = _every_turn(states, lambda state: core.count_ends(state.rules, state.position))
            compiled = max(compiled, rate)
            assert same == ends, "the compiled core counts other ends"  # noqa: S101
    print(f"every turn: {sum(ends)} distinct ends of {len(ends)} positions (largest {max(ends)})")
    print(f"  library: {library:,.0f} ends a second")
    if core is not None:
        print(f"  compiled core: {compiled:,.0f} ends a second, {compiled / library:.1f} times as fast")


def _every_turn(states: Sequence[GameState], count: Callable[[GameState], int]) -> tuple[list[int], float]:
    """The counts, and how many ends a second."""
    start = time.process_time()
    ends = [count(state) for state in states]
    return ends, sum(ends) / (time.process_time() - start)


def _questions(states: Sequence[GameState]) -> Iterator[Question]:
    for state in states:
        position = state.position
        seats = [seat for seat in position.living if position.homeworld(seat) is not None]
        for seat in seats:
            for victim in seats:
                if seat != victim:
                    yield Question(state, seat, victim)


Times = list[tuple[float, bool]]
"""Of each question, in order: seconds, and the answer."""


def _times(questions: Sequence[Question], ask: Callable[[Question], bool]) -> Times:
    times: Times = []
    for question in questions:
        start = time.process_time()
        answer = ask(question)
        times.append((time.process_time() - start, answer))
    return times


def _by_library(question: Question) -> bool:
    state, seat, victim = question
    return eliminating_turn(state, seat, victim) is not None


def _by_core(core: Core) -> Callable[[Question], bool]:
    return lambda question: core.eliminates(question[0].rules, question[0].position, *question[1:])


def _report_wins(who: str, runs: Sequence[Times]) -> None:
    best = min(runs, key=lambda times: sum(took for took, _answer in times))
    times = sorted([took for took, _answer in best], reverse=True)
    print(
        f"  {who}: {sum(answer for _took, answer in best)} eliminations; "
        f"mean {1e6 * sum(times) / len(times):.1f} µs, p99 {1000 * times[len(times) // 100]:.3f} ms, "
        f"worst {1000 * times[0]:.2f} ms"
    )
