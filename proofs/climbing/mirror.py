"""The ladder by the proof's own reckoning: who stands where, from what happened in the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.models import Game
from homeworlds.outcome import Termination
from proofs.climbing.tables import Table

CAME: Final = 3
"""Whoever has made so many turns was there."""
NOT_PLAYED_OUT: Final = (Termination.TIME, Termination.RESIGNATION)


def is_free(game: Game, table: Table, loser: int) -> bool:
    """Whether the win was given away by somebody who was hardly there."""
    ended = (game.outcome or {}).get("termination")
    return table.turns[loser] < CAME and ended in NOT_PLAYED_OUT


@dataclass(slots=True)
class Mirror:
    order: list[int] = field(default_factory=list)
    """From the highest place on."""
    climbs: list[int] = field(default_factory=list)
    """By how many places the winners over people who were hardly there went up."""

    def joins(self, player: int) -> None:
        self.order.append(player)

    def leaves(self, player: int) -> None:
        self.order.remove(player)

    def sinks(self, player: int) -> None:
        place = self.order.index(player)
        self.order[place : place + 2] = self.order[place : place + 2][::-1]

    def settles(self, challenger: int, game: Game, table: Table) -> None:
        """`game` is over; the outcome and the turns made are all that is asked of it."""
        outcome = game.outcome or {}
        won = [table.seats[seat] for seat in outcome.get("winners", ())]
        if won != [challenger] or challenger not in self.order:
            return
        [other] = [player for player in table.seats if player != challenger]
        if other not in self.order:
            return
        place, above = self.order.index(challenger), self.order.index(other)
        if above > place:
            return
        to = place - 1 if is_free(game, table, other) else above
        self.order.insert(to, self.order.pop(place))

    def stands_as(self, players: Sequence[int]) -> bool:
        return self.order == list(players)
