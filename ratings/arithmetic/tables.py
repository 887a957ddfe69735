"""Games of three to six, and Good vs Evil: each winner against each loser; losers are never compared.

A loser gains nothing by outlasting another, so hiding, resigning early or late and choosing whom to give the
win to move nobody's rating. A comparison has the weight 2/n: a table of two would be a game of two, and the
winner of six gets less than twice of what the winner of two gets. (Board Game Arena splits tables into pairs
with about the same factor: doc.boardgamearena.com/Rating.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from ratings.arithmetic import glicko
from ratings.arithmetic.glicko import MIDDLE, SCALE, Comparison, Rating, attenuation
from ratings.arithmetic.standing import Standing

CEILING: Final = 200.0
SEED_SHARE: Final = 0.75
"""So much of what somebody is ahead at games of two is expected at a table."""


def newcomer(at_two: Rating | None = None) -> Standing:
    """Who sits down to his first table, with his rating at games of two if he has one.

    What he is ahead counts by g of its deviation (step 3), as any forecast from an uncertain rating does.
    """
    ahead = 0.0 if at_two is None else attenuation(at_two.deviation) * (at_two.value - MIDDLE)
    return Standing(Rating(MIDDLE + SEED_SHARE * ahead, CEILING))


def forecast(table: Sequence[Rating]) -> list[float]:
    """Each player's chance to win alone; together 1.

    The choice rule of R. Duncan Luce, "Individual Choice Behavior" (1959), which for two is the logistic
    curve; the strength of each is taken with g of his own deviation.
    """
    logits = [attenuation(each.deviation) * (each.value - MIDDLE) / SCALE for each in table]
    return shares(logits)


def shares(logits: Sequence[float]) -> list[float]:
    """exp(x) of each, as a share of all."""
    odds = [math.exp(each) for each in logits]
    return [each / sum(odds) for each in odds]


def after_game(
    table: Sequence[Standing],
    won: Sequence[bool],
    weight_of: Callable[[int, int], float] = lambda *seats: 1.0,
) -> list[Standing]:
    """All players after a game that these have won, one or several; if all or none have, no rating moves.
    `weight_of` says how much of its weight a comparison has for the first of two seats."""
    weight = 2 / len(table)
    seats = list(enumerate(zip(table, won, strict=True)))
    after = []
    for seat, (player, has_won) in seats:
        met = [
            Comparison(other.rating, float(has_won), weight=weight, share=weight_of(seat, number))
            for number, (other, other_won) in seats
            if other_won != has_won
        ]
        after.append(player.played(glicko.after_game(player.rating, met, CEILING)))
    return after


def after_leaving(leaver: Standing, others: Sequence[Standing]) -> Standing:
    """Who has left a game that his substitute won: he has lost, to the others in equal parts."""
    weight = 2 / (len(others) + 1) / len(others)
    met = [Comparison(other.rating, 0.0, weight=weight) for other in others]
    return leaver.played(glicko.after_game(leaver.rating, met, CEILING))
