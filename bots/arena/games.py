"""One game of two engines, under the eyes of the library."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bots.arena.engines import EngineFailed
from homeworlds.notation import format_position, format_turn, parse_turn
from homeworlds.outcome import CLAIMABLE
from homeworlds.position import Position, position_key
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, begin, play

Ask = Callable[[str], str]
"""A turn for a position in JSON. Raises EngineFailed."""
Choose = Callable[[GameState, Sequence[Position]], str]
"""A turn for a state, with the positions before it. Raises EngineFailed."""


class Game(NamedTuple):
    turns: tuple[str, ...]
    winner: int | None
    """A seat; None: a draw."""
    why: str


def play_game(rules: RuleSet, opening: Position, seats: Sequence[Ask], most_turns: int) -> Game:
    """As play_between, with programs that are asked in JSON."""
    return play_between(rules, opening, [_in_json(ask) for ask in seats], most_turns)


def _in_json(ask: Ask) -> Choose:
    return lambda state, before: ask(_question(state, before))


def play_between(rules: RuleSet, opening: Position, seats: Sequence[Choose], most_turns: int) -> Game:
    """Until somebody has won or fails to give a legal turn. A position that occurs for the third time and a
    game of so many turns are draws."""
    state = GameState(rules, opening)
    turns: list[str] = []
    before: list[Position] = []
    seen = Counter([position_key(opening)])
    while len(turns) < most_turns:
        mover = state.position.mover
        try:
            text = seats[mover](state, before)
            half = begin(state)
            for action in parse_turn(text, 2):
                half = half.then(action)
            played = play(state, half)
        except EngineFailed as failure:
            return Game(tuple(turns), 1 - mover, f"lost by {state.position.names[mover]}: {failure}")
        except Refusal as refusal:
            why = f"lost by {state.position.names[mover]}: “{text[:200]}” is not legal: {refusal}"
            return Game(tuple(turns), 1 - mover, why)
        before.append(state.position)
        turns.append(format_turn(played.turn, 2))
        state = played.state
        if state.outcome is not None:
            winner = None if state.outcome.draw else state.outcome.winners[0]
            return Game(tuple(turns), winner, state.outcome.termination.value)
        seen[position_key(state.position)] += 1
        if seen[position_key(state.position)] >= CLAIMABLE:
            return Game(tuple(turns), None, "third occurrence")
    return Game(tuple(turns), None, f"{most_turns} turns")


def _question(state: GameState, before: Sequence[Position]) -> str:
    return json.dumps(
        {
            "rules": {"preset": "booklet", **state.rules.options()},
            "variant": state.rules.variant.value,
            "players": 2,
            "names": list(state.position.names),
            "position": format_position(state.position),
            "before": [format_position(position) for position in before],
        },
        ensure_ascii=False,
    )
