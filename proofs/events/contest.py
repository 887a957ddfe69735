"""An event as the proof of tournaments knows it: what was agreed on, who sat where, and how the games ended.
Plain data, read from the games themselves; players are numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Final

LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)
MOST_OF_A_DRAW: Final = Fraction(2)
"""At a table of three and more."""


@dataclass(frozen=True, slots=True)
class Person:
    rating: float = 1500.0
    division: int = 1
    came: int = 1
    """Before this round."""
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """Of a game, by seat."""

    won: frozenset[int]
    """More than one: a draw."""
    out: dict[int, int] = field(default_factory=dict)
    """Of who was out before the end, when: the number of an entry of the log."""
    away: frozenset[int] = frozenset()
    """Who lost for not being there."""
    at: datetime = LONG_AGO

    @property
    def is_void(self) -> bool:
        return not self.won


@dataclass(frozen=True, slots=True)
class Table:
    round: int
    number: int
    seats: tuple[int, ...]
    """A single one has a bye."""
    game: int | None = None
    end: End | None = None
    """None: it has no game, or its game is not over."""
    match: int = 0
    leg: int = 1
    is_final: bool = False
    made: datetime = LONG_AGO
    """When it was paired."""
    until: datetime | None = None
    """When its game is adjudicated, if it still runs."""

    def __str__(self) -> str:
        return f"round {self.round}, table {self.number}"


@dataclass(frozen=True, slots=True)
class Contest:
    name: str
    kind: str
    """The format, as events call it."""
    people: dict[int, Person]
    tables: tuple[Table, ...]
    points: str = "two"
    order: tuple[str, ...] = ("sonneborn-berger", "wins", "rating")
    """Of tie-breaks."""
    size: int = 2
    rounds: int = 1
    best_of: int = 1
    has_final: bool = False
    play_offs_last: timedelta = timedelta(0)
    """Of one match, all together."""
    gone: dict[int, frozenset[int]] = field(default_factory=dict)
    """Who had withdrawn when a round was paired, by its number."""
    strays: tuple[int, ...] = ()
    """Games that say they are of this event, and have no table there."""
    kept: dict[int, tuple[int | None, float | None]] = field(default_factory=dict)
    """Place and score, as the event has stored them."""

    def of_round(self, number: int) -> list[Table]:
        return [table for table in self.tables if table.round == number]

    def there(self, number: int) -> set[int]:
        """Who is to be seated in this round."""
        gone = self.gone.get(number, frozenset())
        return {each for each, person in self.people.items() if person.came <= number and each not in gone}


def places(table: Table) -> list[int]:
    """By seat: who has won, who was there at the end, who was out last, and so on; equals share a place, and
    where it is void all are equal."""
    end = table.end
    if end is None:
        raise ValueError(f"{table} is not over")
    if end.is_void:
        return [1] * len(table.seats)
    ranks = [
        (0, 0) if seat in end.won else (1, 0) if seat not in end.out else (2, -end.out[seat])
        for seat in range(len(table.seats))
    ]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def points(contest: Contest, table: Table) -> list[Fraction]:
    """By seat, as the event has announced it."""
    placed, seats = places(table), range(len(table.seats))
    if table.end is None or table.end.is_void:
        return [Fraction(0) for _ in seats]
    if contest.points == "order":
        return [
            sum(Fraction((mine < other) * 2 + (mine == other), 2) for other in placed) - Fraction(1, 2)
            for mine in placed
        ]
    winners = len(table.end.won)
    share = Fraction(1 if contest.points == "two" else 5, winners)
    if contest.points == "win" and winners > 1:
        share = min(share, MOST_OF_A_DRAW)
    return [share if seat in table.end.won else Fraction(0) for seat in seats]
