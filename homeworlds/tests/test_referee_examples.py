"""The answers of an independent program, and the recorded games."""

from __future__ import annotations

import gzip
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from homeworlds.commands import replay
from homeworlds.commands.referee import answer
from homeworlds.notation import parse_position
from homeworlds.position import Position, position_key
from homeworlds.rules import Bank, RuleSet

pytestmark = pytest.mark.archive

PARTS = 8
"""The examples are shared out, so that several workers can take them."""
EXAMPLES = 2019
GAMES, ON_BOARD = 3091, 1361


@pytest.mark.parametrize("part", range(PARTS))
def test_the_referee_agrees_with_every_example(part: int, shared: Path) -> None:
    examples = _examples(shared / "referee" / "examples.jsonl.gz")
    assert len(examples) == EXAMPLES
    differing = [example["ask"]["id"] for example in examples[part::PARTS] if not _agrees(example)]
    assert not differing


@cache
def _examples(file: Path) -> list[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _agrees(example: dict[str, Any]) -> bool:
    ask, want = example["ask"], example["want"]
    got: dict[str, Any] = answer(json.dumps(ask))
    if not want["ok"]:
        return got["ok"] is False and bool(got["code"])
    if "ends" in want:
        return bool(got.get("ends") == want["ends"])
    if "turn" in want:
        return _finds_a_win(ask, want, got)
    if not got["ok"]:
        return False
    outcome = got["outcome"]
    over = outcome is not None
    winners = [] if not over or outcome["draw"] else outcome["winners"]
    return (
        got["eliminated"] == want["eliminated"]
        and over == want["over"]
        and winners == want.get("winners", [])
        and _key(got["position"], ask, over) == _key(want["position"], ask, over)
    )


def _finds_a_win(ask: dict[str, Any], want: dict[str, Any], got: dict[str, Any]) -> bool:
    """A found turn is asked back: it wins, or eliminates the seat asked for and not its maker."""
    if not got["ok"] or want["turn"] is None or got["turn"] is None:
        return bool(got["ok"]) and want["turn"] is None and got["turn"] is None
    asked = ask["win_in_one"]
    back = {name: value for name, value in ask.items() if name != "win_in_one"} | {"turn": got["turn"]}
    if isinstance(asked, list):
        position = _read(ask["position"], ask)
        back["position"] = ask["position"].replace(f"<{position.mover}", f"<{asked[0]}", 1)
    result: dict[str, Any] = answer(json.dumps(back))
    if not result["ok"]:
        return False
    if isinstance(asked, list):
        return asked[1] in result["eliminated"] and asked[0] not in result["eliminated"]
    outcome = result["outcome"]
    return outcome is not None and asked in outcome["winners"] and not outcome["draw"]


def _read(text: str, ask: dict[str, Any]) -> Position:
    """The bank does not matter here: any that is large enough."""
    rules = RuleSet(bank=Bank.FIVE if ask["players"] < 5 else Bank.PLAYERS_PLUS_ONE)
    return parse_position(text, rules, ask.get("names") or [f"P{seat}" for seat in range(ask["players"])])


def _key(text: str, ask: dict[str, Any], over: bool) -> str:
    position = _read(text, ask)
    return position_key(position._replace(mover=0) if over else position)


def test_every_recorded_game_replays_to_its_end(shared: Path) -> None:
    report = io.StringIO()
    code = replay.run(shared / "archive" / "games.jsonl.gz", report)
    assert report.getvalue().splitlines() == [
        f"on the board, to the recorded winner: {ON_BOARD}",
        f"left by the others, with the recorded winner alive: {GAMES - ON_BOARD}",
        f"{GAMES} of {GAMES} games replayed to their recorded end",
    ]
    assert code == 0
