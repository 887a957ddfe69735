"""The arithmetic asked from outside."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from tournaments.pairing.__main__ import main
from tournaments.pairing.asking import FIELDS, FORMATS
from tournaments.pairing.sizes import table_sizes

PODS = {
    "size": 4,
    "round": 3,
    "entrants": [{"id": each, "rating": 1500 + each, "withdrawn": False} for each in range(16)],
    "results": [
        {"round": 1, "seats": [3, 9, 0, 14], "points": [5, 0, 0, 0]},
        {"round": 2, "seats": [3, 8, 1, 4], "points": [0, 0, 2, 2]},
    ],
    "byes": [[1, 7]],
    "forbidden": [[2, 5]],
}


def ask(monkeypatch, capsys, kind, asked, *more):
    """Exit code, lines and what was said of errors."""
    text = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    code = main(["pair", "--format", kind, *more])
    said = capsys.readouterr()
    return code, [json.loads(line) for line in said.out.splitlines()], said.err


def test_a_schedule_is_printed_a_line_a_table(capsys):
    assert main("schedule --players 16 --size 4 --rounds 5 --seed 1".split()) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(each) for each in lines] == [["round", "table", "seats"]] * 20
    assert [(each["round"], each["table"]) for each in lines] == [
        (number, table) for number in range(1, 6) for table in range(1, 5)
    ]
    for number in range(1, 6):
        seated = [player for each in lines if each["round"] == number for player in each["seats"]]
        assert sorted(seated) == list(range(16))


@pytest.mark.parametrize(
    "line, sentence",
    [
        ("--players 2 --size 3 --rounds 1", "2 can play, but at least 3 are needed.\n"),
        ("--players 9 --size 7 --rounds 1", "A table has 3 to 6 seats; 7 is not possible.\n"),
        (
            "--players 9 --size 3 --rounds 0",
            "The number of rounds must be from 1 to 50; 0 is not possible.\n",
        ),
        ("--players 9000 --size 3 --rounds 1", "At most 500 players can be paired; 9000 are too many.\n"),
    ],
)
def test_an_impossible_schedule_ends_with_a_sentence_and_code_2(capsys, line, sentence):
    assert main(["schedule", *line.split()]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", sentence)


def test_pods_are_paired(monkeypatch, capsys):
    code, lines, _said = ask(monkeypatch, capsys, "pods", PODS)
    assert code == 0 and [each["table"] for each in lines] == [1, 2, 3, 4]
    assert {each["round"] for each in lines} == {3}
    assert sorted(player for each in lines for player in each["seats"]) == list(range(16))
    assert not any({2, 5} <= set(each["seats"]) for each in lines)


def test_swiss_prints_games_and_byes(monkeypatch, capsys):
    asked = {"entrants": [{"id": each} for each in (4, 5, 6, 9, 8)] + [{"id": 7, "withdrawn": True}]}
    code, lines, _said = ask(monkeypatch, capsys, "swiss", asked, "--seed", "5")
    assert code == 0 and len(lines) == 3
    assert [list(each) for each in lines] == [["round", "table", "seats"]] * 2 + [["round", "bye"]]
    seated = lines[0]["seats"] + lines[1]["seats"] + [lines[2]["bye"]]
    assert sorted(seated) == [4, 5, 6, 8, 9]


def test_a_knockout_prints_the_next_games_of_its_matches(monkeypatch, capsys):
    asked = {"entrants": [{"id": each, "rating": 2000 - each} for each in range(3)], "best_of": 3}
    _code, lines, _said = ask(monkeypatch, capsys, "knockout", asked)
    assert lines == [{"round": 1, "table": 1, "seats": [2, 1]}, {"round": 1, "bye": 0}]
    asked["byes"] = [[1, 0]]
    asked["results"] = [{"round": 1, "seats": [2, 1], "points": [1, 0]}]
    _code, lines, _said = ask(monkeypatch, capsys, "knockout", asked)
    assert lines == [{"round": 1, "table": 1, "seats": [1, 2]}]
    asked["results"].append({"round": 1, "seats": [1, 2], "points": [0, 1]})
    asked["round"] = 2
    _code, lines, _said = ask(monkeypatch, capsys, "knockout", asked)
    assert lines == [{"round": 2, "table": 1, "seats": [2, 0]}]


@pytest.mark.parametrize("count", [3, 5, 6, 7, 11, 13])
def test_the_round_after_the_last_is_paired_when_none_is_named(monkeypatch, capsys, count):
    asked = {
        "entrants": [{"id": each} for each in range(count)],
        "results": [{"round": 2, "seats": [0, 1, 2], "points": None}],
    }
    code, lines, _said = ask(monkeypatch, capsys, "pods", asked)
    assert code == 0 and {each["round"] for each in lines} == {3}
    assert sorted((len(each["seats"]) for each in lines), reverse=True) == table_sizes(count, 4)


@pytest.mark.parametrize(
    "change, sentence",
    [
        (
            {"entrants": [], "results": [], "byes": [], "forbidden": []},
            "0 can play, but at least 3 are needed.",
        ),
        ({"entrants": {}}, "The input: entrants must be a list."),
        ({"entrants": [1]}, "entrants, number 1 must be an object."),
        ({"entrants": [{"rating": 5}]}, "entrants, number 1: id is missing."),
        ({"entrants": [{"id": True}]}, "entrants, number 1: id must be a whole number from 0."),
        ({"entrants": [{"id": -1}]}, "entrants, number 1: id must be a whole number from 0."),
        ({"entrants": [{"id": 1, "rating": "x"}]}, "entrants, number 1: rating must be a number."),
        ({"entrants": [{"id": 1, "rating": 1e300}]}, "entrants, number 1: rating must be a number."),
        ({"entrants": [{"id": 1, "withdrawn": 1}]}, "entrants, number 1: withdrawn must be true or false."),
        ({"entrants": [{"id": 1}, {"id": 1}]}, "entrants must have each id once."),
        (
            {"entrants": [{"id": each} for each in range(501)]},
            "At most 500 players can be paired; 501 are too many.",
        ),
        ({"round": 0}, "The input: round must be a whole number from 1 to 1000."),
        ({"round": "3"}, "The input: round must be a whole number from 1 to 1000."),
        ({"round": 2}, "Results or byes name round 2, but round 2 is to be paired."),
        ({"size": 7}, "A table has 3 to 6 seats; 7 is not possible."),
        ({"variant": "chess"}, 'The input: variant must be "binary" or "sinister"'),
        ({"win": 0}, "win must be more than 0."),
        ({"byes": [[1, 99]]}, "Player 99 is not in the event."),
        ({"byes": [[1]]}, "byes, number 1 must be a list of 2 whole numbers."),
        ({"byes": [[1, 3]]}, "Player 3 is seated twice in round 1."),
        ({"byes": [[0, 3]]}, "Results or byes name round 0, but round 3 is to be paired."),
        ({"forbidden": [[2, 2]]}, "forbidden and avoided must name two players each."),
        ({"forbidden": [[2, 77]]}, "Player 77 is not in the event."),
        ({"forbidden": [[2, each] for each in range(16) if each != 2]}, "The forbidden pairs leave no way"),
        (
            {"results": [{"round": 1, "seats": [0, 1, 2]}, {"round": 1, "seats": [0, 4, 5]}]},
            "Player 0 is seated",
        ),
        (
            {"results": [{"round": 1, "seats": [0, 1, 1]}]},
            "results, number 1: seats must be 3 or 4 or 5 or 6",
        ),
        ({"results": [{"round": 1, "seats": [0, 1]}]}, "results, number 1: seats must be 3 or 4 or 5 or 6"),
        (
            {"results": [{"round": 1, "seats": [0, 1, 2], "points": [1]}]},
            "results, number 1: points must be null or a list of 3 numbers, one a seat.",
        ),
        ({"results": [{"seats": [0, 1, 2]}]}, "results, number 1: round is missing."),
        ({"fixed": [[0, 1, 99]]}, "Player 99 is not in the event."),
        ({"fixed": [[0, 1]]}, "A table of 2 is not possible here: 3 or 4 or 5 or 6 seats are."),
        ({"fixed": [[2, 5, 6]]}, "Players 2 and 5 must not meet."),
    ],
)
def test_impossible_input_ends_with_a_sentence_and_code_2(monkeypatch, capsys, change, sentence):
    code, lines, said = ask(monkeypatch, capsys, "pods", {**PODS, **change})
    assert (code, lines) == (2, [])
    assert said.startswith(sentence) and said.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"{", b'{"entrants": NaN}', b"\xff", b"[" * 100_000, b'{"size": ' + b"9" * 5000 + b"}"],
)
def test_what_is_no_json_object_ends_with_a_sentence_and_code_2(monkeypatch, capsys, text):
    code, lines, said = ask(monkeypatch, capsys, "pods", text)
    assert (code, lines) == (2, []) and said.startswith("The input is not one JSON object: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "kind, asked, sentence",
    [
        ("swiss", {"entrants": [{"id": 1}]}, "1 can play, but at least 2 are needed."),
        ("knockout", {"entrants": [{"id": 1}]}, "1 can play, but at least 2 are needed."),
        (
            "knockout",
            {"entrants": [{"id": 1}, {"id": 2}], "best_of": 2},
            "The input: best_of must be 1 or 3.",
        ),
        (
            "knockout",
            {"entrants": [{"id": 1}, {"id": 2}], "best_of": True},
            "The input: best_of must be 1 or 3.",
        ),
        (
            "knockout",
            {"entrants": [{"id": 1}, {"id": 2}], "round": 2},
            "The event has 1 rounds; there is no round 2.",
        ),
    ],
)
def test_other_formats_say_what_is_impossible_too(monkeypatch, capsys, kind, asked, sentence):
    code, lines, said = ask(monkeypatch, capsys, kind, asked)
    assert (code, lines) == (2, []) and said == sentence + "\n"


def test_the_help_describes_every_field(capsys):
    for command in ("schedule", "pair"):
        with pytest.raises(SystemExit) as end:
            main([command, "--help"])
        assert end.value.code == 0
    said = capsys.readouterr().out
    for name in (*PODS, "entered", "avoided", "fixed", "variant", "win", "best_of", "seats", "points", "bye"):
        assert name in said
    assert FIELDS in said and all(kind in said for kind in FORMATS)


def test_it_runs_as_a_command_and_bears_that_nobody_reads_on():
    command = [sys.executable, "-m", "tournaments.pairing"]
    asked = json.dumps({"entrants": [{"id": 0}, {"id": 1}]})
    done = subprocess.run(
        [*command, "pair", "--format", "swiss"], input=asked, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["table"] == 1
    for line in ("", "pair", "schedule --players x --size 4 --rounds 1"):
        wrong = subprocess.run([*command, *line.split()], capture_output=True, text=True, check=False)
        assert wrong.returncode == 2 and "Traceback" not in wrong.stderr
    reader = subprocess.Popen(
        [*command, "schedule", "--players", "40", "--size", "4", "--rounds", "5"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    reader.stdout.close()
    assert reader.wait() == 0 and reader.stderr.read() == b""
    reader.stderr.close()
