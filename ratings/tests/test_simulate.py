"""Ratings find the strengths of simulated players."""

from __future__ import annotations

import random

import pytest

from ratings import simulate
from ratings.measuring.simulation import converged, rank_correlation, strengths


def test_ratings_find_the_strengths_of_two_hundred_players() -> None:
    early, late = converged(players=200, games=40, seats=2, seed=1, when=(10, 40))
    assert early < late
    assert late >= 0.87


def test_tables_find_them_too() -> None:
    (found,) = converged(players=200, games=40, seats=4, seed=1, when=(40,))
    assert found >= 0.83


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
