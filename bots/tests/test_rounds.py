"""Rounds of games and fits: what is done twice, and when they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bots.fitting.rounds import Steps, refit


class Made:
    """Instead of processes: writes what they would."""

    def __init__(self, points: dict[str, float]) -> None:
        self.points = points
        """Of the first weights of a match, by their names."""
        self.asked: list[list[str]] = []

    def __call__(self, command: list[str]) -> None:
        self.asked.append(command)
        out = Path(command[command.index("--out") + 1])
        points = self.points.get(Path(command[1]).name, 0.5)
        out.write_text(json.dumps({"points": points}) + "\n")


def told(folder: Path, made: Made, openings: Path | None = None) -> tuple[str, list[str]]:
    said: list[str] = []
    steps = Steps(folder, openings, games=100, match=20, nodes=9, run=made)
    return refit(steps, folder / "weights-0.json", 5, said.append).name, said


def test_it_goes_on_with_what_wins_until_something_does_not(tmp_path: Path) -> None:
    made = Made({"weights-1.json": 0.7, "weights-2.json": 0.6, "weights-3.json": 0.5})
    best, said = told(tmp_path, made)
    assert best == "weights-2.json" and len(said) == 3 and "70.0 %" in said[0]
    fits = [command for command in made.asked if command[0] == "bots.fitting"]
    assert [len(fit) - 5 for fit in fits] == [1, 2, 3]  # to the games of all rounds


def test_games_are_from_recorded_openings_and_by_lot(tmp_path: Path) -> None:
    made = Made({})
    told(tmp_path, made, tmp_path / "games.jsonl.gz")
    games = [command[command.index("--games") + 1] for command in made.asked if "--games" in command]
    seeds = [command[command.index("--seed") + 1] for command in made.asked if "--seed" in command]
    assert games == ["70", "30", "20"] and len(set(seeds)) == 3
    assert ["--openings" in command for command in made.asked if "--games" in command] == [True, False, True]


def test_what_is_there_is_not_made_again_and_what_was_cut_short_is(tmp_path: Path) -> None:
    told(tmp_path, Made({"weights-1.json": 0.7}))
    (tmp_path / "match-2.jsonl").unlink()
    (tmp_path / "match-2.jsonl.part").write_text("cut")
    again = Made({"weights-2.json": 0.4})
    assert told(tmp_path, again)[0] == "weights-1.json"
    assert [command[0] for command in again.asked] == ["bots.fitting.playing"]


def test_a_step_that_fails_leaves_nothing_that_looks_done(tmp_path: Path) -> None:
    def fail(command: list[str]) -> None:
        raise OSError("killed")

    with pytest.raises(OSError, match="killed"):
        Steps(tmp_path, None, 100, 20, 9, run=fail).play(1, tmp_path / "weights-0.json")
    assert not list(tmp_path.iterdir())
