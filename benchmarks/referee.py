"""How long the real command of the referee takes for many counts and many wins in one."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from homeworlds.notation import format_position
from homeworlds.rules import Preset
from homeworlds.search import Search
from homeworlds.state import GameState
from homeworlds.tests.samples import recorded_states
from proofs.kit.processes import run as run_to_end

COUNTS: Final = 135
MOST_ENDS: Final = 60_000
WINS: Final = 300
MOST_SECONDS: Final = {"count": 40, "win_in_one": 5}


def run() -> int:
    """Prints the figures; the exit code is 1 when one takes longer than it should or is refused."""
    states = [state for state in recorded_states() if _can_be_asked(state)]
    counts = [_request(state, "count", True) for state in _countable(states)]
    spread = states[:: len(states) // WINS][:WINS]
    wins = [_request(state, "win_in_one", state.position.mover) for state in spread]
    late = False
    for name, requests in (("count", counts), ("win_in_one", wins)):
        wall, own, answers = _ask(requests)
        refused = sum(not answer["ok"] for answer in answers)
        late = late or own > MOST_SECONDS[name] or refused > 0 or len(answers) != len(requests)
        if name == "count":
            ends = [answer["ends"] for answer in answers]
            what = f"{sum(ends)} ends, largest {max(ends)}"
        else:
            what = f"{sum(answer['turn'] is not None for answer in answers)} wins"
        print(
            f"{len(answers)} {name} requests ({what}; {refused} refused): {wall:.1f} s, of which the "
            f"processor {own:.1f} s; at most {MOST_SECONDS[name]} s"
        )
    return 1 if late else 0


def _can_be_asked(state: GameState) -> bool:
    return state.outcome is None and state.position.homeworld(state.position.mover) is not None


def _countable(states: Sequence[GameState]) -> Iterator[GameState]:
    """Spread over all recorded games, without those that have too many ends."""
    found = 0
    for state in states[:: len(states) // (2 * COUNTS)]:
        if found < COUNTS and _ends(state) <= MOST_ENDS:
            found += 1
            yield state


def _ends(state: GameState) -> int:
    """At most one more than is asked for."""
    ends = 0
    for _node in Search(state.rules, state.position).ends():
        ends += 1
        if ends > MOST_ENDS:
            break
    return ends


def _request(state: GameState, name: str, asked: object) -> dict[str, Any]:
    return {
        "rules": {"preset": Preset.BOOKLET.value, **state.rules.options()},
        "variant": state.rules.variant.value,
        "players": state.position.players,
        "names": list(state.position.names),
        "position": format_position(state.position),
        name: asked,
    }


def _ask(requests: Sequence[dict[str, Any]]) -> tuple[float, float, list[dict[str, Any]]]:
    """(seconds by the clock, seconds of the processor, answers), with the start of the command."""
    lines = "".join([json.dumps({"id": number, **fields}) + "\n" for number, fields in enumerate(requests)])
    before, start = os.times(), time.monotonic()
    done = run_to_end([sys.executable, "-m", "homeworlds", "referee"], input=lines, capture_output=True)
    wall, after = time.monotonic() - start, os.times()
    own = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, own, [json.loads(line) for line in done.stdout.splitlines()]
