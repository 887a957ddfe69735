import json
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from bots import LEVELS, levels, thinking
from bots.core import RoomUsedUp
from bots.core.compiling import available
from bots.levels import FIRST, FORMER, OFFERED
from bots.ratings import LEAST, measured, read_ratings
from bots.thinking import STRENGTHS, Asked, Info, Strength
from homeworlds.actions import Turn
from homeworlds.notation import parse_position
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, start_game

START = start_game(RuleSet(), ["Alice", "Bob"])
OPENING = "<0> Alice (0, r1b2) g3-; Bob (1, y1b3) -g3"


def test_there_are_six_and_the_others_are_of_games_that_run_on() -> None:
    assert len(OFFERED) == len(STRENGTHS) == 6
    assert FIRST in OFFERED
    assert FORMER.keys() == LEVELS.keys() and set(FORMER.values()) <= set(OFFERED)


@pytest.mark.parametrize("level", [*OFFERED, *LEVELS])
def test_every_level_chooses_a_legal_turn(level: str) -> None:
    choice = levels.choose(level, Asked(START, seed=random.Random(level).getrandbits(31)))
    assert choice.turn


def test_there_is_no_other_level() -> None:
    with pytest.raises(KeyError):
        levels.choose("oracle", Asked(START))
    with pytest.raises(KeyError):
        levels.seconds_of("oracle")


def test_who_thinks_longer_than_three_seconds_gives_way() -> None:
    assert {"commander", "admiral"} == levels.SLOW


def test_numba_is_used_only_where_the_process_has_switched_it_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def look(asked: Asked, nodes: int, seconds: float, report: thinking.Report) -> Turn:
        seen.append(available())
        report(Info(1, 5, 1))
        report(Info(2, 7, 9))
        return thinking.judging(asked, 1, seconds, lambda info: None)

    installed = available()
    monkeypatch.setattr(thinking, "STRENGTHS", {6: Strength(look, 1, 1.0)})
    monkeypatch.setattr(levels, "STRENGTHS", {6: Strength(look, 1, 1.0)})
    assert levels.choose("admiral", Asked(START)).info == Info(2, 7, 9)
    monkeypatch.setattr(levels.searching, "uses_core", lambda: True)
    levels.choose("admiral", Asked(START))
    assert seen == [False, installed]
    assert available() == installed


def test_where_the_search_of_two_has_no_room_a_turn_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(*asked: object, **more: object) -> Turn:
        raise RoomUsedUp

    searchers = SimpleNamespace(get=lambda: SimpleNamespace(choose=choose))
    monkeypatch.setattr(thinking, "_searchers", searchers)
    asked = Asked(GameState(RuleSet(), parse_position(OPENING, RuleSet(), ["Alice", "Bob"])))
    told: list[Info] = []
    turn = thinking.of_two(3, asked, 1000, 1.0, told.append)
    assert turn == thinking.judging(asked, 1000, 1.0, lambda info: None) and len(told) == 1


def test_nobody_thinks_longer_than_its_level_does(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def look(asked: Asked, nodes: int, seconds: float, report: thinking.Report) -> Turn:
        given.append(seconds)
        return thinking.judging(asked, 1, seconds, report)

    strength = Strength(look, 1, 1.0)
    monkeypatch.setattr(thinking, "STRENGTHS", {1: strength})
    monkeypatch.setattr(levels, "STRENGTHS", {1: strength})
    for seconds in (None, 0.25, 2.0):
        levels.choose("cadet", Asked(START, seconds=seconds))
    assert given == [1.0, 0.25, 1.0]


def write(tmp_path: Path, *matches: dict[str, object]) -> Path:
    file = tmp_path / "ratings.json"
    file.write_text(json.dumps({"budget": "1/10", "matches": list(matches)}))
    return file


def match(stronger: str, weaker: str, score: float, games: int = 200) -> dict[str, object]:
    return {"stronger": stronger, "weaker": weaker, "games": games, "score": score}


def test_ratings_are_chained_from_the_weakest(tmp_path: Path) -> None:
    found = read_ratings(write(tmp_path, match("pilot", "scout", 100), match("scout", "cadet", 225, 300)))
    assert found.ratings == {"cadet": LEAST, "scout": 1191, "pilot": 1191}
    assert (found.games, found.budget) == (200, "1/10")


def test_nobody_has_a_rating_beyond_a_match_that_was_not_played(tmp_path: Path) -> None:
    assert read_ratings(write(tmp_path)).ratings == {}
    assert read_ratings(write(tmp_path, match("pilot", "scout", 150))).ratings == {}


def test_who_has_won_all_is_half_a_point_short_of_it(tmp_path: Path) -> None:
    found = read_ratings(write(tmp_path, match("scout", "cadet", 200)))
    assert found.ratings["scout"] == 2040


def test_a_match_of_others_than_neighbours_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no neighbours"):
        read_ratings(write(tmp_path, match("admiral", "cadet", 200)))


def test_the_file_can_be_read() -> None:
    assert measured().ratings.keys() <= set(OFFERED)
