"""What `bin/prove bots-safety` finds: a strength that misses a win or walks into one is reported."""

from __future__ import annotations

import pytest

from bots.thinking import Asked
from homeworlds.actions import Turn
from homeworlds.notation import parse_position, parse_turn
from homeworlds.rules import Preset, Variant, preset_rules, with_options
from homeworlds.state import GameState
from homeworlds.tests.samples import records
from homeworlds.threats import eliminating_turn, winning_turn
from proofs.bots.drawing import LOT, THREAT, WIN, Drawn, draw
from proofs.bots.judging import can_be_saved, loses_at_once, loses_if_passed, state_after
from proofs.bots.safety import LOST, MISSED, PLAYED, SAFE, WALKED, Report, Task, judge

BINARY = preset_rules(Preset.MODERN, Variant.BINARY)
LAST = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
NEAR = "North (0, y1b2) g3-r3; South (1, r1b3) -g3"


def state(text: str, rules=BINARY, names=("North", "South")) -> GameState:
    return GameState(rules, parse_position(text, rules, names))


def drawn(found: GameState, won: bool = False) -> Task:
    return Task(1, Drawn(LOT, found, (), won), [3, 6], 100, 9.0)


def told(task: Task, *turns: str) -> list[str]:
    """What the levels are told to have done by these turns."""
    by_level = dict(zip(task.levels, turns, strict=True))

    def choose(level: int, asked: Asked) -> Turn:
        return parse_turn(by_level[level], asked.state.position.players)

    return [what for what, _turn in judge(task, choose).values()]


def test_a_level_that_misses_a_win_is_found():
    task = drawn(state(f"<1> {NEAR}"), won=True)
    assert told(task, "attack G3 North", "build G1 South") == [PLAYED, MISSED]


def test_a_level_that_walks_into_a_win_is_found():
    task = drawn(state(f"<0> {NEAR}"))
    assert told(task, "pass", "build G1 North") == [WALKED, SAFE]


def test_where_nothing_helps_nobody_has_walked_into_it():
    hopeless = state("<0> North (0, y1b2) g1-r3r3; South (1, r1b3) -g3g3")
    assert not can_be_saved(hopeless)
    assert told(drawn(hopeless), "pass", "build G1 North") == [LOST, LOST]


def test_of_more_than_two_the_next_one_is_asked_and_no_later_one():
    names = ("A", "B", "C")
    near = "A (0, y1b2) g3--r3; B (1, r1b3) -g3-; C (2, r1b1) --g3"
    by_the_next = state_after(state(f"<1> {near}", LAST, names), parse_turn("pass", 3))
    assert loses_at_once(by_the_next, 0) and not loses_at_once(by_the_next, 1)
    assert not loses_if_passed(state(f"<0> {near}", LAST, names))
    last = state("<1> A (0, y1b2) g3--; B (1, r1b3) -g3-r3; C (2, r1b1) --g3", LAST, names)
    assert loses_if_passed(last)


def test_where_the_last_two_can_only_fall_together_nobody_has_lost():
    text = "<2 out 0,1> C (2, b1) --y3-r1g1; D (3, b2) ---y1g1b3; Vega (r2) -y1--; Mira (b1) --r1y1g2b1b1-"
    rules = with_options(LAST, {"own_elimination": "loses"})
    found = state(text, rules, ("A", "B", "C", "D"))
    turn = eliminating_turn(found, 2, 3, surviving=False)
    assert turn is not None and state_after(found, turn).outcome.draw
    assert not loses_at_once(found, 3)


def test_a_report_is_good_only_without_a_wrong_turn():
    line = {"number": 7, "kind": WIN, "players": 2, "won": True, "position": "<0>"}
    report = Report([3, 6])
    assert not report.good
    report.take(line | {"levels": {"3": [PLAYED, ""], "6": [PLAYED, ""]}})
    assert report.good
    report.take(line | {"levels": {"3": [PLAYED, ""], "6": [MISSED, "pass"]}})
    assert not report.good and report.wrong == ["7: level 6 did not win by “pass”: <0>"]
    assert str(report) == (
        "bots-safety: 2 positions, 2 wins in one, "
        "level 3: 2 played, 0 walked into; level 6: 1 played, 0 walked into"
    )


@pytest.mark.archive
def test_positions_are_drawn_by_the_seed_with_wins_and_threats():
    some = records()[:200]
    found = list(draw(some, 5, 12))
    assert found == list(draw(some, 5, 12)) != list(draw(some, 6, 12))
    kinds = [each.kind for each in found]
    assert [kinds.count(kind) for kind in (LOT, WIN, THREAT)] == [6, 3, 3]
    for each in found:
        assert each.won == (winning_turn(each.state) is not None)
        assert each.won or each.kind != WIN
        assert each.kind != THREAT or (loses_if_passed(each.state) and not each.won)
        assert len(each.before) >= each.state.position.players - 1
