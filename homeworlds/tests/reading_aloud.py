"""Turns read at a table, for tests."""

from __future__ import annotations

from homeworlds.notation import format_turn, parse_position
from homeworlds.reading.turns import read_turn
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from homeworlds.state import GameState

MODERN = preset_rules(Preset.MODERN, Variant.BINARY)
TABLE = "<0> Ann (0, r1b2) g3y1g1-; Bob (1, y1b3) -g3; Vega (g2) y1-; Mira (g3) r2-r1; Enif (b1) b1-y3"


def state_of(text: str, *names: str, rules: RuleSet = MODERN) -> GameState:
    return GameState(rules, parse_position(text, rules, names or ("Ann", "Bob")))


def read(text: str, at: str = TABLE, *names: str) -> str:
    state = state_of(at, *names)
    return format_turn(read_turn(text, state).turn, state.position.players)
