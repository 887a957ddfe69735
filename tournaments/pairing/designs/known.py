"""Rounds without a repeat that can be written down: planes, transversal designs, and both with players left
out.

R. C. Bose, "On the application of the properties of Galois fields to the problem of construction of
hyper-Graeco-Latin squares" (1938); C. J. Colbourn and J. H. Dinitz, "Handbook of Combinatorial Designs"
(2007), II.7 and III.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournaments.pairing.designs.fields import Ring, field, prime_powers, ring
from tournaments.pairing.sizes import even_parts

Partition = tuple[tuple[int, ...], ...]
"""The tables of a round, without an order of seats."""


@dataclass(frozen=True, slots=True)
class _Design:
    rounds: tuple[Partition, ...]
    apart: tuple[int, ...]
    """Players of whom no two meet in these rounds; one player is always apart."""


def known_rounds(players: int, tables: int) -> tuple[Partition, ...]:
    """The most rounds known here in which nobody meets anybody twice; there may be none.

    The tables of a round are as even as can be, and its players from 0.
    """
    size = max(even_parts(players, tables))
    without = size * tables - players
    found = [
        _shortened(design, without, players)
        for design in (*_planes(size * tables, size), *_transversals(size, tables))
        if without <= len(design.apart)
    ]
    return max(found, key=len, default=())


def _shortened(design: _Design, without: int, players: int) -> tuple[Partition, ...]:
    """Who is left out never met, so no table lacks two."""
    left_out = set(design.apart[:without])
    everybody = (player for player in range(players + without) if player not in left_out)
    number = {player: place for place, player in enumerate(everybody)}
    return tuple(
        tuple(tuple(number[player] for player in table if player in number) for table in tables)
        for tables in design.rounds
    )


def _planes(players: int, size: int) -> Iterator[_Design]:
    """The lines of an affine space, a round for each direction: everybody meets everybody once."""
    powers = prime_powers(size)
    dimension = 1
    while size**dimension < players:
        dimension += 1
    if len(powers) != 1 or dimension < 2 or size**dimension != players:
        return
    whole = tuple(_lines(field(*powers[0]), dimension))
    yield _Design(whole, (0,))
    yield _Design(whole[:-1], whole[-1][0])


def _lines(numbers: Ring, dimension: int) -> Iterator[Partition]:
    points = list(product(range(numbers.order), repeat=dimension))
    place = {point: number for number, point in enumerate(points)}
    for direction in points:
        if next((part for part in direction if part), 0) != 1:
            continue  # another one is parallel
        left = dict.fromkeys(points)
        tables = []
        while left:
            start = next(iter(left))
            line = [
                tuple(numbers.plus[a][numbers.times[step][b]] for a, b in zip(start, direction, strict=True))
                for step in range(numbers.order)
            ]
            tables.append(tuple(place[point] for point in line))
            for point in line:
                del left[point]
        yield tuple(tables)


def _transversals(size: int, tables: int) -> Iterator[_Design]:
    """As many groups as a table has seats; a table takes one of each.

    Round m has the tables b: of group i the player m*c(i) + b. Two of different groups meet in one round
    only, if no product of a difference of two rounds with one of two c is zero.
    """
    numbers, seats, rounds = _multipliers(size, tables)
    groups = [tuple(range(group * tables, (group + 1) * tables)) for group in range(size)]
    across = tuple(
        tuple(
            tuple(groups[group][numbers.plus[numbers.times[m][seats[group]]][b]] for group in range(size))
            for b in range(tables)
        )
        for m in rounds
    )
    yield _Design(across, groups[0])
    if tables % size == 0:
        inside = ((tuple(range(size)),),) if tables == size else known_rounds(tables, tables // size)
        more = tuple(
            tuple(tuple(group[player] for player in table) for group in groups for table in part)
            for part in inside
        )
        yield _Design(across + more, (0,))


def _multipliers(size: int, order: int) -> tuple[Ring, Sequence[int], Sequence[int]]:
    """Numbers to reckon with, the c of each group, and the m of each round."""
    least = min(prime**exponent for prime, exponent in prime_powers(order)) if order > 1 else 1
    if size <= least:
        numbers = ring(order)
        return numbers, _with_inverses(numbers, size), range(order)
    numbers = _modulo(order)
    seats = [seat % order for seat in range(size)]
    rounds: list[int] = []
    for m in range(order):
        if all((m - other) * (one - two) % order for other in rounds for one, two in combinations(seats, 2)):
            rounds.append(m)
    return numbers, seats, rounds


def _with_inverses(numbers: Ring, size: int) -> list[int]:
    """Elements whose differences can all be divided by: they differ in each field of the product."""
    order = numbers.order
    found: list[int] = []
    for element in range(order):
        steps = [numbers.plus[other].index(element) for other in found]
        if all(len(set(numbers.times[step])) == order for step in steps):
            found.append(element)
    return found[:size]


def _modulo(order: int) -> Ring:
    def table(what: int) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple((a + b if what else a * b) % order for b in range(order)) for a in range(order))

    return Ring(order, table(1), table(0))
