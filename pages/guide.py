"""The guided first game: what the script comes to when the library plays it, and how a turn is judged."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cache
from typing import Final

from board.map.places import Places, place_turn, settle
from homeworlds.actions import Turn
from homeworlds.notation import parse_turn
from homeworlds.position import position_key
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, begin, play, start_game
from homeworlds.turn import HalfTurn
from pages.guide_script import NAMES, SCRIPT, Script

ME: Final = 0
LAST_STEP: Final = len(SCRIPT)
FINISHED: Final = LAST_STEP + 1
"""The place of somebody who has come to the end."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step with the table as it stands then."""

    number: int
    script: Script
    state: GameState
    places: Places
    reply: Turn
    """The turn of the opponent that led here; empty at the first step."""
    solved: str
    """The key of the position that the turn asked for leads to."""


class Verdict(enum.Enum):
    """On a legal turn."""

    AS_ASKED = enum.auto()
    WINS = enum.auto()
    """It ends the game at once, as asked or not."""
    LOSES = enum.auto()
    OTHER = enum.auto()


@dataclass(frozen=True, slots=True)
class _Moment:
    state: GameState
    places: Places
    turn: Turn

    def after(self, text: str) -> _Moment:
        half = begin(self.state)
        for action in parse_turn(text, len(NAMES)):
            half = half.then(action)
        played = play(self.state, half)
        places = settle(place_turn(self.places, half), played.state.position)
        return _Moment(played.state, places, played.turn)


@dataclass(frozen=True, slots=True)
class Story:
    """The whole game."""

    steps: tuple[Step, ...]
    end: GameState
    end_places: Places
    end_turn: Turn


@cache
def story() -> Story:
    """Played once by the library, which refuses a script that is not legal."""
    now = _Moment(start_game(RuleSet(), NAMES, first=ME), Places(), ())
    steps = []
    for number, script in enumerate(SCRIPT, start=1):
        solved = now.after(script.turn)
        key = position_key(solved.state.position)
        steps.append(Step(number, script, now.state, now.places, now.turn, key))
        now = solved.after(script.reply) if script.reply else solved
    return Story(tuple(steps), now.state, now.places, now.turn)


def step_number(number: int) -> Step | None:
    """None when there is no such step."""
    return story().steps[number - 1] if 1 <= number <= LAST_STEP else None


def judge(step: Step, half: HalfTurn) -> Verdict:
    """Whether the turn is the one asked for, by where it leads: names and order do not matter.

    Expects a turn of this step that may end.
    """
    after = play(step.state, half).state
    if after.outcome is not None:
        return Verdict.WINS if ME in after.outcome.winners and not after.outcome.draw else Verdict.LOSES
    return Verdict.AS_ASKED if position_key(after.position) == step.solved else Verdict.OTHER


def step_offered(kept: int) -> int | None:
    """The step to offer on other pages: 0 for the whole guide, None when there is no need any more."""
    return None if kept >= FINISHED else kept


def place_to_go_on(kept: int) -> int:
    """The step where somebody with this place goes on; from the start after the end."""
    return kept if 1 <= kept <= LAST_STEP else 1
