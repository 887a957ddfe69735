"""Matches: who loses by what, paired openings, and going on with what was begun."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.arena.engines import Engine, EngineFailed, command_of
from bots.arena.games import Ask, play_game
from bots.arena.match import Terms, run
from bots.arena.openings import Openings, read_recorded
from bots.arena.scores import elo_of, summary
from bots.protocol.session import Session
from homeworlds.notation import format_position, parse_position
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState
from homeworlds.threats import eliminating_turn

RULES = preset_rules(Preset.MODERN, Variant.BINARY)
QUIET = parse_position("<0> North (0, y1b2) g3-; South (1, r1b3) -g3", RULES, ["North", "South"])
NEAR = parse_position("<1> North (0, y1b2) g3-r3; South (1, r1b3) -g3", RULES, ["North", "South"])


def level(number: int) -> Ask:
    session = Session(number, 0)

    def ask(position: str) -> str:
        said: list[str] = []
        session.hear(f"position {position}", said.append)
        session.hear("go nodes 30", said.append)
        return said[-1].removeprefix("turn ")

    return ask


def always(turn: str) -> Ask:
    return lambda position: turn


def test_a_win_on_the_board_is_a_win() -> None:
    game = play_game(RULES, NEAR, [always("pass"), always("attack G3 North")], 9)
    assert game == (("attack G3 North",), 1, "last-player")


@pytest.mark.parametrize("answer", ["fly", "attack G3 South", "", "pass; pass; pass", "homeworld R1 B2 G3"])
def test_an_illegal_turn_loses_and_is_said(answer: str) -> None:
    game = play_game(RULES, QUIET, [always(answer), always("pass")], 9)
    assert game.winner == 1
    assert game.why.startswith(f"lost by North: “{answer}” is not legal")


def test_a_position_for_the_third_time_and_many_turns_are_draws() -> None:
    both = [always("pass"), always("pass")]
    assert play_game(RULES, QUIET, both, 99)[1:] == (None, "third occurrence")
    assert play_game(RULES, QUIET, both, 3)[1:] == (None, "3 turns")


def test_an_engine_is_told_what_was_before() -> None:
    heard: list[list[str]] = []

    def ask(position: str) -> str:
        heard.append(json.loads(position)["before"])
        return "pass"

    play_game(RULES, QUIET, [ask, ask], 3)
    assert [len(each) for each in heard] == [0, 1, 2]
    assert heard[2][0] == format_position(QUIET)


def engine(code: str, patience: float = 20.0) -> Engine:
    return Engine([sys.executable, "-I", "-S", "-c", code], "", patience)


@pytest.mark.parametrize(
    "code, why",
    [
        ("", "it ended"),
        ("print('info depth 1')", "it ended"),
        ("print('error no such thing', flush=True)", "it refused: no such thing"),
        ("while 1: print('info')", "it talks without end"),
        ("import sys; sys.stdout.buffer.write(b'turn \\xff\\n')", None),
    ],
    ids=["ends", "ends in between", "refuses", "talks", "no text"],
)
def test_an_engine_that_gives_no_turn_has_failed(code: str, why: str | None) -> None:
    asked = engine(code)
    try:
        if why is None:
            assert asked.ask("{}") == "\ufffd"
        else:
            with pytest.raises(EngineFailed, match=why):
                asked.ask("{}")
    finally:
        asked.stop()


def test_an_engine_that_is_silent_has_failed_and_starts_anew() -> None:
    asked = Engine([sys.executable, "-I", "-S", "-c", "import time; time.sleep(99)"], "", 0.3)
    with pytest.raises(EngineFailed, match=r"no turn within 0\.3 seconds"):
        asked.ask("{}")
    asked.command[-1] = "input(); input(); print('turn pass', flush=True); input()"
    asked.patience = 20.0
    assert asked.ask("{}") == "pass"
    asked.stop()


def test_a_command_that_is_not_there_has_failed() -> None:
    with pytest.raises(EngineFailed, match="it cannot be started"):
        Engine(["/no/such/program"], "", 1.0).ask("{}")


def test_a_number_is_a_level_and_anything_else_a_command() -> None:
    assert command_of("3")[1:] == ["-m", "bots.protocol", "--level", "3"]
    assert command_of("prog 'a b' -x") == ["prog", "a b", "-x"]


TERMS = Terms("a", "b", "", "", "by lot", RULES.options(), 1, 40)


def counted(ask: Ask, asked: list[str]) -> Ask:
    def counting(position: str) -> str:
        asked.append(json.loads(position)["position"])
        return ask(position)

    return counting


def test_a_match_is_gone_on_with_and_openings_are_paired(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole, first = [], []  # type: ignore[var-annotated]
    by: Callable[[list[str]], list[Ask]] = lambda to: [counted(level(2), to), counted(level(1), to)]  # noqa: E731
    at_once = run(TERMS, Openings(RULES, 1), by(whole), 4, None, io.StringIO())
    run(TERMS, Openings(RULES, 1), by(first), 2, file, io.StringIO())
    with file.open("a") as cut:
        cut.write('{"terms": {"fir')
    report = io.StringIO()
    gone_on = run(TERMS, Openings(RULES, 1), by(first), 4, file, report)
    assert gone_on == at_once and first == whole
    assert [text.split(":")[0] for text in report.getvalue().splitlines()] == ["game 3", "game 4"]
    lines = [json.loads(text) for text in file.read_text().splitlines() if text.endswith("}")]
    assert [(line["game"], line["seat"]) for line in lines] == [(0, 0), (1, 1), (2, 0), (3, 1)]
    openings = [line["opening"] for line in lines]
    assert openings[0] == openings[1] != openings[2] == openings[3]
    untouched: list[str] = []
    assert run(TERMS, Openings(RULES, 1), by(untouched), 4, file, io.StringIO()) == at_once and not untouched
    other = TERMS._replace(seed=2)
    run(other, Openings(RULES, 2), by(untouched), 1, file, io.StringIO())
    assert untouched


@pytest.mark.archive
def test_recorded_openings_are_quiet_and_of_the_rules_played(shared: Path) -> None:
    rules = preset_rules(Preset.TWO_PLAYER, Variant.BINARY)
    recorded = read_recorded(shared / "archive" / "games.jsonl.gz")
    openings = Openings(rules, 7, recorded)
    for number in range(5):
        position = openings.opening(number)
        assert parse_position(format_position(position), rules, position.names) == position
        assert not any(eliminating_turn(GameState(rules, position), seat, 1 - seat) for seat in range(2))
    assert openings.opening(3) == Openings(rules, 7, recorded).opening(3) != openings.opening(4)


def test_the_score_has_an_interval_and_its_elo() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    all_won = summary([1.0] * 20, [1.0] * 10)
    assert all_won.low == pytest.approx(0.839, abs=0.001) and all_won.high == 1.0
    even = summary([1.0, 0.0] * 50, [])
    assert even.low == pytest.approx(0.404, abs=0.001) and even.high == pytest.approx(0.596, abs=0.001)
    assert (even.wins, even.draws, even.losses) == (50, 0, 50)
    # Who has seat 0 wins: then the score is surer than as many games that know nothing of each other.
    paired = summary([1.0, 0.0] * 50, [0.5] * 49 + [1.0])
    assert even.low < paired.low < 0.5
    assert "Elo difference +0" in str(even)
