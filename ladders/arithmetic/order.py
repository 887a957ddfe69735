"""The order of a ladder, as its log tells it.

A log is replayed from the facts alone: who joined, who won against whom, who left. No place stands in it, so
the order follows from the rules, and from nothing else. What no longer fits says nothing: a result between
two of whom one has gone moves nobody.

**Undoing.** When a game goes on after all, its settlement is undone: the order is the one that comes out when
the log is replayed without that settlement and without what followed from it alone (the loser dropped out, a
limbo ended). Everything that came later stands, in its order, and moves whom it moves in the order as it is
then: nobody plays anything again, and a win over somebody stays a win over that player, wherever the player
stood.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class EventKind(enum.StrEnum):
    JOINED = "joined"
    CHALLENGED = "challenged"
    SETTLED = "settled"
    LIMBO = "limbo"
    """The player takes no challenges, sends none, and leaves when the last game is over."""
    BACK = "back"
    """Out of limbo, at the same place."""
    LEFT = "left"
    BARRED = "barred"
    UNDONE = "undone"
    """A settlement, `cause`, and what followed from it."""
    SUNK = "sunk"
    """The player changes places with the other one, who stands right below."""
    CLOSED = "closed"


class Result(enum.StrEnum):
    """Of a challenge, as the challenger sees it."""

    WON = "won"
    EARLY = "early"
    """Won over somebody who has hardly made a turn."""
    LOST = "lost"
    DRAWN = "drawn"
    VOID = "void"


class Fact(NamedTuple):
    """A line of the log, as far as the order depends on it."""

    number: int
    kind: EventKind
    player: int
    """Of a settlement the challenger."""
    other: int = 0
    """Of a settlement the challenged; of a sinking who stood below."""
    result: Result | None = None
    cause: int = 0
    """The number of the settlement that this follows from, or that is undone."""


class Order(NamedTuple):
    players: tuple[int, ...]
    """From the highest place on."""
    limbo: frozenset[int]


def replay(facts: Iterable[Fact]) -> Order:
    """The order after these facts, which come in the order of their numbers."""
    standing = _Standing()
    for fact in standing_facts(list(facts)):
        standing.apply(fact)
    return Order(tuple(standing.players), frozenset(standing.limbo))


def standing_facts(facts: Sequence[Fact]) -> list[Fact]:
    """Without what was undone, and without what followed from that."""
    undone = {fact.cause for fact in facts if fact.kind is EventKind.UNDONE}
    return [fact for fact in facts if fact.number not in undone and fact.cause not in undone]


def place_after(challenger: int, challenged: int, result: Result) -> int:
    """Where the challenger stands after a game against somebody, both by their places.

    >>> place_after(20, 12, Result.WON), place_after(20, 12, Result.EARLY), place_after(20, 12, Result.LOST)
    (12, 19, 20)
    >>> place_after(8, 12, Result.WON), place_after(8, 8, Result.EARLY)
    (8, 8)
    """
    if challenger <= challenged:
        return challenger
    match result:
        case Result.WON:
            return challenged
        case Result.EARLY:
            return challenger - 1
    return challenger


class _Standing:
    def __init__(self) -> None:
        self.players: list[int] = []
        self.limbo: set[int] = set()

    def apply(self, fact: Fact) -> None:
        present = fact.player in self.players
        match fact.kind:
            case EventKind.JOINED:
                self.limbo.discard(fact.player)
                if not present:
                    self.players.append(fact.player)
            case EventKind.LEFT if present:
                self.players.remove(fact.player)
                self.limbo.discard(fact.player)
            case EventKind.LIMBO if present:
                self.limbo.add(fact.player)
            case EventKind.BACK:
                self.limbo.discard(fact.player)
            case EventKind.SETTLED if present and fact.other in self.players and fact.result:
                self._settle(fact.player, fact.other, fact.result)
            case EventKind.SUNK if present and fact.other in self.players:
                self._sink(fact.player, fact.other)

    def _sink(self, player: int, other: int) -> None:
        """Nothing if the other stands above by now."""
        above, below = self.players.index(player), self.players.index(other)
        if above < below:
            self.players.insert(above, self.players.pop(below))

    def _settle(self, challenger: int, challenged: int, result: Result) -> None:
        before = self.players.index(challenger) + 1
        after = place_after(before, self.players.index(challenged) + 1, result)
        self.players.insert(after - 1, self.players.pop(before - 1))
