"""Positions of the recorded games, drawn by a seed: by lot, with a win in one, and with a threat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Final, NamedTuple

from homeworlds.position import Position
from homeworlds.records import Record, replay_states
from homeworlds.state import GameState
from homeworlds.threats import winning_turn
from proofs.bots.judging import loses_if_passed

LOT, WIN, THREAT = "by lot", "with a win in one", "threatened"
SHARES: Final[Mapping[str, float]] = {WIN: 0.25, THREAT: 0.25, LOT: 0.5}
LATE: Final = 8
"""States before the end of a game among which wins and threats are looked for."""


class Drawn(NamedTuple):
    kind: str
    state: GameState
    before: tuple[Position, ...]
    """Of the same game, from its start."""
    won: bool
    """The mover has a win in one."""


def draw(records: list[Record], seed: int, positions: int) -> Iterator[Drawn]:
    """So many, at most one of each kind from a game; fewer when the games do not have them."""
    dice = Random(f"positions {seed}")
    wanted = Counter({kind: round(share * positions) for kind, share in SHARES.items()})
    wanted[LOT] += positions - wanted.total()
    for record in dice.sample(records, len(records)):
        if not wanted.total():
            return
        states = [state for _step, state in replay_states(record)]
        for each in _of_game(states, wanted, dice):
            wanted[each.kind] -= 1
            yield each


def _of_game(states: list[GameState], wanted: Counter[str], dice: Random) -> Iterator[Drawn]:
    ready = [at for at, state in enumerate(states) if _is_ready(state)]
    late = dice.sample(ready[-LATE:], len(ready[-LATE:]))
    won = {at: winning_turn(states[at]) is not None for at in late}
    if wanted[WIN] > 0 and (at := next((at for at in late if won[at]), None)) is not None:
        yield _drawn(WIN, states, at, True)
    if wanted[THREAT] > 0:
        threatened = (at for at in late if not won[at] and loses_if_passed(states[at]))
        if (at := next(threatened, None)) is not None:
            yield _drawn(THREAT, states, at, False)
    if wanted[LOT] > 0 and ready:
        at = dice.choice(ready)
        yield _drawn(LOT, states, at, winning_turn(states[at]) is not None)


def _is_ready(state: GameState) -> bool:
    """A running game whose mover has set up."""
    return state.outcome is None and state.position.homeworld(state.position.mover) is not None


def _drawn(kind: str, states: list[GameState], at: int, won: bool) -> Drawn:
    return Drawn(kind, states[at], tuple([state.position for state in states[:at]]), won)
