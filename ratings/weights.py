"""How much a result says of each of two players: less, the more results of the year have said it before.

Whoever beats an opponent again and again is rated by what the first wins said. So a friend who loses on
purpose gives a player little more than one win a year, and gives it back by winning as often. All opponents
who have met fewer than five others are taken for one besides, by whoever has met more himself: forty accounts
that lose to a player alone give no more than four wins. It is the wins beyond the losses that make such games
weigh less, for better and worse, and nothing of it holds among few: a group of six friends is rated as ever.
(On the results of the archive with their days the pairs' part foretells as well as to believe all alike,
0.534 against 0.533, and tables better, 1.148 against 1.160; both together 0.540 and 1.149.)

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
OF_FEW: Final = 3
"""After so many results that say the same (of a pair), or so many wins beyond the losses (against those who
have met few), another one weighs a quarter."""

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
        has_met_few, from_few = (
            len(opponents[one] - {player, other}) < FEW_OPPONENTS for one in (player, other)
        )
        weight = damping(alike[player, other, result], OF_A_PAIR)
        if from_few and not has_met_few:
            weight = min(weight, damping(abs(of_few[player]), OF_FEW))
        if frozenset((player, other)) in left_out:
            weight = 0.0
        found.append(Weighed(player, other, weight, from_few))
    return found


def damping(alike: int, quarter: float) -> float:
    """What a result weighs that says the same as so many others of the year.

    >>> [round(damping(wins, OF_A_PAIR), 3) for wins in (0, 1, 2, 9)]
    [1.0, 0.062, 0.02, 0.001]
    >>> [round(damping(wins, OF_FEW), 3) for wins in (0, 1, 3, 9)]
    [1.0, 0.563, 0.25, 0.062]
    """
    return (1 + alike / quarter) ** -2


def _read(
    earlier: Iterable[Earlier], players: Collection[int]
) -> tuple[defaultdict[int, set[int]], Counter[tuple[int, int, int]], Counter[int]]:
    """Whom each of them has met; how often each result was had against each; the wins beyond the losses
    against those who had met few."""
    opponents: defaultdict[int, set[int]] = defaultdict(set)
    alike: Counter[tuple[int, int, int]] = Counter()
    of_few: Counter[int] = Counter()
    for game in earlier:
        here = {player for player, _score in game.scores}
        for player in here & set(players):
            opponents[player] |= here - {player}
        for player, other, result in _comparisons(game.scores) if game.same_pool else ():
            alike[player, other, result] += 1
            of_few[player] += result * ((player, other) in game.from_few)
    return opponents, alike, of_few


def _comparisons(scores: Scores) -> Iterator[tuple[int, int, int]]:
    """Two players, and whether the first came off better (1), worse (-1) or alike, which only two do."""
    for player, score in scores:
        for other, other_score in scores:
            if player != other and (score != other_score or len(scores) == 2):
                yield player, other, (score > other_score) - (score < other_score)
