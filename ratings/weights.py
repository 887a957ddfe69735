"""How much a result says of each of two players: less, the more results of the year have said it before.

Whoever beats an opponent again and again is rated by what the first wins said. So a friend who loses on
purpose gives a player little more than one win a year, and gives it back by winning as often. All opponents
who have met fewer than five others are taken for one besides: forty accounts that lose to a player alone give
no more than two wins. (The pairs' part at 1/2, on the results of the archive with their days, foretells as
well as to believe all alike, 0.5334 against 0.5332, and tables better, 1.1476 against 1.1597; the part of who
has met few costs there, where nearly everybody has: 0.54 to 0.56.)

The weights are decided when a game ends, by the results of the year before, and are stored with it; no
framework here. Where games have no days, each weighs what it always does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

YEAR: Final = 365
"""Days."""
FEW_OPPONENTS: Final = 5
"""Others, whom somebody must have met within the year to be taken for himself alone."""
OF_A_PAIR: Final = 1 / 3
OF_FEW: Final = 1.5
"""After so many results that say the same another one weighs a quarter."""

Scores = Sequence[tuple[int, float]]
"""By player, as of a `Place`."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The comparison of two players, for the first of them."""

    player: int
    opponent: int
    weight: float
    from_few: bool
    """Whether the opponent had met fewer than FEW_OPPONENTS others."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A game that counted."""

    scores: Scores
    same_pool: bool
    from_few: Collection[tuple[int, int]] = ()
    """Players and opponents who had met few."""


def weigh(
    scores: Scores, earlier: Iterable[Earlier], left_out: Collection[frozenset[int]] = ()
) -> list[Weighed]:
    """Every comparison that a game makes, by the games of the year that one of its players was in. The pairs
    that are left out weigh nothing."""
    opponents, alike, of_few = _read(earlier, {player for player, _score in scores})
    found = []
    for player, other, result in _comparisons(scores):
        from_few = len(opponents[other] - {player}) < FEW_OPPONENTS
        weight = damping(alike[player, other, result], OF_A_PAIR)
        if from_few:
            weight = min(weight, damping(of_few[player, result], OF_FEW))
        if frozenset((player, other)) in left_out:
            weight = 0.0
        found.append(Weighed(player, other, weight, from_few))
    return found


def damping(alike: int, quarter: float) -> float:
    """What a result weighs that says the same as so many others of the year.

    >>> [round(damping(wins, OF_A_PAIR), 3) for wins in (0, 1, 2, 9)]
    [1.0, 0.062, 0.02, 0.001]
    >>> [round(damping(wins, OF_FEW), 3) for wins in (0, 1, 3, 9)]
    [1.0, 0.36, 0.111, 0.02]
    """
    return (1 + alike / quarter) ** -2


def _read(
    earlier: Iterable[Earlier], players: Collection[int]
) -> tuple[defaultdict[int, set[int]], Counter[tuple[int, int, int]], Counter[tuple[int, int]]]:
    """Whom each of them has met; how often each result was had against each, and against those who had met
    few."""
    opponents: defaultdict[int, set[int]] = defaultdict(set)
    alike: Counter[tuple[int, int, int]] = Counter()
    of_few: Counter[tuple[int, int]] = Counter()
    for game in earlier:
        here = {player for player, _score in game.scores}
        for player in here & set(players):
            opponents[player] |= here - {player}
        for player, other, result in _comparisons(game.scores) if game.same_pool else ():
            alike[player, other, result] += 1
            of_few[player, result] += (player, other) in game.from_few
    return opponents, alike, of_few


def _comparisons(scores: Scores) -> Iterator[tuple[int, int, int]]:
    """Two players, and whether the first came off better (1), worse (-1) or alike, which only two do."""
    for player, score in scores:
        for other, other_score in scores:
            if player != other and (score != other_score or len(scores) == 2):
                yield player, other, (score > other_score) - (score < other_score)
