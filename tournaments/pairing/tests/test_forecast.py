"""What to expect of an event."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tournaments.pairing import forecast
from tournaments.pairing.forecast import FORMATS, again, seat_spread, simulate
from tournaments.pairing.plain import Played
from tournaments.pairing.refusals import Impossible


@pytest.mark.parametrize(
    "kind, rounds, games, meetings",
    [
        ("divisions", 1, 2 * 28, 2 * 28),
        ("swiss", 3, 24, 24),
        ("pods", 3, 12, 72),
        ("all-at-once", 3, 12, 72),
        ("knockout", 4, 15, 15),
    ],
)
def test_an_event_of_each_format_is_played_to_its_end(kind, rounds, games, meetings):
    found = simulate(kind, entrants=16, rounds=3, events=3)
    assert (found.rounds, found.games, found.meetings, found.repeats) == (rounds, games, meetings, 0)
    assert 0 < found.days <= found.slowest_days <= 30 * rounds
    assert 0 <= found.strongest_wins <= 1


def test_all_formats_are_known():
    assert set(forecast._PLAY) == set(FORMATS)


def test_the_strongest_wins_more_often_than_by_chance():
    found = simulate("swiss", entrants=16, rounds=5, events=40)
    assert found.strongest_wins > 3 / 16


def test_who_stays_away_is_missed():
    all_there = simulate("pods", entrants=20, rounds=4, events=5)
    some = simulate("pods", entrants=20, rounds=4, absent=0.4, events=5)
    assert some.games < all_there.games == 20
    few = simulate("swiss", entrants=3, rounds=5, absent=1, events=3)
    assert few.rounds < 5


def test_who_stays_away_wins_nothing_while_others_are_there():
    event = forecast._made(4, 3, 0, random.Random(1), 0.3)
    event.leaves = {0: 2, 1: 2, 2: 2, 3: 3}
    assert {event.game(2, (0, 1, 2, 3)).points for _ in range(20)} == {(0, 0, 0, 5)}
    assert len({event.game(1, (0, 1, 2, 3)).points for _ in range(40)}) > 1
    assert len({event.game(3, (0, 1, 2, 3)).points for _ in range(40)}) > 1


def test_all_at_once_takes_as_long_as_its_longest_game():
    few, many = (
        simulate("all-at-once", entrants=15, size=3, rounds=rounds, events=10, days_a_turn=0.05)
        for rounds in (1, 7)
    )
    assert few.days * 1.2 < many.days


def test_all_at_once_takes_as_long_as_one_round():
    at_once = simulate("all-at-once", entrants=16, rounds=5, events=3)
    one_by_one = simulate("pods", entrants=16, rounds=5, events=3)
    assert at_once.days <= 30 < one_by_one.days


def test_longer_turns_take_longer():
    short, long = (simulate("knockout", entrants=8, events=10, days_a_turn=days) for days in (0.05, 0.5))
    assert short.days < long.days


def test_the_same_seed_gives_the_same():
    one, again_, other = (simulate("pods", entrants=12, rounds=2, seed=seed, events=2) for seed in (1, 1, 2))
    assert one == again_ != other


def test_what_is_impossible_is_refused():
    for wrong in ({"entrants": 16, "rounds": 0}, {"entrants": 501}, {"entrants": 2}):
        with pytest.raises(Impossible):
            simulate("pods", **wrong)


def test_the_spread_of_seats_is_of_seats_that_all_tables_had():
    played = [
        Played(round=1, seats=(0, 1, 2, 3)),
        Played(round=2, seats=(0, 1, 2)),
        Played(round=3, seats=(0, 2, 1, 3)),
    ]
    assert seat_spread(played) == 3
    assert seat_spread(played[:1]) == 1


def test_repeats_are_counted_each_time():
    assert again(Counter({"a": 3, "b": 1})) == 2
