"""Pods all at once: everybody has all his tables on the first day, and nobody waits for a round."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from tournaments.pairing.designs.cyclic import turned_rounds
from tournaments.pairing.designs.known import Partition, known_rounds
from tournaments.pairing.designs.search import searched_rounds
from tournaments.pairing.past import Past
from tournaments.pairing.plain import Round
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.seats import seat_rounds, seat_table
from tournaments.pairing.sizes import check_size, table_sizes

MOST_ROUNDS: Final = 50
MOST_PLAYERS: Final = 500
SPARSE: Final = 0.5
"""Where nobody meets more than this part of the others, a search finds rounds without a repeat at once."""


def schedule(players: int, size: int, rounds: int, seed: int) -> list[Round]:
    """All tables of an event; players are numbers from 0.

    Few meet twice: nobody, where a construction is known or a search finds one. Nobody hunts anybody twice
    if it can be helped, and where the size divides the players, everybody's seats are within one of each
    other. Raises Impossible.
    """
    check_size(size)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Impossible("rounds", rounds=rounds, most=MOST_ROUNDS)
    if players > MOST_PLAYERS:
        raise Impossible("too-many", players=players, most=MOST_PLAYERS)
    lots = random.Random(seed)
    sizes = table_sizes(players, size)
    groups = _groups(players, sizes, rounds, lots)
    return [
        Round(number=number, tables=tables)
        for number, tables in enumerate(seat_rounds(_drawn(players, groups, lots), lots), start=1)
    ]


def final_table(ranking: Sequence[int], size: int, past: Past, lots: random.Random) -> tuple[int, ...]:
    """The best of an event in seat order: nobody hunts whom he hunted before, if it can be helped."""
    check_size(size)
    if len(ranking) < size:
        raise Impossible("too-few", players=len(ranking), needed=size)
    return seat_table(ranking[:size], past, lots)


def _groups(players: int, sizes: Sequence[int], rounds: int, lots: random.Random) -> tuple[Partition, ...]:
    met = rounds * (sizes[0] - 1) / (players - 1)
    known = known_rounds(players, len(sizes))
    if len(known) >= rounds:
        return tuple(lots.sample(known, rounds))
    if len(sizes) > 1 and SPARSE < met <= 1:
        turned = turned_rounds(sizes, rounds)
        if turned is not None:
            return turned
    if not known or met <= 1:
        return searched_rounds(sizes, rounds, lots)
    if len(set(sizes)) == 1 and len(known) * (sizes[0] - 1) == players - 1:
        # Everybody has met everybody once: the next rounds begin anew.
        return (*known, *_drawn(players, _groups(players, sizes, rounds - len(known), lots), lots))
    return (*known, *searched_rounds(sizes, rounds - len(known), lots, known))


def _drawn(players: int, groups: Sequence[Partition], lots: random.Random) -> tuple[Partition, ...]:
    """The same design with the players in it by lot, and its tables in another order."""
    names = lots.sample(range(players), players)
    return tuple(
        tuple(tuple(names[player] for player in table) for table in lots.sample(tables, len(tables)))
        for tables in groups
    )
