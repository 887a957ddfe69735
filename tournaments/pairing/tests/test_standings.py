"""Points and standings."""

from __future__ import annotations

from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import pods, swiss
from tournaments.pairing.plain import Entrant, Played
from tournaments.pairing.points import by_elimination, of_two, shared_win, winner_takes
from tournaments.pairing.standings import (
    OPPONENTS,
    POD_ORDER,
    RATING,
    SONNEBORN_BERGER,
    TWO_PLAYER_ORDER,
    WINS,
    Standings,
    standings,
)
from tournaments.pairing.tests.playing import Event


@pytest.mark.parametrize(
    "places, points",
    [
        ([2, 1, 2, 2], (0, 5, 0, 0)),
        ([1, 1, 2, 2], (2, 2, 0, 0)),
        ([1, 1, 1, 2], (5 / 3, 5 / 3, 5 / 3, 0)),
        ([1, 1, 1, 1], (1.25, 1.25, 1.25, 1.25)),
        ([1, 4, 3, 2], (5, 0, 0, 0)),
    ],
)
def test_a_win_brings_five_and_a_draw_at_most_two(places, points):
    assert winner_takes(places) == points


def test_other_points():
    assert shared_win([1, 1, 3, 3]) == (2.5, 2.5, 0, 0) and shared_win([2, 1, 2]) == (0, 5, 0)
    assert by_elimination([1, 4, 3, 2]) == (3, 0, 1, 2)
    assert by_elimination([1, 3, 3, 2]) == (3, 0.5, 0.5, 2) and by_elimination([1, 1, 3]) == (1.5, 1.5, 0)
    assert of_two([1, 2]) == (1, 0) and of_two([2, 1]) == (0, 1) and of_two([1, 1]) == (0.5, 0.5)


def people(number):
    return [Entrant(id=each, rating=1500 + each) for each in range(number)]


def pod(seats, points, places=None, in_round=1):
    return Played(round=in_round, seats=seats, points=points, places=places)


def test_opponents_average_is_points_a_game_without_byes():
    played = [pod((0, 1, 2), (5, 0, 0)), pod((0, 3, 4), (0, 5, 0), in_round=2)]
    lines = {each.player: each for each in standings(people(5), played, [(2, 1), (1, 3)], bye=5)}
    assert lines[0].opponents == pytest.approx((0 + 0 + 5 + 0) / 4)
    assert lines[1].opponents == pytest.approx((2.5 + 0) / 2)
    assert lines[1].points == 5 and lines[1].wins == 0 and lines[1].games == 1
    assert lines[3].points == 10
    assert lines[1].opponent_averages == ((0, 2.5), (2, 0.0))


def test_sonneborn_berger_is_of_those_one_finished_ahead_of():
    played = [
        pod((0, 1, 2, 3), (5, 0, 0, 0), places=(1, 2, 4, 3)),
        pod((1, 2, 3, 0), (5, 0, 0, 0), in_round=2),
    ]
    lines = {each.player: each for each in standings(people(4), played, [(3, 2)], bye=5)}
    assert lines[0].sonneborn_berger == pytest.approx((5 + 0 + 0) / 3)
    assert lines[1].sonneborn_berger == pytest.approx((0 + 0) / 3 + (0 + 0 + 5) / 3)
    assert lines[2].sonneborn_berger == 0
    assert lines[0].beaten == ((1, pytest.approx(5 / 3)), (2, 0.0), (3, 0.0))


def test_of_a_drawn_game_of_two_half_counts():
    played = [pod((0, 1), (0.5, 0.5)), pod((1, 2), (1, 0)), pod((0, 3), (1, 0))]
    lines = {each.player: each for each in standings(people(4), played, bye=1, order=TWO_PLAYER_ORDER)}
    assert lines[0].sonneborn_berger == pytest.approx(0.5 * 1.5)
    assert lines[1].sonneborn_berger == pytest.approx(0.5 * 1.5)
    drawn_pod = [pod((0, 1, 2), (2, 2, 0)), pod((0, 3, 4), (5, 0, 0))]
    of_pods = {each.player: each for each in standings(people(5), drawn_pod, bye=5)}
    assert of_pods[1].sonneborn_berger == 0


def test_wins_are_of_who_is_alone_first():
    played = [pod((0, 1, 2), (2, 2, 0)), pod((0, 1, 2), (0, 5, 0)), pod((0, 1, 2), None)]
    lines = {each.player: each for each in standings(people(3), played, bye=5)}
    assert (lines[0].wins, lines[1].wins, lines[2].wins) == (0, 1, 0)
    assert lines[0].games == 2


@pytest.mark.parametrize(
    "order, first", [((WINS,), 0), ((OPPONENTS,), 3), ((RATING,), 3), ((SONNEBORN_BERGER, RATING), 0)]
)
def test_ties_are_broken_in_the_published_order(order, first):
    """Players 0 and 3 have four points each: a win and a last place, against two draws."""
    played = [
        pod((0, 1, 2), (4, 0, 0)),
        pod((0, 4, 5), (0, 0, 0)),
        pod((3, 6, 7), (2, 2, 0)),
        pod((3, 8, 6), (2, 0, 2)),
        pod((1, 4, 5), (1, 0, 0)),
    ]
    lines = standings(people(9), played, bye=5, order=order)
    tied = [each.player for each in lines if each.points == 4 and each.player in (0, 3)]
    assert tied[0] == first


def test_those_who_stay_level_share_a_place():
    equals = [Entrant(id=each) for each in range(4)]
    lines = standings(equals, [pod((0, 1, 2, 3), (5, 0, 0, 0))], bye=5)
    assert [each.place for each in lines] == [1, 2, 2, 2]
    reckoning = Standings(equals, [pod((0, 1, 2, 3), (5, 0, 0, 0))], bye=5)
    assert [reckoning.place(player) for player in range(4)] == [1, 2, 2, 2]


def test_a_late_entry_has_half_a_point_once():
    late = Entrant(id=1, entered=3)
    lines = standings([Entrant(id=0), late], [pod((0, 1), (0, 1), in_round=3)], bye=1, late=0.5)
    assert [(each.player, each.points) for each in lines] == [(1, 1.5), (0, 0)]


@settings(max_examples=40)
@given(st.integers(3, 40), st.booleans(), st.integers(0, 99))
def test_standings_add_up(number, two, seed):
    """The sum of all points is that of all games and byes, and every place is that of the sorted list."""
    event = Event(number, seed, leaving=0.1, late=0.1 if number > 12 else 0)
    for each in range(1, 4):
        state = event.state(each)
        if len(state.playing()) < 4:
            break
        event.play(swiss.pair(state, seed=1) if two else pods.pair(state, size=4, hunting=True, seed=1))
    bye, late = (1, 0.5) if two else (5, 0)
    order = TWO_PLAYER_ORDER if two else POD_ORDER
    reckoning = Standings(event.people, event.played, event.byes, bye=bye, late=late, order=order)
    lines = reckoning.lines()
    given_out = fsum(points for game in event.played for points in game.points)
    late_ones = sum(each.entered > 1 for each in event.people)
    assert fsum(each.points for each in lines) == pytest.approx(
        given_out + bye * len(event.byes) + late * late_ones, abs=1e-4
    )
    assert sorted(each.player for each in lines) == list(range(number))
    assert [each.points for each in lines] == sorted((each.points for each in lines), reverse=True)
    assert all(each.place == reckoning.place(each.player) for each in lines)
    assert all(
        each.opponents * len(each.opponent_averages)
        == pytest.approx(fsum(average for _other, average in each.opponent_averages), abs=1e-3)
        for each in lines
    )
