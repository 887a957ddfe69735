"""Swiss."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import swiss
from tournaments.pairing.past import Past
from tournaments.pairing.plain import Entrant, Played, State, pairs
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.tests.playing import Event, apart, crowds, everybody_sits_once, repeats


def people(number):
    return tuple(Entrant(id=each, rating=2000 - each) for each in range(number))


@settings(max_examples=40)
@given(crowds(), st.integers(1, 6), st.sampled_from([0, 0.2]), st.integers(0, 99))
def test_everybody_plays_once_a_round_and_has_one_bye_at_most(number, rounds, leaving, seed):
    event = Event(number, seed, leaving=leaving, late=0.1 if number > 9 else 0)
    for each in range(1, rounds + 1):
        state = event.state(each)
        playing = [entrant.id for entrant in state.playing()]
        had = {player for _round, player in event.byes}
        if len(playing) < 2 or (len(playing) % 2 and had >= set(playing)):
            with pytest.raises(Impossible) as refused:
                swiss.pair(state, seed=seed)
            assert (refused.value.code == "too-few") == (len(playing) < 2)
            return
        found = swiss.pair(state, seed=seed)
        assert everybody_sits_once(found, state) and found.number == each
        assert len(found.byes) == len(playing) % 2
        assert all(len(table) == 2 for table in found.tables)
        event.play(found)
        byes = [player for _round, player in event.byes]
        assert len(set(byes)) == len(byes)
        past = Past(event.played)
        assert all(abs(past.first_moves(player)) <= 2 for player in range(number)) or number < 12


@settings(max_examples=80)
@given(st.integers(3, 9), st.integers(1, 7), st.sampled_from([0, 0.15]), st.integers(0, 9999))
def test_nobody_meets_again_where_that_can_be_avoided(number, rounds, leaving, seed):
    event = Event(number, seed, leaving=leaving)
    for each in range(1, rounds + 1):
        state = event.state(each)
        least = fewest_repeats(state)
        if least is None:
            with pytest.raises(Impossible):
                swiss.pair(state, seed=seed)
            return
        found = swiss.pair(state, seed=seed)
        met = Past(event.played).met
        assert sum(met[frozenset(table)] for table in found.tables) == least
        event.play(found)


@settings(max_examples=60)
@given(st.integers(3, 9), st.integers(1, 4), st.sampled_from([0.1, 0.4, 0.7]), st.integers(0, 9999))
def test_who_is_kept_apart_never_meets_and_that_it_is_impossible_is_said_only_where_it_is(
    number, rounds, part, seed
):
    event = Event(number, seed, leaving=0.05)
    forbidden = apart(number, part, seed)
    for each in range(1, rounds + 1):
        state = replace(event.state(each), forbidden=forbidden)
        least = fewest_repeats(state)
        if least is None:
            with pytest.raises(Impossible):
                swiss.pair(state, seed=seed)
            return
        found = swiss.pair(state, seed=seed)
        assert everybody_sits_once(found, state)
        assert not {frozenset(table) for table in found.tables} & forbidden
        met = Past(event.played).met
        assert sum(met[frozenset(table)] for table in found.tables) == least
        event.play(found)


def test_nor_where_the_best_opponents_leave_more_repeats_than_all_of_them(monkeypatch):
    """Players 0 and 2 have met everybody; if they meet, the others need not meet again."""
    monkeypatch.setattr(swiss, "FEW", 2)
    monkeypatch.setattr(swiss, "LOOKED_AT", (1,))
    again = swiss.AGAIN
    costs = {(0, 1): again, (2, 3): again, (0, 2): again + 5, (1, 3): 0}
    found = swiss._matched([0, 1, 2, 3], costs)
    assert {frozenset(couple) for couple in found} == {frozenset((0, 2)), frozenset((1, 3))}


def fewest_repeats(state):
    """Of all pairings; None: there is none."""
    met = Past(state.played).met
    had = {player for _round, player in state.byes}

    @cache
    def least(left, bye):
        if not left:
            return 0
        first, *others = sorted(left)
        ways = [
            (more + met[frozenset((first, other))])
            for other in others
            if frozenset((first, other)) not in state.forbidden
            and (more := least(left - {first, other}, bye)) is not None
        ]
        if bye and first not in had and (more := least(left - {first}, False)) is not None:
            ways.append(more)
        return min(ways, default=None)

    playing = frozenset(entrant.id for entrant in state.playing())
    return least(playing, len(playing) % 2 == 1) if len(playing) > 1 else None


@pytest.mark.parametrize("number, rounds", [(64, 7), (33, 6), (16, 5)])
def test_nobody_meets_again_and_first_moves_are_even(number, rounds):
    event = Event(number, 5)
    for each in range(1, rounds + 1):
        event.play(swiss.pair(event.state(each), seed=1))
    assert repeats(event.played) == 0
    past = Past(event.played)
    off = [abs(past.first_moves(player)) for player in range(number)]
    assert max(off) <= 2 and sum(each == 2 for each in off) <= number / 8


def test_in_the_first_round_the_upper_half_meets_the_lower():
    found = swiss.pair(State(round=1, entrants=people(8)), seed=1)
    assert {frozenset(table) for table in found.tables} == {frozenset((i, i + 4)) for i in range(4)}


def test_players_of_as_many_points_meet():
    played = tuple(Played(round=1, seats=(i, i + 4), points=(1, 0)) for i in range(4))
    found = swiss.pair(State(round=2, entrants=people(8), played=played), seed=1)
    # Winners all moved first and so did not; still they meet.
    assert {frozenset(player // 4 for player in table) for table in found.tables} == {
        frozenset({0}),
        frozenset({1}),
    }


def test_a_third_first_move_more_is_avoided_at_the_price_of_points():
    """Both leaders moved first twice; they meet others, though these have half a point less."""
    played = (
        Played(round=1, seats=(0, 4), points=(1, 0)),
        Played(round=1, seats=(1, 5), points=(1, 0)),
        Played(round=1, seats=(6, 2), points=(0.5, 0.5)),
        Played(round=1, seats=(7, 3), points=(0.5, 0.5)),
        Played(round=2, seats=(0, 5), points=(1, 0)),
        Played(round=2, seats=(1, 4), points=(1, 0)),
        Played(round=2, seats=(6, 3), points=(0, 1)),
        Played(round=2, seats=(7, 2), points=(0, 1)),
    )
    found = swiss.pair(State(round=3, entrants=people(8), played=played), seed=1)
    past = Past([*played, *[Played(round=3, seats=table) for table in found.tables]])
    assert max(abs(past.first_moves(player)) for player in range(8)) == 1
    assert all(set(table) != {0, 1} for table in found.tables)


def test_the_bye_goes_to_the_last_who_had_none():
    entrants = people(5)
    first = swiss.pair(State(round=1, entrants=entrants), seed=1)
    assert first.byes == (4,)
    played = tuple(Played(round=1, seats=table, points=(1, 0)) for table in first.tables)
    second = swiss.pair(State(round=2, entrants=entrants, played=played, byes=((1, 4),)), seed=1)
    losers = {table[1] for table in first.tables}
    assert second.byes == (max(losers),)


def test_who_had_no_game_yet_and_entered_late_has_half_a_point():
    entrants = (*people(4), Entrant(id=4, rating=2500, entered=3), Entrant(id=5, rating=2500, entered=4))
    state = State(round=3, entrants=entrants)
    assert state.scores(bye=1, late=0.5) == {0: 0, 1: 0, 2: 0, 3: 0, 4: 0.5, 5: 0.5}
    assert [each.id for each in state.playing()] == [0, 1, 2, 3, 4]
    assert [swiss.may_enter(begun, 5) for begun in (0, 2, 3)] == [True, True, False]
    assert [swiss.may_enter(begun, 6) for begun in (3, 4)] == [True, False]


def test_forbidden_pairs_never_meet_and_avoided_ones_rather_not():
    state = State(
        round=1, entrants=people(6), forbidden=pairs([(0, 3), (1, 4)]), avoided=pairs([(2, 5), (0, 4)])
    )
    met = {frozenset(table) for table in swiss.pair(state, seed=1).tables}
    assert not met & (state.forbidden | state.avoided)
    two = State(round=1, entrants=people(2), avoided=pairs([(0, 1)]))
    assert set(swiss.pair(two, seed=1).tables[0]) == {0, 1}
    with pytest.raises(Impossible) as refused:
        swiss.pair(State(round=1, entrants=people(2), forbidden=pairs([(0, 1)])), seed=1)
    assert refused.value.code == "no-pairing"


def test_others_are_paired_around_the_games_made_by_hand():
    state = State(round=1, entrants=people(6), fixed=((3, 0),))
    found = swiss.pair(state, seed=1)
    assert found.tables[0] == (3, 0) and everybody_sits_once(found, state)


@settings(max_examples=40)
@given(st.integers(8, 24), st.sampled_from([0, 0.15]), st.integers(0, 9999))
def test_nobody_has_a_seat_for_the_third_time_running(number, leaving, seed):
    """While everybody has enough left whom he has not met."""
    event = Event(number, seed, leaving=leaving)
    for each in range(1, number // 3 + 1):
        state = event.state(each)
        if len(state.playing()) < 2 * each:
            return
        event.play(swiss.pair(state, seed=seed))
    assert all(abs(often) < 3 for often in Past(event.played).running.values())


def test_two_who_both_moved_first_twice_do_not_meet_at_any_price_of_points():
    played = (
        Played(round=1, seats=(0, 4), points=(1, 0)),
        Played(round=1, seats=(1, 5), points=(1, 0)),
        Played(round=1, seats=(2, 6), points=(0, 1)),
        Played(round=1, seats=(3, 7), points=(0, 1)),
        Played(round=2, seats=(0, 5), points=(1, 0)),
        Played(round=2, seats=(1, 4), points=(1, 0)),
        Played(round=2, seats=(2, 7), points=(0, 1)),
        Played(round=2, seats=(3, 6), points=(0, 1)),
    )
    found = swiss.pair(State(round=3, entrants=people(8), played=played), seed=1)
    assert all(table[0] >= 4 > table[1] for table in found.tables)


def test_who_moved_second_last_time_moves_first():
    """Both are even: by the last game."""
    played = (
        Played(round=1, seats=(0, 2), points=(1, 0)),
        Played(round=1, seats=(3, 1), points=(0, 1)),
        Played(round=2, seats=(3, 0), points=(0, 1)),
        Played(round=2, seats=(1, 2), points=(1, 0)),
    )
    state = State(round=3, entrants=people(4), played=played, forbidden=pairs([(0, 2), (0, 3)]))
    assert (0, 1) in swiss.pair(state, seed=1).tables


def test_with_many_players_the_best_opponents_are_enough(monkeypatch):
    event = Event(60, 2)
    for each in range(1, 5):
        state = event.state(each)
        found = swiss.pair(state, seed=1)
        with monkeypatch.context() as all_opponents:
            all_opponents.setattr(swiss, "FEW", 1000)
            dense = swiss.pair(state, seed=1)
        scores = state.scores(bye=1)

        def apart(tables, scores=scores):
            return sum((scores[one] - scores[other]) ** 2 for one, other in tables)

        assert apart(found.tables) <= apart(dense.tables) + 0.5
        event.play(found)
    assert repeats(event.played) == 0


def test_where_the_best_opponents_leave_no_pairing_all_are_looked_at(monkeypatch):
    monkeypatch.setattr(swiss, "FEW", 4)
    monkeypatch.setattr(swiss, "LOOKED_AT", (1, 2))
    kept = pairs([(0, 1), (0, 2), (0, 3), (0, 4)])
    found = swiss.pair(State(round=1, entrants=people(6), forbidden=kept), seed=1)
    assert frozenset((0, 5)) in {frozenset(table) for table in found.tables}
