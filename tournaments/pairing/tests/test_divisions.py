"""Divisions."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import divisions
from tournaments.pairing.plain import Entrant, Played
from tournaments.pairing.refusals import Impossible


def people(number, first=0):
    return [Entrant(id=each, rating=3000 - 10 * each) for each in range(first, first + number)]


@given(st.integers(2, 200), st.integers(2, 10))
def test_divisions_are_by_rating_and_their_sizes_differ_by_one_at_most(number, most):
    found = divisions.divide(people(number)[::-1], most)
    assert [player for division in found for player in division] == list(range(number))
    sizes = [len(division) for division in found]
    assert max(sizes) <= most and max(sizes) - min(sizes) <= 1 and len(found) == -(-number // most)


@given(st.integers(2, 12))
def test_everybody_meets_everybody_once_and_first_moves_differ_by_one_at_most(number):
    found = divisions.games(list(range(100, 100 + number)))
    assert len(found) == len({frozenset(each) for each in found}) == number * (number - 1) // 2
    first = Counter(one for one, _other in found)
    second = Counter(other for _one, other in found)
    assert all(abs(first[player] - second[player]) <= 1 for player in range(100, 100 + number))


def test_two_go_up_and_those_after_the_fifth_go_down():
    before = [list(range(10)), list(range(10, 20)), list(range(20, 30))]
    found = divisions.divide_again(before, people(30))
    assert found[0] == [0, 1, 2, 3, 4, 10, 11, 5, 6, 7]
    assert set(found[1]) == {8, 9, 12, 13, 14, 20, 21, 15, 16, 17}


@given(st.integers(4, 60), st.data())
def test_who_comes_back_keeps_his_level_and_everybody_has_a_division(number, data):
    before = divisions.divide(people(number), 8)
    back = data.draw(st.sets(st.integers(0, number - 1), min_size=1))
    entrants = [each for each in people(number) if each.id in back] + people(3, first=number)
    found = divisions.divide_again(before, entrants, 8)
    assert sorted(player for division in found for player in division) == sorted(each.id for each in entrants)
    sizes = [len(division) for division in found]
    assert max(sizes) <= 8 and max(sizes) - min(sizes) <= 1
    order = [player for division in found for player in division]
    for division in before[1:]:
        up = [player for player in division[:2] if player in back]
        for player in up:
            below = [each for each in division[2:] if each in back]
            assert all(order.index(player) < order.index(each) for each in below)


def test_who_is_new_comes_to_the_division_of_his_strength():
    before = [[0, 1, 2, 3], [10, 11, 12, 13]]
    old = [Entrant(id=each, rating=2000 if each < 10 else 1500) for division in before for each in division]
    new = [Entrant(id=20, rating=1900), Entrant(id=21, rating=1400)]
    found = divisions.divide_again(before, old + new, 5)
    # Two came up, so one of the old and who is new go on below.
    assert found[0] == [0, 1, 2, 3, 10] and found[1] == [11, 20, 12, 13, 21]
    assert divisions.divide_again([], new) == [[20, 21]]


def test_of_a_leaver_who_finished_fewer_than_half_no_game_counts():
    played = [Played(round=1, seats=table, points=(1, 0)) for table in divisions.games([0, 1, 2, 3, 4])]
    due = dict.fromkeys(range(5), 4)
    kept = divisions.without_leavers(played, {1: 1, 2: 2}, due)
    assert len(kept) == 6 and not any(1 in game.seats for game in kept)
    assert divisions.without_leavers(played, {}, due) == played


def test_one_alone_is_no_division():
    with pytest.raises(Impossible):
        divisions.divide(people(1))
