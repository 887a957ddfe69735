"""Who has which seat."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.past import Past
from tournaments.pairing.plain import Played, hunts
from tournaments.pairing.seats import coloured, least_uneven, over, seat_table


@settings(max_examples=60)
@given(st.integers(1, 8), st.integers(3, 6), st.integers(1, 9), st.integers(0, 99))
def test_seats_of_any_tables_of_one_size_can_be_even(tables, size, rounds, seed):
    """In every stretch of as many rounds as there are seats, each player has each seat once."""
    lots, players = random.Random(seed), tables * size
    drawn = [lots.sample(range(players), players) for _ in range(rounds)]
    groups = [tuple(tuple(order[i : i + size]) for i in range(0, players, size)) for order in drawn]
    found = coloured(groups)
    assert [[set(table) for table in each] for each in found] == [
        [set(table) for table in each] for each in groups
    ]
    for player in range(players):
        had = [table.index(player) for each in found for table in each if player in table]
        for begin in range(0, rounds, size):
            assert len(set(had[begin : begin + size])) == len(had[begin : begin + size])


def test_at_one_table_nobody_hunts_again_and_then_seats_count():
    past = Past([Played(round=1, seats=(0, 1, 2, 3))])
    for seed in range(10):
        table = seat_table([0, 1, 2, 3], past, random.Random(seed))
        assert not set(hunts(table)) & set(hunts((0, 1, 2, 3)))
    strangers = Past(
        [Played(round=1, seats=(each, *range(10 * each + 10, 10 * each + 13))) for each in range(4)]
    )
    for seed in range(10):
        # All four began; whoever begins again now does so twice, nobody else has a seat again.
        assert sorted(seat_table([0, 1, 2, 3], strangers, random.Random(seed))) == [0, 1, 2, 3]
    had = Past(
        [
            Played(round=1, seats=tuple(each if seat == each else 50 + 10 * each + seat for seat in range(4)))
            for each in range(4)
        ]
    )
    for seed in range(10):
        table = seat_table([0, 1, 2, 3], had, random.Random(seed))
        assert all(table[player] != player for player in range(4))


def test_without_hunting_only_seats_count():
    past = Past([Played(round=1, seats=(0, 1, 2)), Played(round=2, seats=(2, 0, 1))])
    table = seat_table([0, 1, 2], past, random.Random(1), hunting=False)
    assert table == (1, 2, 0)
    assert set(hunts(seat_table([0, 1, 2], past, random.Random(1)))) == {(0, 2), (2, 1), (1, 0)}


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=3, max_size=4))
def test_the_least_unevenness_is_that_of_the_best_order(counts):
    size = len(counts)
    fitted = [each[:size] for each in counts]
    best = min(
        sum((fitted[player][seat] - min(fitted[player])) ** 2 for seat, player in enumerate(order))
        for order in permutations(range(size))
    )
    assert least_uneven(over(each) for each in fitted) == best


def test_the_past_counts_meetings_hunts_seats_and_sizes():
    past = Past(
        [
            Played(round=2, seats=(1, 0)),
            Played(round=1, seats=(0, 1, 2)),
            Played(round=3, seats=(3, 0, 1, 2)),
        ]
    )
    assert past.met == Counter(
        {frozenset({0, 1}): 3, frozenset({0, 2}): 2, frozenset({1, 2}): 2}
        | {frozenset({3, other}): 1 for other in range(3)}
    )
    assert past.hunted[0, 1] == 3 and past.hunted[2, 0] == 1 and past.hunted[2, 3] == 1
    assert past.seats[0][:4] == [1, 2, 0, 0]
    assert past.smaller(0, 4) == 2 and past.smaller(3, 4) == 0
    assert past.first_moves(0) == -1 and past.running == {0: -2, 1: -1, 2: -2, 3: 1}
