"""Ratings find the strengths of simulated players."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from ratings import simulate
from ratings.arithmetic.rating_list import Pool
from ratings.measuring.simulation import _winner, converged, rank_correlation, rounds, strengths


def test_ratings_find_the_strengths_of_two_hundred_players() -> None:
    early, late = converged(players=200, games=40, seats=2, seed=1, when=(10, 40))
    assert early < late
    assert late >= 0.87


def test_tables_find_them_too() -> None:
    (found,) = converged(players=200, games=40, seats=4, seed=1, when=(40,))
    assert found >= 0.83


@pytest.mark.parametrize(("players", "seats", "games"), [(9, 2, 4), (8, 2, 4), (9, 4, 2), (11, 4, 2)])
def test_everybody_plays_once_a_round_but_those_who_are_left_over(
    players: int, seats: int, games: int
) -> None:
    for played, book in enumerate(islice(rounds([0.0] * players, seats, random.Random(1)), 3), start=1):
        each = [standing.games for standing in book.standings.values()]
        assert sum(each) == played * games * seats
        assert max(each) == played


def test_agreement_is_told_after_as_many_rounds_as_asked() -> None:
    dice = random.Random(4)
    truth = strengths(30, dice)
    expected = []
    for book in islice(rounds(truth, 2, dice), 3):
        ratings = [book.standing(Pool.TWO, player).rating.value for player in range(30)]
        expected.append(rank_correlation(truth, ratings))
    assert converged(30, 3, 2, 4, (1, 3)) == [expected[0], expected[2]]


def test_the_first_to_move_wins_more_often_by_what_was_measured() -> None:
    dice = random.Random(1)
    assert sum(_winner([0.0] * 2, dice) == 0 for _ in range(10_000)) == pytest.approx(5373, abs=150)
    assert sum(_winner([0.0] * 4, dice) == 0 for _ in range(10_000)) == pytest.approx(2500, abs=150)


def test_the_same_seed_gives_the_same() -> None:
    first, again, other = (converged(20, 5, 2, seed, (5,)) for seed in (1, 1, 2))
    assert first == again != other


def test_the_strongest_of_four_hundred_wins_nine_of_ten_against_the_middle() -> None:
    strongest = [max(strengths(400, random.Random(seed))) for seed in range(100)]
    assert sum(strongest) / 100 == pytest.approx(2.197, abs=0.06)  # ln(0.9/0.1)


def test_ranks_agree_as_spearman_says() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 400]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [9, 7, 5, 3]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 3], [5, 5, 7]) == pytest.approx(0.8660, abs=1e-4)


def test_the_command_says_what_was_reached(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(["--players", "100", "--seed", "3"]) in (0, 1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "100 players, seed 3: rank correlation with the truth"
    assert [line.split(":")[0] for line in lines[1:]] == [
        "games of two",
        "tables of four",
        "games of two, after 40",
    ]


def test_the_command_fails_where_too_little_is_reached(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for found, code, verdict in ((0.8699, 1, "too little"), (0.87, 0, "enough")):
        monkeypatch.setattr(simulate, "converged", lambda *args, found=found: [0.5, 0.6, found])
        assert simulate.main([]) == code
        assert capsys.readouterr().out.endswith(f"needed 0.87: {verdict}\n")
    with pytest.raises(SystemExit):
        simulate.main(["--players", "3"])
