"""Weights: what they are made of, and whether those in use belong to the search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from bots.core.features import FEATURES
from bots.core.searcher import Searcher, read_weights
from bots.fitting.gathering import gather
from bots.fitting.regression import fit, measure
from homeworlds.position import Position
from homeworlds.rules import RuleSet

OPENING = "<0> North (0, y1b2) g3-r3; South (1, r1b3) -g3"


class Counting:
    """Instead of a searcher, which would have to be compiled."""

    def eliminates(self, rules: RuleSet, position: Position, seat: int, victim: int) -> bool:
        return False

    def features(self, rules: RuleSet, position: Position) -> tuple[list[int], int]:
        return [1 - position.mover] * FEATURES, 36


def line(**changes: object) -> str:
    played: dict[str, Any] = {
        "terms": {"rules": RuleSet().options()},
        "game": 0,
        "seat": 0,
        "points": 1.0,
        "why": "last-player",
        "opening": OPENING,
        "turns": ["pass", "pass", "build G1 North"],
    }
    return json.dumps({**played, **changes}) + "\n"


def gathered(tmp_path: Path, *lines: str) -> list[tuple[int, bool]]:
    file = tmp_path / "played.jsonl"
    file.write_text("".join(lines))
    found = gather([file], cast(Searcher, Counting()))
    return [(example.features[0], example.won) for example in found]


def test_every_position_says_whether_who_has_just_moved_went_on_to_win(tmp_path: Path) -> None:
    assert gathered(tmp_path, line()) == [(1, False), (0, True), (1, False)]
    assert gathered(tmp_path, line(seat=1)) == [(1, True), (0, False), (1, True)]
    assert gathered(tmp_path, line(points=0.0)) == [(1, True), (0, False), (1, True)]


def test_draws_and_games_lost_by_a_fault_teach_nothing(tmp_path: Path) -> None:
    assert gathered(tmp_path, line(points=0.5), line(why="lost by North: it ended")) == []


def test_both_games_of_an_opening_belong_to_one_part(tmp_path: Path) -> None:
    file = tmp_path / "played.jsonl"
    openings = [OPENING.replace("g3-r3", f"g3{'y1' * number}-r3") for number in range(3)] * 2
    file.write_text("".join([line(opening=each, turns=["pass"]) for each in openings]))
    found = [example.part for example in gather([file], cast(Searcher, Counting()))]
    assert found[:3] == found[3:] and len(set(found)) > 1


def test_the_fit_finds_the_weights_by_which_games_were_won() -> None:
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(1)
    rows = rng.normal(size=(40_000, 3))
    true = numpy.array([0.5, -1.5, 0.0])
    won = rng.random(40_000) < 1 / (1 + numpy.exp(-(rows @ true)))
    assert fit(rows, won, 1.0).tolist() == pytest.approx(true, abs=0.05)
    even = numpy.arange(40_000) % 2
    measured = measure(rows, won, even, 1.0)
    assert measured.log_loss < 0.55 and measured.accuracy > 0.7
    # In each part the other side wins: what is learnt from one is wrong in the other.
    against = measure(rows, numpy.where(even, ~won, won), even, 1.0)
    assert against.log_loss > 0.9 and against.accuracy < 0.3


def test_the_weights_in_use_are_of_the_features_counted(tmp_path: Path) -> None:
    early, late = read_weights()
    assert len(early) == len(late) == FEATURES
    other = tmp_path / "weights.json"
    other.write_text(json.dumps({"features": ["luck"], "early": [1], "late": [1]}))
    with pytest.raises(ValueError):
        read_weights(other)
