"""What goes into the arithmetic of events, and what comes out: plain data, where players are numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

MIDDLE: Final = 1500.0

Pairs = frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    id: int
    rating: float = MIDDLE
    """At the start of the event."""
    withdrawn: bool = False
    """Does not play the next round; may come back for a later one."""
    entered: int = 1
    """The first round that he may play: more than 1 is a late entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game of the event."""

    round: int
    seats: tuple[int, ...]
    points: tuple[float, ...] | None = None
    """By seat; None: it goes on."""
    places: tuple[int, ...] | None = None
    """By seat, 1 the best, where they tell more than the points (who fell first); None: as the points say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """An event before a round, as it is rebuilt from stored results."""

    round: int
    """The one to be paired; the first is 1."""
    entrants: tuple[Entrant, ...]
    played: tuple[Played, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    """Round and player."""
    forbidden: Pairs = frozenset()
    """They never meet, whatever follows."""
    avoided: Pairs = frozenset()
    """They meet only if there is no other way."""
    fixed: tuple[tuple[int, ...], ...] = ()
    """Tables of this round that somebody made by hand, in seat order; the others are paired around them."""

    def playing(self) -> list[Entrant]:
        """Who is to be seated in this round, those at tables made by hand too."""
        return [each for each in self.entrants if not each.withdrawn and each.entered <= self.round]

    def to_pair(self) -> list[Entrant]:
        seated = {player for table in self.fixed for player in table}
        return [each for each in self.playing() if each.id not in seated]

    def scores(self, *, bye: float, late: float = 0.0) -> dict[int, float]:
        """The points of every entrant; `late` once for all the rounds before a late entry."""
        found = {each.id: late if each.entered > 1 else 0.0 for each in self.entrants}
        for game in self.played:
            for player, points in zip(game.seats, game.points or (), strict=False):
                found[player] += points
        for _round, player in self.byes:
            found[player] += bye
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    number: int
    tables: tuple[tuple[int, ...], ...]
    """In seat order."""
    byes: tuple[int, ...] = ()


def pairs(couples: Iterable[tuple[int, int]]) -> Pairs:
    return frozenset(frozenset(couple) for couple in couples)


def hunts(seats: tuple[int, ...]) -> list[tuple[int, int]]:
    """Hunter and hunted: each the next seat in turn order."""
    return list(zip(seats, seats[1:] + seats[:1], strict=True))
