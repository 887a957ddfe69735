"""What another program reads when it talks to a bot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import bots
from bots import thinking
from bots.protocol.session import LONGEST_LINE, Session
from homeworlds.notation import parse_position, parse_turn
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.turn import make_turn

ROOT = Path(bots.__file__).resolve().parent.parent
NEAR = "<0> N (0, y1b2) g3-; S (1, r1b3) r3-g3"
ASKED: dict[str, object] = {
    "rules": "modern",
    "variant": "binary",
    "players": 2,
    "names": ["N", "S"],
    "position": NEAR,
}


def told(session: Session, *lines: str) -> list[str]:
    said: list[str] = []
    for line in lines:
        assert session.hear(line, said.append)
    return said


def timeless(lines: list[str]) -> list[str]:
    return [line.partition(" seconds ")[0] for line in lines]


def position(**changes: object) -> str:
    return "position " + json.dumps({**ASKED, **changes})


@pytest.mark.parametrize("level", range(1, 7))
def test_every_level_answers_with_a_legal_turn_also_without_numba(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "available", lambda: False)
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    *infos, last = told(
        Session(level, 0), position(position="<0> N (0, y1b2) g3-; S (1, r1b3) -g3"), "go nodes 30"
    )
    word, _, text = last.partition(" ")
    assert word == "turn"
    start = parse_position("<0> N (0, y1b2) g3-; S (1, r1b3) -g3", rules, ["N", "S"])
    make_turn(rules, start, parse_turn(text, 2)).end()
    for info in infos:
        names = info.split()[1::2]
        assert info.startswith("info ") and names == ["depth", "value", "nodes", "seconds"]


def test_a_win_in_one_is_played() -> None:
    assert told(Session(3, 0), position(), "go")[-1] == "turn attack G3 S"


@pytest.mark.parametrize(
    "line",
    [
        "fly",
        "position",
        "position {",
        "position []",
        "position " + "[" * 5000,
        position(rules="mine"),
        position(players=True),
        position(position="<0> N (0, y1b2) g3-; S (1, r1b3) r3r3r3r3-g3"),
        position(before="<0>"),
        position(before=["<0> N (0, y1b2)"]),
        position(variant="good-vs-evil", rules="classic"),
        position(variant="good-vs-evil", rules="classic", alignment="X"),
        position(variant="good-vs-evil", rules="classic", alignment="G", revealed="G"),
        position() + " " * LONGEST_LINE,
        "go nodes",
        "go nodes x",
        "go nodes 0",
        "go nodes 1.5",
        "go nodes nan",
        "go seconds inf",
        "go nodes 5 nodes 5",
        "go depth 3",
        "go seconds -1",
        "go \udcff",
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line_and_changes_nothing(line: str) -> None:
    session = Session(3, 0)
    told(session, position())
    (said,) = told(session, line)
    assert said.startswith("error ") and "\n" not in said
    assert told(session, "", "go")[-1] == "turn attack G3 S"


def test_before_a_position_there_is_nothing_to_choose() -> None:
    (said,) = told(Session(1, 0), "go")
    assert said.startswith("error ")


def test_of_good_and_evil_it_is_told_its_own_side_and_what_is_open() -> None:
    text = "<0 out 2> A (0, y1b3) g3---; B (1, r1b2) g3r3-g1--; C (r1b3) g1---; D (3, y1g2) ---g3"
    asked = position(
        rules="booklet", variant="good-vs-evil", players=4, names=list("ABCD"), position=text, revealed="--E-"
    )
    evil = told(Session(2, 1), asked.replace('"variant"', '"alignment": "E", "variant"'), "go")
    good = told(Session(2, 1), asked.replace('"variant"', '"alignment": "G", "variant"'), "go")
    assert evil[-1] == "turn attack G1@1 B"
    assert good[-1] != evil[-1]


def test_the_same_dice_choose_the_same_turn() -> None:
    empty = position(position=None)
    once, again = (timeless(told(Session(2, 5), empty, "go")) for _ in range(2))
    others = {told(Session(2, seed), empty, "go")[-1] for seed in range(9)}
    assert once == again and len(others) > 1


def test_as_a_process_it_answers_and_quits() -> None:
    lines = ["\x00\xff", position(), "go", "quit", "go"]
    done = subprocess.run(
        [sys.executable, "-m", "bots.protocol", "--level", "2"],
        cwd=ROOT,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    error, *_infos, turn = done.stdout.splitlines()
    assert error.startswith("error ") and turn == "turn attack G3 S" and not done.stderr
