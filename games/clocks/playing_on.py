"""Playing on after a loss on time: the winner offers it, and if the loser accepts the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

from games.clocks.arithmetic import NOTHING, Ticking
from games.clocks.ledger import merged
from games.clocks.outages import outages_of
from games.models import Game, Seat, SeatKind, SeatResult, Status
from homeworlds.outcome import Termination

WITHIN: Final = timedelta(hours=48)
"""So long after the end it can be offered, and so long an offer stands."""


class Judge(Protocol):
    def __call__(self, game: Game, *, lock: bool) -> bool:
        """Whether the result of a game stands, since others build on it. `lock`: so that it stays as it is to
        the end of the transaction."""


_JUDGES: Final[list[Judge]] = []


def results_stand_where(judge: Judge) -> None:
    """For apps above, in their `AppConfig.ready`."""
    if judge not in _JUDGES:
        _JUDGES.append(judge)


def may_go_on(game: Game, seats: Sequence[Seat], *, lock: bool = False) -> bool:
    """Whether a game was lost on time by one of two people, has shown nothing secret, and its result is
    nothing that others have built on."""
    ended = game.outcome["termination"] if game.outcome else None
    if game.status != Status.FINISHED or ended != Termination.TIME or game.imported or game.revealed:
        return False
    people = [
        seat for seat in seats if seat.kind == SeatKind.PLAYER and seat.player and seat.player.is_active
    ]
    return game.players == len(people) == 2 and not any(judge(game, lock=lock) for judge in _JUDGES)


def may_be_offered(game: Game, seat: Seat, now: datetime) -> bool:
    """By the player of this seat, of a game that may go on and of which it was not offered before. No outage
    since its end is counted."""
    if seat.result != SeatResult.WON or game.finished_at is None:
        return False
    left = Ticking(WITHIN, game.finished_at)
    for outage in merged(outages_of(game, game.finished_at, now)):
        left = left.credited(*outage)
    return left.left_at(now) > NOTHING
