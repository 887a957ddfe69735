"""Which standing wishes meet."""

from __future__ import annotations

import random
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from ladders.arithmetic.matching import Wished, match, may_meet

TABLES = ["sinister", "last-captain-standing", "good-vs-evil"]


def wish(number, player=None, **more):
    usual = {
        "players": 2,
        "variants": frozenset({"binary"}),
        "clocks": frozenset({"normal"}),
        "counts": frozenset({True}),
        "rating": 1500.0,
    }
    return Wished(number=number, player=number if player is None else player, **{**usual, **more})


@st.composite
def crowds(draw, most=12):
    def one(number):
        players = draw(st.sampled_from([2, 2, 3, 4]))
        variants = {"binary"} if players == 2 else draw(st.sets(st.sampled_from(TABLES), min_size=1))
        return Wished(
            number=number,
            player=draw(st.integers(1, 8)),
            players=players,
            variants=frozenset(variants),
            clocks=frozenset(draw(st.sets(st.sampled_from(["brisk", "normal", "slow"]), min_size=1))),
            counts=frozenset(draw(st.sets(st.booleans(), min_size=1))),
            rating=draw(st.sampled_from([1200.0, 1500.0, 1700.0])),
            within=draw(st.sampled_from([None, None, 200.0, 400.0])),
            free=draw(st.integers(1, 2)),
            refuses=frozenset(draw(st.sets(st.integers(1, 8), max_size=1))),
        )

    return [one(number) for number in range(draw(st.integers(0, most)))]


def matched(crowd, *, met=None, most=99, seekers=None):
    lots = random.Random(1)
    return match(crowd if seekers is None else seekers, crowd, met=met or {}, lots=lots, most=most)


@settings(max_examples=200)
@given(crowds())
def test_every_game_is_what_all_its_wishes_ask_for_and_none_that_could_begin_is_left_out(crowd):
    games = matched(crowd)
    by_number = {each.number: each for each in crowd}
    free = {each.number: each.free for each in crowd}
    together = set()
    for game in games:
        group = [by_number[number] for number in game.wishes]
        assert may_meet(group)
        for each in group:
            assert game.variant in each.variants and game.clock in each.clocks and game.rated in each.counts
            free[each.number] -= 1
        pairs = {frozenset(pair) for pair in combinations([each.player for each in group], 2)}
        assert not pairs & together, "nobody meets somebody twice at once"
        together |= pairs
    assert min(free.values(), default=0) >= 0
    left = [each for each in crowd if free[each.number]]
    for size in (2, 3, 4):
        for group in combinations([each for each in left if each.players == size], size):
            pairs = {frozenset(pair) for pair in combinations([each.player for each in group], 2)}
            assert pairs & together or not may_meet(group)


def test_the_oldest_wish_comes_first():
    assert [game.wishes for game in matched([wish(1), wish(2), wish(3)])] == [(1, 2)]


def test_others_are_preferred_to_whom_one_has_met():
    met = {frozenset((1, 2)): 1.0}
    assert matched([wish(1), wish(2), wish(3, rating=1900.0)], met=met)[0].wishes == (1, 3)


def test_the_nearest_by_rating_is_preferred():
    crowd = [wish(1), wish(2, rating=1900.0), wish(3, rating=1520.0)]
    assert matched(crowd)[0].wishes == (1, 3)


def test_too_far_by_rating_for_one_is_too_far_for_both():
    assert not matched([wish(1), wish(2, rating=1801.0, within=300.0)])
    assert matched([wish(1), wish(2, rating=1800.0, within=300.0)])


def test_whoever_plays_with_somebody_already_is_matched_with_others():
    assert not matched([wish(1, refuses=frozenset({2})), wish(2)])


def test_rated_if_all_accept_that_and_friendly_only_where_not():
    either, friendly = frozenset({True, False}), frozenset({False})
    assert matched([wish(1, counts=either), wish(2, counts=either)])[0].rated
    assert not matched([wish(1, counts=either), wish(2, counts=friendly)])[0].rated
    assert not matched([wish(1), wish(2, counts=friendly)])


def test_no_more_games_begin_than_are_asked_for():
    assert len(matched([wish(number) for number in range(20)], most=3)) == 3


def test_only_who_is_looked_at_seeks():
    crowd = [wish(number) for number in range(4)]
    assert [game.wishes[0] for game in matched(crowd, seekers=[crowd[2]])] == [2]
