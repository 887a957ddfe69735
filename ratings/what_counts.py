"""Whether a game changes ratings, decided here alone: by its terms, who plays, and its end, as far as these
are known. The same function is asked before anybody joins and when the game has ended.

No framework: the facts are asked for elsewhere, and the reasons are put into words elsewhere.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Final

FURTHER_TURNS: Final = 2
"""A game of so many turns more than it has players counts; a shorter one is of people who never came."""
MOST_OF_A_PAIR: Final = 10
PAIR_DAYS: Final = 30


class Reason(enum.StrEnum):
    """Why a game does not count; of several, the one that stands first."""

    IMPORTED = "imported"
    FRIENDLY = "friendly"
    NOT_PUBLIC = "not-public"
    WITH_BOTS = "with-bots"
    HANDICAPPED = "handicapped"
    NOT_BY_LOT = "not-by-lot"
    VOID = "void"
    TOO_SHORT = "too-short"
    EXCLUDED = "excluded"
    PAIR_TOO_OFTEN = "pair-too-often"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is known before anybody joins."""

    players: int
    rated: bool
    public: bool
    """Whoever has the link may watch: that is not public."""
    by_lot: bool
    """Seats and first player."""
    handicapped: bool = False
    """Any seat, by a timewarp or a single star."""
    with_bots: bool = False
    imported: bool = False
    before_ratings: bool = False
    """Finished when there were rated games, but no ratings yet. Nobody had told its players to draw lots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """What is known when it has ended. How it has ended makes no difference: on the board, by resignation or
    on time, and with a substitute or without."""

    turns: int
    """Those of the homeworlds are turns too."""
    void: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """What is known of who plays; before the start of those who sit there, and of who looks."""

    players: tuple[int, ...] = ()
    excluded: bool = False
    """Staff has decided that the results of one of its players count no longer."""
    left_out: frozenset[frozenset[int]] = frozenset()
    """The pairs who met too often: nothing counts between these two, and all else does."""

    @property
    def is_nothing_left(self) -> bool:
        pairs = {frozenset(pair) for pair in combinations(self.players, 2)}
        return bool(pairs) and pairs <= self.left_out


NOBODY: Final = People()


def why_not(terms: Terms, people: People = NOBODY, end: End | None = None) -> Reason | None:
    """None: it counts, or will, if it ends as games do."""
    return _first(
        (Reason.IMPORTED, terms.imported),
        (Reason.FRIENDLY, not terms.rated),
        (Reason.NOT_PUBLIC, not terms.public),
        (Reason.WITH_BOTS, terms.with_bots),
        (Reason.HANDICAPPED, terms.handicapped),
        (Reason.NOT_BY_LOT, not terms.by_lot and not terms.before_ratings),
        (Reason.VOID, end is not None and end.void),
        (Reason.TOO_SHORT, end is not None and end.turns < terms.players + FURTHER_TURNS),
        (Reason.EXCLUDED, people.excluded),
        (Reason.PAIR_TOO_OFTEN, len(people.players) == terms.players and people.is_nothing_left),
    )


def met_too_often(
    players: Collection[int], day: float, counted: Iterable[tuple[float, Iterable[frozenset[int]]]]
) -> frozenset[frozenset[int]]:
    """The pairs of these players for whom so many games of the last 30 days count already.

    Of each game of the same pool that counts: the day of its end, and between which two it counts.
    """
    here = {frozenset(pair) for pair in combinations(players, 2)}
    meetings = Counter(
        pair
        for ended, pairs in counted
        if day - PAIR_DAYS < ended <= day
        for pair in here.intersection(pairs)
    )
    return frozenset(pair for pair, number in meetings.items() if number >= MOST_OF_A_PAIR)


def _first(*cases: tuple[Reason, bool]) -> Reason | None:
    return next((reason for reason, holds in cases if holds), None)
