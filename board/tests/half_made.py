"""A short position for turns in the making, and the links of a page without a site."""

from __future__ import annotations

from board.turn.making import Links
from homeworlds.notation import parse_position
from homeworlds.rules import RuleSet
from homeworlds.state import GameState

START = "<0> Alice (0, b1y2) g3y1r2b1-; Bob (1, r1b3) -g3; Vega (r3) y1-r1"
LINKS = Links(page="/t/", fragment="/t/f/", show="/t/show/", end="/t/turn/", end_fragment="/t/f/turn/")


def state(text: str = START, *names: str, **rules) -> GameState:
    chosen = RuleSet(**rules)
    return GameState(chosen, parse_position(text, chosen, names or ("Alice", "Bob")))
