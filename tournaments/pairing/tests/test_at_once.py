"""Pods all at once."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournaments.pairing import seats
from tournaments.pairing.at_once import final_table, schedule
from tournaments.pairing.designs import search
from tournaments.pairing.past import Past
from tournaments.pairing.plain import Played, hunts
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.sizes import table_sizes
from tournaments.pairing.tests.playing import crowds, repeats, ways


def tables_of(found):
    return [table for each in found for table in each.tables]


def had(found, players):
    counts = {player: Counter() for player in range(players)}
    for table in tables_of(found):
        for seat, player in enumerate(table):
            counts[player][seat] += 1
    return counts


def spread(found, players, size):
    return max(
        max(counted[seat] for seat in range(size)) - min(counted[seat] for seat in range(size))
        for counted in had(found, players).values()
    )


@pytest.fixture
def short_searches(monkeypatch):
    """What is asked here does not hang on how good a search is."""
    for module in (search, seats):
        monkeypatch.setattr(module, "LEAST_STEPS", 2000)
        monkeypatch.setattr(module, "STEPS_A_SEAT", 2)
    monkeypatch.setattr(seats, "MOST_STEPS", 2000)
    monkeypatch.setattr(search, "TRIES", 1)


@pytest.mark.parametrize("players, size, rounds", [(9, 3, 4), (15, 3, 7), (16, 4, 5), (25, 5, 6)])
def test_all_meet_once_where_that_is_possible(players, size, rounds):
    for seed in (1, 2, 3):
        found = schedule(players, size, rounds, seed)
        met = Counter(frozenset(pair) for table in tables_of(found) for pair in combinations(table, 2))
        assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}
        assert spread(found, players, size) <= 1


@pytest.mark.parametrize(
    "players, size, rounds", [(12, 3, 4), (30, 5, 5), (32, 4, 8), (36, 6, 3), (20, 4, 4), (14, 4, 4)]
)
def test_nobody_meets_anybody_twice_where_that_is_known_to_be_possible(players, size, rounds):
    for seed in (1, 2, 3):
        found = schedule(players, size, rounds, seed)
        assert repeats(tables_of(found)) == 0
        assert players % size or spread(found, players, size) <= 1


@pytest.mark.parametrize("players, size, rounds", [(8, 4, 5), (12, 3, 8), (16, 4, 8), (20, 4, 9)])
def test_nobody_hunts_anybody_twice_though_couples_meet_again(players, size, rounds):
    found = schedule(players, size, rounds, 1)
    hunted = [pair for table in tables_of(found) for pair in hunts(table)]
    assert len(set(hunted)) == len(hunted)
    assert spread(found, players, size) <= 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(crowds(), st.integers(3, 6), st.integers(1, 6), st.integers(0, 9))
def test_everybody_sits_once_in_each_round_and_seats_are_even(short_searches, players, size, rounds, seed):
    found = schedule(players, size, rounds, seed)
    assert [each.number for each in found] == list(range(1, rounds + 1))
    for each in found:
        assert sorted(player for table in each.tables for player in table) == list(range(players))
        assert sorted(map(len, each.tables), reverse=True) == table_sizes(players, size)
    if players % size == 0:
        assert spread(found, players, size) <= 1


@pytest.mark.parametrize(
    "players, size, rounds", [(6, 3, 2), (6, 3, 3), (7, 4, 2), (7, 4, 3), (8, 4, 2), (8, 4, 3), (9, 3, 3)]
)
def test_no_other_schedule_has_fewer_repeats(players, size, rounds):
    """Of all there are: the first round may be fixed, players have no names."""
    every = list(ways(tuple(range(players)), tuple(table_sizes(players, size))))
    least = min(
        repeats([table for tables in (every[0], *more) for table in tables])
        for more in product(every, repeat=rounds - 1)
        if list(more) == sorted(more)
    )
    assert repeats(tables_of(schedule(players, size, rounds, 1))) == least


def test_when_everybody_has_met_all_meet_again_in_another_company():
    found = schedule(9, 3, 8, 1)
    met = Counter(frozenset(pair) for table in tables_of(found) for pair in combinations(table, 2))
    assert set(met.values()) == {2}
    assert len({frozenset(table) for table in tables_of(found)}) > 12


def test_the_same_seed_gives_the_same_and_another_another():
    one, again, other = (schedule(22, 4, 5, seed) for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize(
    "players, size, rounds, code",
    [
        (2, 3, 1, "too-few"),
        (-4, 4, 1, "too-few"),
        (9, 2, 1, "size"),
        (9, 7, 1, "size"),
        (9, 3, 0, "rounds"),
        (9, 3, 51, "rounds"),
        (501, 3, 1, "too-many"),
    ],
)
def test_what_is_impossible_is_refused(players, size, rounds, code):
    with pytest.raises(Impossible) as refused:
        schedule(players, size, rounds, 1)
    assert refused.value.code == code


def test_the_best_meet_at_the_final_table_and_hunt_somebody_else():
    past = Past([Played(round=1, seats=(0, 1, 2, 3))])
    for seed in range(10):
        table = final_table([2, 0, 3, 1, 4], 4, past, random.Random(seed))
        assert sorted(table) == [0, 1, 2, 3]
        assert not any(past.hunted[pair] for pair in hunts(table))
    with pytest.raises(Impossible):
        final_table([1, 2], 3, past, random.Random(1))
