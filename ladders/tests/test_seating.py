"""Who sits with whom on the stairs."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladders.arithmetic.seating import SIZES, Past, Waiting, may_sit, seat

BOTH = frozenset({"sinister", "last-captain-standing"})
LAST = frozenset({"last-captain-standing"})


def waits(player, step=1, **more):
    return Waiting(player=player, step=step, variants=more.pop("variants", BOTH), **more)


def sizes_of(tables):
    return sorted(len(table.players) for table in tables)


def seated(tables):
    return [player for table in tables for player in table.players]


@st.composite
def crowds(draw, most=14):
    number = draw(st.integers(0, most))
    people = range(1, number + 1)
    return [
        Waiting(
            player=player,
            step=draw(st.integers(1, 6)),
            passed=draw(st.integers(0, 3)),
            variants=draw(st.sampled_from([BOTH, BOTH, LAST, frozenset({"sinister"})])),
            sizes=frozenset(draw(st.sampled_from([SIZES, SIZES, (4,), (3, 4), (4, 5, 6), (5,)]))),
            refuses=frozenset(draw(st.sets(st.sampled_from(people), max_size=2))) - {player},
        )
        for player in people
    ]


@st.composite
def pasts(draw, most=14):
    pairs = st.tuples(st.integers(1, most), st.integers(1, most)).filter(lambda pair: pair[0] != pair[1])
    met = draw(st.dictionaries(pairs.map(frozenset), st.floats(0.1, 3), max_size=30))
    return Past(met, draw(st.dictionaries(pairs, st.floats(0.1, 3), max_size=30)))


@settings(max_examples=60)
@given(crowds(), pasts(), st.integers(0, 99))
def test_every_table_is_as_all_who_sit_there_want_it(crowd, past, lots):
    tables = seat(crowd, past, random.Random(lots))
    by_id = {each.player: each for each in crowd}
    assert len(seated(tables)) == len(set(seated(tables)))
    for table in tables:
        people = [by_id[player] for player in table.players]
        assert may_sit(people)
        assert all(table.variant in each.variants and len(people) in each.sizes for each in people)
        assert not any(one.player in other.refuses for one in people for other in people)
        steps, passed = [each.step for each in people], max(each.passed for each in people)
        assert passed >= 2 or max(steps) - min(steps) <= (1, 3)[passed]


@settings(max_examples=60)
@given(crowds(), pasts(), st.integers(0, 99))
def test_nobody_is_left_who_could_make_a_table_with_others_who_are_left(crowd, past, lots):
    there = set(seated(seat(crowd, past, random.Random(lots))))
    left = [each for each in crowd if each.player not in there]
    assert not [
        group for size in SIZES if size <= len(left) for group in combinations(left, size) if may_sit(group)
    ]


@settings(max_examples=100)
@given(st.lists(st.integers(1, 9), min_size=3, max_size=30), st.integers(0, 99))
def test_after_three_days_everybody_sits_whom_enough_others_can_meet(steps, lots):
    """The third seating: two have passed over these people, however far apart their steps are."""
    crowd = [waits(player, step, passed=2) for player, step in enumerate(steps)]
    assert len(seated(seat(crowd, Past(), random.Random(lots)))) == len(crowd)


@settings(max_examples=100)
@given(st.integers(1, 9), st.lists(st.integers(1, 9), min_size=4, max_size=15), st.integers(0, 99))
def test_whoever_was_passed_over_twice_sits_whenever_four_others_wait(step, steps, lots):
    crowd = [waits(0, step, passed=2), *[waits(player, each) for player, each in enumerate(steps, 1)]]
    assert 0 in seated(seat(crowd, Past(), random.Random(lots)))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=14), st.integers(0, 99))
def test_of_eight_nobody_meets_whom_he_met_if_that_can_be(pairs, lots):
    met = {frozenset(pair) for pair in pairs if pair[0] != pair[1]}
    crowd = [waits(player) for player in range(1, 9)]
    tables = seat(crowd, Past(dict.fromkeys(met, 1.0)), random.Random(lots))

    def again(groups):
        return sum(frozenset(pair) in met for group in groups for pair in combinations(group, 2))

    others = [(one, set(range(1, 9)) - set(one)) for one in combinations(range(1, 9), 4)]
    assert again([table.players for table in tables]) == min(again(groups) for groups in others)


@pytest.mark.parametrize(
    ("number", "sizes"),
    [
        (2, []),
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [3, 4]),
        (8, [4, 4]),
        (9, [4, 5]),
        (11, [3, 4, 4]),
        (12, [4, 4, 4]),
        (40, [4] * 10),
    ],
)
def test_fours_come_first_and_others_only_where_they_seat_more(number, sizes):
    tables = seat([waits(player) for player in range(number)], Past(), random.Random(1))
    assert sizes_of(tables) == sizes


def test_who_accepts_fours_only_waits_rather_than_sits_at_another_table():
    crowd = [waits(player, sizes=frozenset({4})) for player in range(5)]
    assert sizes_of(seat(crowd, Past(), random.Random(1))) == [4]


def test_strangers_far_apart_meet_only_once_one_of_them_has_waited():
    def tables(passed):
        crowd = [waits(0, 6, passed=passed), *[waits(player, 3) for player in range(1, 4)]]
        return sizes_of(seat(crowd, Past(), random.Random(1)))

    assert tables(0) == [3]
    assert tables(1) == [4]


def test_whoever_waited_long_takes_the_place_of_somebody_who_did_not():
    fresh = [waits(player, variants=LAST, sizes=frozenset({4})) for player in range(1, 5)]
    late = waits(9, 5, passed=2, variants=LAST, sizes=frozenset({4}))
    assert 9 in seated(seat([*fresh, late], Past(), random.Random(3)))


def test_others_who_have_not_waited_make_way_for_a_table_of_another_size():
    fresh = [waits(player, sizes=frozenset({3, 4})) for player in range(1, 5)]
    late = waits(9, passed=2, sizes=frozenset({3}))
    (table,) = seat([*fresh, late], Past(), random.Random(3))
    assert 9 in table.players and len(table.players) == 3


def test_the_variant_is_drawn_among_what_all_accept():
    crowd = [waits(0, variants=LAST), *[waits(player) for player in range(1, 4)]]
    assert {seat(crowd, Past(), random.Random(n))[0].variant for n in range(20)} == LAST
    crowd = [waits(player) for player in range(4)]
    assert {seat(crowd, Past(), random.Random(n))[0].variant for n in range(20)} == BOTH


def test_in_sinister_nobody_hunts_again_whom_he_hunted():
    crowd = [waits(player, variants=frozenset({"sinister"})) for player in range(4)]
    hunted = {(0, 1): 1.0, (1, 2): 1.0, (2, 3): 1.0, (3, 0): 1.0}
    for lots in range(20):
        players = seat(crowd, Past({}, hunted), random.Random(lots))[0].players
        assert not hunted.keys() & set(zip(players, [*players[1:], players[0]], strict=True))


def test_the_first_to_move_is_drawn_too():
    crowd = [waits(player, variants=frozenset({"sinister"})) for player in range(4)]
    first = {seat(crowd, Past(), random.Random(lots))[0].players[0] for lots in range(60)}
    assert first == {0, 1, 2, 3}


def test_the_same_lots_seat_the_same():
    crowd = [waits(player, 1 + player % 3) for player in range(23)]
    past = Past({frozenset((1, 2)): 1.0})
    assert seat(crowd, past, random.Random(5)) == seat(crowd[::-1], past, random.Random(5))
