"""Who moves by a table of the stairs."""

import pytest

from ladders.arithmetic.steps import Ended, compressed, is_repeated, moved, moves

FOUR = [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("ended", "found"),
    [
        (Ended(players=FOUR, winner=1, fell={2: 9, 3: 20, 4: 30}), {1: 1, 2: -1}),
        (Ended(players=FOUR, winner=1, fell={2: 9, 3: 9, 4: 30}), {1: 1, 2: -1, 3: -1}),
        (Ended(players=FOUR, winner=2, fell={1: 40, 3: 40, 4: 40}), {1: -1, 2: 1, 3: -1, 4: -1}),
        (Ended(players=[*FOUR, 5], winner=5, fell={4: 8}), {4: -1, 5: 2}),
        (Ended(players=[*FOUR, 5, 6], winner=6, fell={4: 8}), {4: -1, 6: 2}),
        (Ended(players=FOUR, winner=None, fell={4: 8}), {4: -1}),
        (Ended(players=FOUR, winner=None, fell={4: 8}, is_void=True), {}),
        (Ended(players=FOUR, winner=1, fell={4: 3, 3: 4, 2: 5}, is_played=False), {4: -1}),
        (Ended(players=FOUR, winner=1, fell={}), {1: 1}),
    ],
)
def test_the_winner_goes_up_and_all_who_fell_first_go_down(ended, found):
    assert moves(ended) == found


def test_nobody_goes_below_the_first_step():
    assert [moved(step, -1) for step in (3, 2, 1)] == [2, 1, 1]


def test_a_season_begins_half_as_high_rounded_up():
    assert [compressed(step) for step in range(1, 8)] == [1, 1, 2, 2, 3, 3, 4]


def test_wins_over_the_same_people_move_up_twice_a_season() -> None:
    """The pair cap of the stairs; who falls first goes down all the same."""
    assert is_repeated({2: 2, 3: 2}, [2, 3, 4]) and not is_repeated({2: 2, 3: 1}, [2, 3, 4])
    ended = Ended(players=[1, 2, 3], winner=1, fell={2: 5, 3: 9}, is_repeated=True)
    assert moves(ended) == {2: -1}
