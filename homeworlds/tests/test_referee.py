"""The referee answers every line, whatever is on it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from homeworlds.commands.referee import answer
from homeworlds.refusals import RefusalCode

ASK: dict[str, Any] = {
    "id": 1,
    "rules": "modern",
    "variant": "binary",
    "players": 2,
    "names": ["N", "S"],
    "position": "<0> N (0, y1b2) g3-; S (1, r1b3) -g3",
    "turn": "build G1 N",
}


def ask(**changes: object) -> dict[str, object]:
    """The answer to ASK with some fields changed; None leaves a field out."""
    return answer(json.dumps({name: v for name, v in {**ASK, **changes}.items() if v is not None}))


def test_it_answers_a_turn() -> None:
    assert ask() == {
        "id": 1,
        "ok": True,
        "position": "<1> N (0, y1b2) g1g3-; S (1, r1b3) -g3",
        "eliminated": [],
        "outcome": None,
    }


def test_it_tells_the_outcome() -> None:
    assert ask(turn="sacrifice G3 N") == {
        "id": 1,
        "ok": True,
        "position": "<1 out 0> S (1, r1b3) -g3",
        "eliminated": [0],
        "outcome": {"winners": [1], "draw": False, "termination": "last-player"},
    }


def test_a_pass_is_refused_where_passing_is_forbidden() -> None:
    rules = {"preset": "booklet", "passing": "forbidden"}
    assert ask(rules=rules, turn="pass")["code"] == RefusalCode.MUST_ACT
    assert ask(rules=rules)["ok"] is True
    counts = [ask(turn=None, count=True, rules=each)["ends"] for each in ("booklet", rules)]
    assert counts == [10, 9]


def test_without_names_and_position_it_starts_a_game() -> None:
    assert ask(names=None, position=None, turn="homeworld R1 B2 G3")["position"] == "<1> P0 (0, r1b2) g3-"


def test_it_counts_ends_and_finds_wins() -> None:
    near = "<0> N (0, y1b2) g3-; S (1, r1b3) r3-g3"
    assert ask(turn=None, count=True, position=None)["ends"] == 936
    assert ask(turn=None, win_in_one=0)["turn"] is None
    assert ask(turn=None, win_in_one=0, position=near)["turn"] == "attack G3 S"
    assert ask(turn=None, win_in_one=[0, 1], position=near.replace("<0>", "<1>"))["turn"] == "attack G3 S"
    assert ask(turn=None, win_in_one=[1, 0], position=near)["turn"] is None


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"turn": "move G3 N S"}, RefusalCode.NOT_CONNECTED),
        ({"turn": "x" * 10_000}, RefusalCode.TOO_LONG),
        ({"turn": 7}, RefusalCode.BAD_REQUEST),
        ({"turn": None}, RefusalCode.BAD_REQUEST),
        ({"count": True}, RefusalCode.BAD_REQUEST),
        ({"turn": None, "count": 1}, RefusalCode.BAD_REQUEST),
        ({"turn": None, "win_in_one": 1}, RefusalCode.BAD_REQUEST),
        ({"turn": None, "win_in_one": [0, 2]}, RefusalCode.BAD_REQUEST),
        ({"turn": None, "win_in_one": "0"}, RefusalCode.BAD_REQUEST),
        ({"players": "2"}, RefusalCode.BAD_REQUEST),
        ({"players": 10**30}, RefusalCode.ONLY_SO_MANY_PLAYERS),
        ({"players": 10**9, "names": None}, RefusalCode.ONLY_SO_MANY_PLAYERS),
        ({"players": -1, "names": None}, RefusalCode.ONLY_SO_MANY_PLAYERS),
        ({"names": ["N"]}, RefusalCode.BAD_REQUEST),
        ({"names": ["N", 7]}, RefusalCode.BAD_REQUEST),
        ({"names": ["N", "n"]}, RefusalCode.NAME_TAKEN),
        ({"names": ["N", "S S"]}, RefusalCode.BAD_NAME),
        ({"position": 7}, RefusalCode.BAD_REQUEST),
        ({"position": "<0>> N"}, RefusalCode.BAD_POSITION),
        ({"position": "<0> N (0, r1r1) r1r1-"}, RefusalCode.TOO_MANY_PIECES),
        ({"position": "<0 out 1> N (0, r1r1) r1-"}, RefusalCode.GAME_OVER),
        ({"position": "<0> N (0, y1b2) -g1; S (1, r1b3) -g3"}, RefusalCode.IMPOSSIBLE_POSITION),
        ({"position": "<0> S (0, y1b2) g3-; N (1, r1b3) -g3"}, RefusalCode.IMPOSSIBLE_POSITION),
        ({"position": f"<0 out {'1' * 5000}>"}, RefusalCode.BAD_POSITION),
        ({"rules": "chess"}, RefusalCode.UNKNOWN_PRESET),
        ({"rules": {"first_ship": "any"}}, RefusalCode.UNKNOWN_PRESET),
        ({"rules": 7}, RefusalCode.BAD_REQUEST),
        ({"rules": {"preset": "modern", "weather": "fine"}}, RefusalCode.UNKNOWN_OPTION),
        ({"rules": {"preset": "modern", "bank": ["five"]}}, RefusalCode.BAD_OPTION),
        ({"rules": {"preset": "modern", "fallen_good": 1}}, RefusalCode.BAD_OPTION),
        ({"variant": "chess"}, RefusalCode.UNKNOWN_VARIANT),
        ({"variant": ["binary"]}, RefusalCode.UNKNOWN_VARIANT),
        ({"variant": "good-vs-evil"}, RefusalCode.BAD_ALIGNMENTS),
        ({"variant": "good-vs-evil", "alignments": "GX"}, RefusalCode.BAD_ALIGNMENTS),
        ({"variant": "good-vs-evil", "alignments": "GEG"}, RefusalCode.BAD_ALIGNMENTS),
    ],
)
def test_bad_requests_are_refused_with_a_code_and_a_sentence(
    changes: dict[str, object], code: RefusalCode
) -> None:
    refused = ask(**changes)
    assert (refused["id"], refused["ok"], refused["code"]) == (1, False, code.value)
    assert refused["message"]


@pytest.mark.parametrize(
    "asked", [{"turn": "pass"}, {"count": True}, {"win_in_one": 0}, {"win_in_one": [1, 0]}]
)
def test_what_no_turn_begins_with_is_refused_whatever_is_asked(asked: dict[str, object]) -> None:
    position = "<0> N (0, y1b2) g3-; S (1, r1b3) g1-"
    refused = ask(**{"turn": None, "position": position, **asked})
    assert refused["code"] == "impossible-position"
    assert refused["message"] == (
        f"No turn begins with this position: S is not out and has no ship at home. [{position}]"
    )


@pytest.mark.parametrize(
    "line", ["nonsense", "[]", "null", "7", "[" * 100_000, '{"id":1,"players":' + "1" * 5000]
)
def test_what_is_no_request_is_refused(line: str) -> None:
    refused = answer(line)
    assert (refused["id"], refused["ok"], refused["code"]) == (None, False, "bad-request")


def test_the_command_answers_line_by_line_and_never_stops() -> None:
    lines = [json.dumps({**ASK, "id": "\ud800", "turn": "build \ud800 N"}), "", "\udcff", json.dumps(ASK)]
    done = _command("referee", input="\n".join(lines).encode("utf-8", "surrogateescape"))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["\ud800", None, 1]
    assert [answer["ok"] for answer in answers] == [False, False, True]
    assert done.returncode == 0


def _command(*arguments: str, input: bytes | None = None) -> subprocess.CompletedProcess[bytes]:  # noqa: A002
    return subprocess.run(
        [sys.executable, "-m", "homeworlds", *arguments],
        input=input,
        capture_output=True,
        timeout=180,
        check=False,
    )


def read(text: object, **changes: object) -> dict[str, object]:
    return ask(turn=None, read=text, **changes)


@pytest.mark.parametrize(
    "text, turn",
    [
        ("build G1 N", "build G1 N"),
        ("1. N: grow small green at N (hello)", "build G1 N"),
        ("sac g3, pass", "sacrifice G3 N"),
    ],
)
def test_it_reads_a_turn_as_people_write_it(text: str, turn: str) -> None:
    assert read(text) == {"id": 1, "ok": True, "turn": turn}


@pytest.mark.parametrize(
    "text, code, step, suggestions",
    [
        ("sac g3, build g1 Q", RefusalCode.NO_SUCH_SYSTEM, 1, []),
        ("build g1 NN", RefusalCode.NAME_MEANT, 0, ["N"]),
        ("build g1 N build g1 N", RefusalCode.SEVERAL_STEPS, 0, []),
        ("resign", RefusalCode.NOT_A_STEP, 0, []),
        ("", RefusalCode.NOTHING_DONE, None, []),
        ("build g1 N;" * 999, RefusalCode.TOO_LONG, None, []),
        (7, RefusalCode.BAD_REQUEST, None, []),
    ],
)
def test_what_it_cannot_read_it_refuses_with_the_step_and_what_may_have_been_meant(
    text: object, code: RefusalCode, step: int | None, suggestions: list[str]
) -> None:
    refused = read(text)
    assert (refused["ok"], refused["code"]) == (False, code.value)
    assert (refused["step"], refused["suggestions"]) == (step, suggestions)


def test_several_readings_are_suggested() -> None:
    refused = read("trade g3", position="<0> N (0, y1b2) g3-; S (1, r1b3) -g3")
    assert refused["suggestions"] == ["trade G3 B3 N", "trade G3 R3 N", "trade G3 Y3 N"]


def test_reading_needs_no_alignments() -> None:
    assert read("build G1 N", variant="good-vs-evil", rules="classic")["turn"] == "build G1 N"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "latin-1"])
def test_requests_may_begin_with_a_mark(encoding: str) -> None:
    request = json.dumps({**ASK, "names": ["Jürg", "S"], "position": None, "turn": "homeworld R1 B2 G3"})
    request = request.encode().decode("unicode-escape")
    done = _command("referee", input=f"{request}\r\n{request}\r".encode(encoding))
    positions = [json.loads(line)["position"] for line in done.stdout.splitlines()]
    assert positions == ["<1> Jürg (0, r1b2) g3-"] * 2
