"""Swiss: opponents of as many points, nobody twice, by a matching of the least cost."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.past import Past
from tournaments.pairing.plain import Entrant, Round, State
from tournaments.pairing.points import LATE, WIN
from tournaments.pairing.refusals import Impossible

AVOIDED: Final = 10**13
AGAIN: Final = 10**11
"""Costs of a game: this for each earlier one of the same two."""
THIRD: Final = 3 * 10**9
"""For moving first, or second, for the third time running."""
FAR_OFF: Final = 10**9
"""For moving first three times more often than second, or the other way round."""
OFF: Final = 60
"""For twice: less than half a point between the two."""
SAME: Final = 5
"""For having the seat of the last game."""
HALF_A_POINT: Final = 100
"""Grows with the square."""
SLIDE: Final = 40
"""Among equals the first of the upper half meets the first of the lower half."""
FLOAT: Final = 40
"""Where a group is odd its last meets the first of the next one."""
BYE: Final = 10**6
"""For each who has fewer points and could have the bye."""
NOBODY: Final = -1
FEW: Final = 48
"""Where there are more players, only so many best opponents of each are looked at first, and then so many."""
LOOKED_AT: Final = (24, 60)

_Costs = dict[tuple[int, int], int]


def pair(state: State, *, seed: int) -> Round:
    """The next round: opponents in the order of moving, and who has the bye.

    Nobody meets again if that can be avoided, forbidden pairs never meet, nobody has a second bye; nobody
    moves first, or second, three games running, and first moves are evened out, by one game mostly and by two
    at most, unless repeats leave no other way. Raises Impossible.
    """
    lots = random.Random(f"swiss {seed} {state.round}")
    drawn = sorted(state.to_pair(), key=lambda each: each.id)
    if len(drawn) + 2 * len(state.fixed) < 2:
        raise Impossible("too-few", players=len(drawn), needed=2)
    lots.shuffle(drawn)
    scores, past = state.scores(bye=WIN, late=LATE), Past(state.played)
    ranked = sorted(drawn, key=lambda each: (-scores[each.id], -each.rating))
    costs = _costs(ranked, scores, past, state)
    matched = _matched([each.id for each in ranked], costs)
    place = {each.id: number for number, each in enumerate(ranked)}
    games = sorted(
        (sorted(couple, key=lambda player: place[player]) for couple in matched if NOBODY not in couple),
        key=lambda couple: place[couple[0]],
    )
    byes = tuple(player for couple in matched if NOBODY in couple for player in couple if player != NOBODY)
    seated = tuple(_in_order(one, other, past, lots) for one, other in games)
    return Round(number=state.round, tables=(*state.fixed, *seated), byes=byes)


def may_enter(begun: int, rounds: int) -> bool:
    """Whether somebody may still enter, when so many rounds have begun: until half of them have."""
    return 2 * begun <= rounds


def _costs(ranked: Sequence[Entrant], scores: Mapping[int, float], past: Past, state: State) -> _Costs:
    """By couples that may meet; the bye is a game with nobody."""
    found = {}
    groups = _groups([scores[each.id] for each in ranked])
    for i, j in combinations(range(len(ranked)), 2):
        one, other = ranked[i].id, ranked[j].id
        couple = frozenset((one, other))
        if couple in state.forbidden:
            continue
        cost = AVOIDED * (couple in state.avoided) + AGAIN * past.met[couple]
        cost += min(_seated(one, other, past), _seated(other, one, past))
        cost += round(HALF_A_POINT * (2 * (scores[one] - scores[other])) ** 2)
        cost += _slid(i, j, groups)
        found[one, other] = cost
    if len(ranked) % 2:
        had = {player for _round, player in state.byes}
        able = [each.id for each in reversed(ranked) if each.id not in had]
        for place, player in enumerate(able):
            found[player, NOBODY] = BYE * place
    return found


def _slid(i: int, j: int, groups: Sequence[tuple[int, int]]) -> int:
    """How far two are from whom they would meet if there were nothing but ranks."""
    (begin, end), (lower, last) = groups[i], groups[j]
    if begin == lower:
        half = (end - begin) / 2
        return round(SLIDE * abs(j - i - half) / half)
    return round(FLOAT * ((end - 1 - i) / (end - begin) + (j - lower) / (last - lower)))


def _groups(scores: Sequence[float]) -> list[tuple[int, int]]:
    """For each rank, from where to where the scores are the same."""
    return [(scores.index(score), len(scores) - scores[::-1].index(score)) for score in scores]


def _seated(first: int, second: int, past: Past) -> int:
    """What it costs that this one moves first and that one second."""
    return _moves(past.first_moves(first), past.running[first]) + _moves(
        -past.first_moves(second), -past.running[second]
    )


def _moves(more: int, running: int) -> int:
    """Of a seat that the player had so much more often than the other one, and so often running."""
    off = abs(more + 1)
    return (
        THIRD * (running > 1) + SAME * (running > 0) + (FAR_OFF * (off - 2) if off > 2 else OFF * (off == 2))
    )


def _matched(players: Sequence[int], costs: _Costs) -> list[tuple[int, int]]:
    needed = (len(players) + 1) // 2
    for most in LOOKED_AT if len(players) > FEW else ():
        few = _matching(_cheapest(costs, most))
        if len(few) == needed and all(_cost(couple, costs) < AGAIN for couple in few):
            return few
    found = _matching(costs)
    if len(found) < needed:
        raise Impossible("no-pairing")
    return found


def _cost(couple: tuple[int, int], costs: _Costs) -> int:
    one, other = couple
    return costs[couple] if couple in costs else costs[other, one]


def _cheapest(costs: _Costs, most: int) -> _Costs:
    by_player: dict[int, list[tuple[int, tuple[int, int]]]] = {}
    for couple, cost in costs.items():
        for player in couple:
            by_player.setdefault(player, []).append((cost, couple))
    kept = {couple for each in by_player.values() for _cost, couple in sorted(each)[:most]}
    return {couple: cost for couple, cost in costs.items() if couple in kept}


def _matching(costs: _Costs) -> list[tuple[int, int]]:
    """As many couples as can be, and of these choices the cheapest.

    Z. Galil, "Efficient algorithms for finding maximum matching in graphs" (1986), in networkx.
    """
    import networkx  # type: ignore[import-untyped]  # large, and wanted where a round is paired only

    graph = networkx.Graph()
    highest = max(costs.values(), default=0)
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=highest - cost + 1)
    found: Iterable[tuple[int, int]] = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(found)


def _in_order(one: int, other: int, past: Past, lots: random.Random) -> tuple[int, int]:
    """As it costs less, or by lot."""
    more = _seated(one, other, past) - _seated(other, one, past)
    if not more:
        return (one, other) if lots.random() < 0.5 else (other, one)
    return (one, other) if more < 0 else (other, one)
