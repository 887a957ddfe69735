"""The ladder of our levels: which matches, what they come to, and the ratings that follow."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from bots.arena import ladder
from bots.arena.openings import NAMES
from bots.arena.recipe import Recipe
from bots.arena.results import append, read_lines
from bots.arena.spreading import BOTS, edition, spread
from bots.core import available
from bots.ratings import chained
from bots.thinking import LEVEL_IDS, STRENGTHS
from homeworlds.notation import format_turn, parse_position
from homeworlds.state import GameState
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import make_turn

NEAR = parse_position("<1> North (0, y1b2) g3-r3; South (1, r1b3) -g3", ladder.RULES, NAMES)
THREAT = parse_position("<0> North (0, y1b2) g3-r3; South (1, r1b3) -g3", ladder.RULES, NAMES)


def lines(*points: float) -> list[dict[str, Any]]:
    return [
        {"game": number, "points": each, "spent": [[10, 2.0], [10, 1.0]]}
        for number, each in enumerate(points)
    ]


def match_of(key: str, games: int = 4) -> ladder.Match:
    return next(match for match in ladder.matches(0.1, games, games) if match.key == key)


def test_each_level_meets_the_next_lower_one_and_the_top_one_two_more() -> None:
    found = ladder.matches(0.1, 200, 100)
    assert [match.key for match in found] == "2-1 3-2 4-3 5-4 6-5 6-recipe 6-tenth".split()
    assert [match.games for match in found] == [200] * 5 + [100] * 2
    top, fewer = found[-1].first, found[-1].second
    assert top.nodes == STRENGTHS[6].nodes // 10 and top.seconds == pytest.approx(STRENGTHS[6].seconds / 10)
    assert fewer.nodes == top.nodes // 10 and fewer.seconds == top.seconds


def test_a_match_is_passed_by_its_score_once_all_is_played() -> None:
    match = match_of("5-4")
    passed = ladder.score_of(match, lines(1, 1, 1, 0))
    assert passed is not None and passed.good and passed.seconds == (0.2, 0.1)
    missed = ladder.score_of(match, lines(1, 0.5, 1, 0))
    assert missed is not None and not missed.good and "FAIL" in str(missed)
    early = ladder.score_of(match, lines(1, 1, 1))
    assert early is not None and not early.good and "so far" in str(early)
    assert ladder.score_of(match, []) is None


def test_ratings_are_chained_from_the_matches_of_neighbours() -> None:
    scores = [ladder.score_of(match_of(f"{level}-{level - 1}"), lines(1, 0, 1, 0)) for level in range(2, 6)]
    scores += [ladder.score_of(match_of(key), lines(1, 1, 1, 1)) for key in ("6-5", "6-recipe")]
    whole = [score for score in scores if score is not None]
    kept = ladder.kept_of(whole, 0.1, "by hand")
    assert kept["budget"] == "1/10" and len(kept["matches"]) == 5
    assert kept["matches"][-1] == {"stronger": "admiral", "weaker": "commander", "games": 4, "score": 4.0}
    # 3.5 of 4 points: seven to one is 338.
    assert chained(kept).ratings == dict.fromkeys(LEVEL_IDS[:5], 1000) | {"admiral": 1338}
    assert not chained(ladder.kept_of(whole[1:], 0.1, "by hand")).ratings


def test_results_of_other_bots_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    ours = ladder.terms_of(match_of("5-4"), "by lot", 1, "ours")._asdict()
    append(file, {"terms": ours, "game": 0})
    append(file, {"terms": ladder.terms_of(match_of("5-4"), "by lot", 1, "others")._asdict(), "game": 1})
    assert [line["game"] for line in read_lines(file, ours)] == [0]
    assert read_lines(tmp_path / "none", ours) == read_lines(None, ours) == []
    assert edition() == edition() and len(edition()) == 8


def test_a_game_is_played_with_the_limits_of_both_and_kept() -> None:
    match = ladder.Match("2-1", ladder.Side(2, 3, 9.0), ladder.Side(1, 1, 9.0), 2, 0.7)
    task = ladder.Task(match, ladder.terms_of(match, "by lot", 1, "ours"), 1, NEAR)
    line = ladder.play_task(task)
    # In a game of an odd number the first has seat 1, who wins here.
    assert (line["seat"], line["points"], line["turns"]) == (1, 1.0, ("attack G3 North",))
    assert line["spent"][0][0] == 1 and line["spent"][1][0] == 0


def double(number: int) -> int:
    return 2 * number


def test_work_is_spread_and_all_of_it_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.arena.spreading._begin", int)
    assert sorted(spread(double, range(30), 2)) == [2 * number for number in range(30)]


@pytest.mark.skipif(not available(), reason="numba is not installed")
def test_the_recipe_plays_a_win_and_walks_into_none() -> None:
    recipe = Recipe()
    win = recipe.turn(GameState(ladder.RULES, NEAR), 0)
    assert format_turn(win, 2) == format_turn(winning_turn(GameState(ladder.RULES, NEAR)) or (), 2)
    state = GameState(ladder.RULES, THREAT)
    assert eliminating_turn(state, 1, 0) is not None
    for seed in range(3):
        after = make_turn(state.rules, state.position, recipe.turn(state, seed)).end()
        assert not after.eliminated
        assert eliminating_turn(state._replace(position=after.position), 1, 0) is None


WAITING = """
import threading, time
from multiprocessing import get_context
from bots.arena.spreading import _end_with_parent

def wait():
    threading.Thread(target=_end_with_parent, daemon=True).start()
    print("waits", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    process = get_context("spawn").Process(target=wait)
    process.start()
    process.join()
"""


def test_who_is_killed_takes_its_processes_along(tmp_path: Path) -> None:
    script = tmp_path / "waiting.py"
    script.write_text(WAITING)
    environment = os.environ | {"PYTHONPATH": str(BOTS.parent)}
    with Popen([sys.executable, str(script)], stdout=PIPE, text=True, env=environment) as killed:
        assert killed.stdout is not None and killed.stdout.readline() == "waits\n"
        killed.kill()
        assert killed.communicate(timeout=60)[0] == ""  # ends only when nobody can write any more
