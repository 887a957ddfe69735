"""Homeworlds, John Cooper's game of pyramids: rules, notation, outcomes. Standard library only.

Here are the names that most programs need. A game is a `GameState`: `start_game` makes the first, its method
`play` the next, by a turn as people write it; `turns` gives those there are, `print` shows the board. Step by
step it goes with `begin` and the function `play`, which also tells what a turn did; `depart` is a
resignation. What asks about a game takes its state and knows seats by their numbers, from 0. What is not
allowed raises a `Refusal`, whose text says why. Nothing is changed in place.

The modules hold the rest: `homeworlds.turn` half-made turns and what they would cost, `homeworlds.actions`
the steps, `homeworlds.foresight` what a turn does to the game before it counts, `homeworlds.hindsight` what a
turn missed, `homeworlds.records` recorded games.
"""

from homeworlds.foreign.reading import read_records
from homeworlds.notation import format_position, format_turn, parse_position, parse_turn
from homeworlds.outcome import Alignment, Departure
from homeworlds.position import check_position
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import Refusal
from homeworlds.rules import Preset, Variant, preset_rules, with_options
from homeworlds.search import all_turns
from homeworlds.state import GameState, begin, depart, play, start_game
from homeworlds.threats import eliminating_turn, red_alert, winning_turn
from homeworlds.turn import make_turn

__version__ = "0.2.0"

__all__ = [
    "Alignment",
    "Departure",
    "GameState",
    "Preset",
    "Refusal",
    "Variant",
    "__version__",
    "all_turns",
    "begin",
    "check_position",
    "depart",
    "eliminating_turn",
    "format_position",
    "format_turn",
    "make_turn",
    "parse_position",
    "parse_turn",
    "play",
    "preset_rules",
    "read_records",
    "read_turn",
    "red_alert",
    "start_game",
    "winning_turn",
    "with_options",
]
