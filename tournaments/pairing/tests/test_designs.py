"""Finite fields, what is built of them, rounds that turn, and the search."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from tournaments.pairing.designs.cyclic import repeats_nothing, turned_rounds
from tournaments.pairing.designs.fields import field, ring
from tournaments.pairing.designs.known import known_rounds
from tournaments.pairing.designs.search import least_cost, searched_rounds
from tournaments.pairing.sizes import even_parts


def is_round(tables, sizes):
    seated = sorted(player for table in tables for player in table)
    return seated == list(range(sum(sizes))) and sorted(map(len, tables)) == sorted(sizes)


@pytest.mark.parametrize("prime, exponent", [(2, 1), (2, 2), (2, 3), (3, 2), (5, 1), (2, 4), (7, 1)])
def test_a_field_obeys_its_laws(prime, exponent):
    numbers = field(prime, exponent)
    plus, times, every = numbers.plus, numbers.times, range(numbers.order)
    for a, b, c in product(every, repeat=3):
        assert times[a][plus[b][c]] == plus[times[a][b]][times[a][c]]
        assert times[a][times[b][c]] == times[times[a][b]][c]
    for a in every:
        assert sorted(plus[a]) == list(every)
        assert a == 0 or sorted(times[a]) == list(every)
        assert plus[a][0] == a and times[a][1] == a


def test_a_ring_is_the_product_of_its_fields():
    numbers = ring(12)
    assert numbers.order == 12
    units = [each for each in range(12) if len(set(numbers.times[each])) == 12]
    assert len(units) == 3 * 2


@pytest.mark.parametrize(
    "players, tables, rounds",
    [
        (9, 3, 4),
        (16, 4, 5),
        (25, 5, 6),
        (27, 9, 13),
        (64, 16, 21),
        (12, 4, 4),
        (32, 8, 9),
        (36, 6, 3),
        (40, 10, 5),
        (36, 12, 12),
        (15, 4, 5),
        (14, 4, 4),
        (13, 4, 4),
        (31, 8, 9),
        (24, 5, 6),
    ],
)
def test_what_can_be_written_down_repeats_nothing(players, tables, rounds):
    found = known_rounds(players, tables)
    assert len(found) >= rounds and repeats_nothing(found)
    assert all(is_round(each, even_parts(players, tables)) for each in found)


@pytest.mark.parametrize("players", range(3, 130))
def test_nothing_that_is_written_down_repeats_or_leaves_out_anybody(players):
    for tables in {max(-(-players // size), 1) for size in (3, 4, 5, 6)}:
        sizes = even_parts(players, tables)
        if min(sizes) >= 3:
            found = known_rounds(players, tables)
            assert repeats_nothing(found) and all(is_round(each, sizes) for each in found)


@pytest.mark.parametrize("sizes, rounds", [([3] * 5, 7), ([5] * 6, 5), ([4] * 6, 5), ([4, 4, 4, 3, 3], 4)])
def test_a_turned_round_repeats_nothing(sizes, rounds):
    found = turned_rounds(sizes, rounds)
    assert found is not None and len(found) == rounds
    assert repeats_nothing(found) and all(is_round(each, sizes) for each in found)


def test_where_there_are_too_few_distances_no_round_is_turned():
    assert turned_rounds([3, 3, 3], 5) is None


def test_repeats_are_seen():
    assert repeats_nothing([((0, 1, 2), (3, 4, 5))])
    assert not repeats_nothing([((0, 1, 2), (3, 4, 5)), ((0, 1, 3), (2, 4, 5))])


def test_the_search_shares_out_what_cannot_be_avoided():
    found = searched_rounds([4, 4, 4], 5, random.Random(1))
    assert all(is_round(each, [4, 4, 4]) for each in found)
    met = Counter(frozenset(pair) for tables in found for table in tables for pair in combinations(table, 2))
    assert len(met) == 66 and max(met.values()) <= 3


def test_the_search_looks_at_the_rounds_before():
    before = known_rounds(16, 4)[:3]
    more = searched_rounds([4] * 4, 2, random.Random(3), before)
    assert len(more) == 2 and repeats_nothing((*before, *more))


def test_the_least_cost_is_that_of_equal_meetings():
    assert least_cost(9, 36) == 0
    assert least_cost(9, 37) == 4
    assert least_cost(4, 18) == 6 * (4 + 6)


def test_small_tables_are_shared_out_by_the_search():
    found = searched_rounds([4, 4, 4, 4, 4, 3], 3, random.Random(2))
    small = [player for tables in found for table in tables if len(table) == 3 for player in table]
    assert len(set(small)) == 9
