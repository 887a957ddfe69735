"""What a finished game leads to: the next bot, a friend, a person, each at one press."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Player
from board.words.rules import bot_level_name, bot_level_style
from bots.levels import FIRST, FORMER, OFFERED
from games.access import Viewer
from games.models import SeatKind
from games.table.slots import SOMEBODY, Somebody
from games.table.view import RunningTable


@dataclass(frozen=True, slots=True)
class WhatsNext:
    level: str
    bot: str
    """The name of the level."""
    style: str
    is_higher: bool
    """The game was won, and this bot is stronger."""
    somebody: Somebody | None


def whats_next(table: RunningTable, viewer: Viewer) -> WhatsNext | None:
    """None unless the viewer has played it, with a bot or as a guest."""
    me, outcome = table.viewer_seat, table.state.outcome
    if me is None or outcome is None or not isinstance(viewer, Player):
        return None
    met = [seat.level for seat in table.seats if seat.kind is SeatKind.BOT]
    if not met and not viewer.is_guest:
        return None
    won = me in outcome.winners and not outcome.draw
    level, is_higher = next_level(met, won=won)
    return WhatsNext(
        level,
        bot_level_name(level),
        bot_level_style(level),
        is_higher,
        SOMEBODY(viewer),
    )


def next_level(met: list[str], *, won: bool) -> tuple[str, bool]:
    """After a win the next one above the strongest that was met, if there is one; else the same once more."""
    ranks = [OFFERED.index(FORMER.get(level, level)) for level in met]
    if not ranks:
        return FIRST, False
    higher = won and max(ranks) + 1 < len(OFFERED)
    return OFFERED[max(ranks) + higher], higher
