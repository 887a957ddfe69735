"""Reading and writing pieces, turns and positions (signatures; bodies follow).

Read leniently, write one canonical form; `parse(format(x)) == x` always.
"""

from __future__ import annotations

from collections.abc import Sequence

from homeworlds.actions import Action, Turn
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.turn import HalfTurn


def parse_action(text: str, players: int) -> Action: ...
def format_action(action: Action, players: int) -> str: ...
def parse_turn(text: str, players: int) -> Turn:
    """One action a line, or `; ` between them. Raises Refusal (`step` set)."""
def format_turn(turn: Turn, players: int) -> str: ...
def parse_position(text: str, rules: RuleSet, names: Sequence[str]) -> Position:
    """`<0> Alice (0, g3b2) r1r3g1-; …`. Raises Refusal."""
def format_position(position: Position) -> str: ...
def parse_half_turn(text: str, rules: RuleSet, names: Sequence[str]) -> HalfTurn:
    """Position text, then ` | ` and the steps so far when there are any."""
def format_half_turn(half: HalfTurn) -> str: ...
