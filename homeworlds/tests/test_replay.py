"""Recorded games are replayed to the end that stands in the record, and what differs is named."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from homeworlds.commands import replay
from homeworlds.records import read_record

GAME: dict[str, Any] = {"id": 1, "n": 2, "w": "N", "end": "board", "y": 2010}
GAME |= {"t": ["N h y1b2 g3", "S h r1b3 g3", "N b g1 N", "S s g3 S"], "fin": "N!y1b2 g1Ng3N"}
LEFT = GAME | {"w": "S", "end": "left", "t": GAME["t"][:3], "fin": "N!y1b2 g1Ng3N; S!r1b3 g3S"}
THREE: dict[str, Any] = {"id": 3, "n": 3, "w": "E", "end": "left", "y": 2010, "drop": [[4, "N"]]}
THREE |= {
    "t": ["N h y1b2 g3", "E h r1b3 g3", "S h r1y2 g3", "N b g1 N", "E b g1 E"],
    "fin": "E!r1b3 g1Eg3E; S!r1y2 g3S; y1b2 g1Ng3N",
}


def replayed(tmp_path: Path, *games: object) -> tuple[int, list[str]]:
    """The exit code, and what was said."""
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([game if isinstance(game, str) else json.dumps(game) for game in games]))
    report = io.StringIO()
    return replay.run(file, report), report.getvalue().splitlines()


def test_games_decided_on_the_board_and_games_left_are_counted_apart(tmp_path: Path) -> None:
    assert replayed(tmp_path, GAME, LEFT, GAME, THREE, LEFT) == (
        0,
        [
            "on the board, to the recorded winner: 2",
            "left by the others, with the recorded winner alive: 3",
            "5 of 5 games replayed to their recorded end",
        ],
    )


@pytest.mark.parametrize(
    "game, sentence",
    [
        (
            GAME | {"t": [*GAME["t"][:2], "N b g2 N"]},
            "game 1, step 2: You must build the smallest green piece",
        ),
        ("nonsense", "not a recorded game: "),
        (GAME | {"end": "somehow"}, "not a recorded game: RecordError("),
        (GAME | {"w": "S"}, "game 1: the outcome is "),
        (GAME | {"fin": "N!y1b2 g3N"}, "game 1: it ends in <0 out 1> N (0, y1b2) g1g3-, not in N!y1b2 g3N"),
        (THREE | {"w": "N"}, "game 3: seat 0 is recorded as the winner, but is out"),
    ],
)
def test_a_game_that_ends_otherwise_is_named(tmp_path: Path, game: object, sentence: str) -> None:
    code, (first, *_counts, last) = replayed(tmp_path, game, LEFT)
    assert first.startswith(f"games.jsonl:1: {sentence}")
    assert (code, last) == (1, "1 of 2 games replayed to their recorded end")


def test_a_single_star_follows_from_the_setup_itself(tmp_path: Path) -> None:
    turns = ["N h b2 g3", *GAME["t"][1:]]
    game = GAME | {"t": turns, "fin": "N!b2 g1Ng3N"}
    assert read_record(game).one_star == {0}
    assert read_record(GAME).one_star == set()
    assert replayed(tmp_path, game, GAME)[1][-1] == "2 of 2 games replayed to their recorded end"


def test_the_command_reads_a_file_and_says_when_it_cannot(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(GAME))
    done = _command(str(file))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "1 of 1 games replayed to their recorded end",
    )
    missing = _command(str(tmp_path / "missing"))
    assert missing.returncode == 2
    assert "cannot be read" in missing.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_may_begin_with_a_mark_and_end_its_lines_as_any_system_does(
    tmp_path: Path, encoding: str
) -> None:
    file = tmp_path / "games.jsonl"
    for end in ("\r\n", "\r"):
        file.write_bytes(f"{json.dumps(GAME)}{end}{json.dumps(GAME)}".encode(encoding))
        done = _command(str(file))
        assert done.stdout.splitlines()[-1] == "2 of 2 games replayed to their recorded end"


def _command(file: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "homeworlds", "replay", file]
    return subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
