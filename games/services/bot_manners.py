"""When a bot gives a game up, and when it accepts a draw: as a decent player would, in games of two."""

from __future__ import annotations

from typing import Final

from bots import levels
from bots.aims import Aims
from bots.evaluation import position_value
from bots.levels import Choice
from bots.thinking import Asked
from games.models import Game

SETTLED_FROM: Final = 16
"""So many turns have been made before a bot resigns or agrees to a draw."""
HOPELESS: Final = -800.0
"""In two hundredths of a logit: one game in fifty could still be saved."""
EARLIER_TURNS: Final = (2, 4)
"""It was hopeless so many turns ago, too: those at which the bot was to move before."""
SHARE: Final = 4
"""An earlier turn is thought over for this part of the time."""


def gives_up(game: Game, level: str, asked: Asked, choice: Choice) -> bool:
    """Whether the other wins whatever the bot plays, as it has found, and it was hopeless already at its last
    two turns. Never in games of more than two, where others may yet fall, nor early in a game."""
    if game.players != 2 or game.turn_count < SETTLED_FROM or not levels.is_lost(choice):
        return False
    return all(_was_hopeless(level, asked, turns) for turns in EARLIER_TURNS)


def _was_hopeless(level: str, asked: Asked, turns: int) -> bool:
    if len(asked.before) < turns:
        return False
    earlier = asked.before[-turns]
    state = asked.state._replace(position=earlier)
    seconds = levels.seconds_of(level) / SHARE
    then = levels.choose(level, asked._replace(state=state, before=asked.before[:-turns], seconds=seconds))
    return then.info is not None and then.info.value < HOPELESS


def accepts_draw(game: Game, level: str, asked: Asked, choice: Choice) -> bool:
    """Whether the bot would rather have a draw that is offered to it: it does not think itself better."""
    if game.players != 2 or game.turn_count < SETTLED_FROM or level not in levels.OFFERED:
        return False
    if choice.info is not None:
        return choice.info.value <= 0
    aims = Aims(asked.state, asked.alignment)
    return position_value(asked.state.position, aims.seat, aims.rivals) <= 0
