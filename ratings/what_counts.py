"""Whether a game changes ratings, decided here alone: by what is known before it begins, and by its end.

No framework: the facts are asked for elsewhere, and the reasons are put into words elsewhere.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Sequence
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
    excluded: bool = False
    """Staff has decided that the results of one of its players count no longer."""
    earlier_of_a_pair: int = 0
    """Of the two of its players who met most often: see `earlier_of_a_pair`."""


def why_it_will_not_count(terms: Terms) -> Reason | None:
    """As can be told before joining; None: it will count if it ends as games do."""
    return _first(
        (Reason.IMPORTED, terms.imported),
        (Reason.FRIENDLY, not terms.rated),
        (Reason.NOT_PUBLIC, not terms.public),
        (Reason.WITH_BOTS, terms.with_bots),
        (Reason.HANDICAPPED, terms.handicapped),
        (Reason.NOT_BY_LOT, not terms.by_lot and not terms.before_ratings),
    )


def why_it_does_not_count(terms: Terms, end: End) -> Reason | None:
    """None: it counts."""
    return why_it_will_not_count(terms) or _first(
        (Reason.VOID, end.void),
        (Reason.TOO_SHORT, end.turns < terms.players + FURTHER_TURNS),
        (Reason.EXCLUDED, end.excluded),
        (Reason.PAIR_TOO_OFTEN, end.earlier_of_a_pair >= MOST_OF_A_PAIR),
    )


def earlier_of_a_pair(
    players: Sequence[int], day: float, counted: Iterable[tuple[float, Sequence[int]]]
) -> int:
    """How many games of the last 30 days count already for the two of these players who met most often.

    Of each game that counts: the day of its end, and its players.
    """
    meetings = Counter(
        pair
        for ended, others in counted
        if day - PAIR_DAYS < ended <= day
        for pair in combinations(sorted(set(players) & set(others)), 2)
    )
    return max(meetings.values(), default=0)


def _first(*cases: tuple[Reason, bool]) -> Reason | None:
    return next((reason for reason, holds in cases if holds), None)
