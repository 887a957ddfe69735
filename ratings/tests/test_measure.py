"""`python -m ratings.measure`: its figures, and what it says of files that it cannot use."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ratings.arithmetic.rating_list import Book, Place, Pool, RatedGame
from ratings.arithmetic.two_players import CORE, TwoPlayers
from ratings.measure import main
from ratings.measuring.protocol import Figures, cost, measured
from ratings.measuring.results import BadResults, read_results
from ratings.measuring.systems import BASELINES, Coin, Elo, GlickoTwo, Ours, System
from ratings.measuring.textbook import START, Meeting, after_period

ROOT = Path(__file__).resolve().parents[2]
GAME: dict[str, Any] = {"id": 3, "n": 2, "p": [5, 8], "first": 0, "rank": [0, 1], "turns": 4}
THREE: dict[str, Any] = {"id": 4, "n": 3, "p": [5, 8, 9], "first": 2, "rank": [1, 0, 2], "turns": 5}


def written(tmp_path: Path, *lines: object) -> Path:
    file = tmp_path / "results.jsonl"
    file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return file


@pytest.fixture(scope="module")
def recorded(shared: Path) -> list[RatedGame]:
    return read_results(shared / "archive" / "results.jsonl")


@pytest.mark.archive
def test_the_ratings_of_this_site_foretell_the_recorded_results(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(shared / "archive" / "results.jsonl")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [" ".join(line.split()) for line in lines[:5]] == [
        "log-loss all second half both>=5 tables",
        "coin 0.6931 0.6931 0.6931 1.2447",
        "Elo K=32 0.5455 0.5603 0.5808 1.2150",
        "textbook Glicko-2 0.5243 0.5440 0.5550 1.3031",
        "this site 0.5102 0.5332 0.5517 1.1597",
    ]
    assert lines[5:] == [
        "two players: 2706 games, log-loss 0.5102 all, 0.5332 second half, 0.5517 both>=5",
        "tables: 130 games, winner log-loss 1.1597, coin 1.2447",
    ]


@pytest.mark.archive
def test_constants_without_experience_agree_with_what_was_measured_elsewhere(
    recorded: list[RatedGame],
) -> None:
    found = measured(Ours(Book(CORE)), recorded)
    assert found == Figures(
        2706, around(0.5209), around(0.5402), around(0.5537), 130, pytest.approx(1.1598, abs=1e-4)
    )


@pytest.mark.archive
def test_more_experience_agrees_with_what_was_measured_elsewhere(recorded: list[RatedGame]) -> None:
    found = measured(Ours(Book(TwoPlayers(experience=250))), recorded)
    assert (found.all, found.second_half) == (around(0.5066), around(0.5329))
    assert found.both_experienced == around(0.5509)


def around(figure: float) -> Any:
    return pytest.approx(figure, abs=5e-5)


# --- The protocol


def test_the_last_two_lines_of_a_small_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(written(tmp_path, GAME))]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "two players: 1 games, log-loss 0.6446 all, 0.6446 second half, - both>=5",
        "tables: 0 games, winner log-loss -, coin -",
    ]


def test_every_game_is_forecast_before_it_counts(tmp_path: Path) -> None:
    """0.5249 for who begins, then, for the loser of that, 1 - 0.8120 with the move: the golden values."""
    second = GAME | {"id": 9, "p": [8, 5], "rank": [1, 0]}
    games = read_results(written(tmp_path, second, GAME))
    found = measured(Ours(), games)
    again = measured(Ours(), games[:1])
    assert again.all == pytest.approx(-math.log(0.524874), abs=1e-6)
    assert found.all is not None and again.all is not None and found.second_half is not None
    assert found.second_half == pytest.approx(2 * found.all - again.all)
    assert found.second_half < again.all


def test_both_experienced_are_games_of_the_second_half_with_five_before() -> None:
    games = [RatedGame(number, Pool.TWO, (Place(1, 1), Place(2, 0))) for number in range(12)]
    found = measured(Elo(), games)
    mean = measured(Elo(), games[:11])
    assert (found.games, found.tables) == (12, 0)
    assert found.both_experienced == found.second_half
    assert mean.both_experienced == mean.second_half
    strangers = [
        RatedGame(20 + number, Pool.TWO, (Place(1, 1), Place(50 + number, 0))) for number in range(12)
    ]
    assert measured(Elo(), games[:6] + strangers).both_experienced is None


def test_good_vs_evil_and_short_games_are_not_measured(tmp_path: Path) -> None:
    team = THREE | {"id": 5, "var": "good-vs-evil"}
    file = written(
        tmp_path, GAME | {"id": 1, "turns": 3}, GAME, THREE, THREE | {"id": 6, "turns": 4}, "", team
    )
    assert [game.number for game in read_results(file)] == [3, 4, 5]
    assert measured(Coin(), read_results(file)) == Figures(1, *[math.log(2)] * 2, None, 1, math.log(3))


def test_places_stand_in_the_order_of_moves(tmp_path: Path) -> None:
    (game,) = read_results(written(tmp_path, THREE))
    assert game == RatedGame(4, Pool.TABLES, (Place(9, 0), Place(5, 0), Place(8, 1)))
    (drawn,) = read_results(written(tmp_path, GAME | {"first": 1, "rank": [0, 0]}))
    assert drawn.places == (Place(8, 0.5), Place(5, 0.5))


def test_a_shared_win_costs_each_in_equal_parts_and_no_forecast_costs_everything() -> None:
    assert cost([0.5, 0.25, 0.25], [1, 1, 0]) == pytest.approx((math.log(2) + math.log(4)) / 2)
    assert cost([0.25, 0.75], [0.5, 0.5]) == pytest.approx((math.log(4) + math.log(4 / 3)) / 2)
    assert cost([0.0, 1.0], [1, 0]) == pytest.approx(-math.log(1e-6))
    assert cost([0.0, 1.0], [0, 1]) == pytest.approx(1e-6)
    with pytest.raises(ValueError):
        cost([0.5, 0.5], [1])


# --- The baselines


def test_elo_moves_both_by_what_was_not_awaited() -> None:
    elo = Elo()
    elo.add(RatedGame(1, Pool.TWO, (Place(1, 1), Place(2, 0))))
    elo.add(RatedGame(2, Pool.TWO, (Place(1, 0.5), Place(2, 0.5))))
    gained = 16 - 32 * (1 / (1 + 10 ** (-32 / 400)) - 0.5)
    assert elo.ratings[Pool.TWO, 1] == pytest.approx(1500 + gained)
    assert elo.ratings[Pool.TWO, 2] == pytest.approx(1500 - gained)
    elo.add(RatedGame(3, Pool.TABLES, (Place(1, 0), Place(2, 1), Place(3, 0), Place(4, 0))))
    assert [elo.ratings[Pool.TABLES, player] for player in range(1, 5)] == [1492, 1524, 1492, 1492]


def test_the_textbook_meets_winners_and_losers_in_one_period() -> None:
    textbook = GlickoTwo()
    textbook.add(RatedGame(3, Pool.TABLES, (Place(1, 0), Place(2, 1), Place(3, 0))))
    assert textbook.ratings[Pool.TABLES, 2] == after_period(START, [Meeting(START, 1)] * 2)
    assert textbook.ratings[Pool.TABLES, 1] == after_period(START, [Meeting(START, 0)])
    textbook.add(RatedGame(4, Pool.TWO, (Place(1, 0.5), Place(2, 0.5))))
    assert textbook.ratings[Pool.TWO, 1] == after_period(START, [Meeting(START, 0.5)])


@pytest.mark.parametrize("system", [system for _, system in BASELINES])
def test_baselines_forecast_a_whole_and_stay_where_nobody_loses(system: type[System]) -> None:
    at_table, before = system(), [1 / 3] * 3
    duel = RatedGame(0, Pool.TWO, (Place(1, 1), Place(2, 0)))
    at_table.add(duel)
    chance, rest = at_table.forecast(duel)
    assert chance + rest == pytest.approx(1)
    game = RatedGame(1, Pool.TABLES, tuple(Place(player, 1) for player in range(3)))
    at_table.add(game)
    assert at_table.forecast(game) == pytest.approx(before)


# --- Files that are no results


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "this is not JSON."),
        ("[" * 10**5, "this is not JSON."),
        ("[1]", "this is not a game: a JSON object is awaited."),
        (GAME | {"id": None}, '"id" must be a whole number from 0.'),
        (GAME | {"n": "2"}, '"n" must be a whole number from 0.'),
        (GAME | {"turns": -1}, '"turns" must be a whole number from 0.'),
        (GAME | {"turns": True}, '"turns" must be a whole number from 0.'),
        (GAME | {"n": 7}, "the game 3 has 7 players; there are games of two to six."),
        (GAME | {"p": [5, 5]}, 'the game 3 needs 2 different numbers of players in "p".'),
        (GAME | {"p": [5, 8, 9]}, 'the game 3 needs 2 different numbers of players in "p".'),
        (GAME | {"p": None}, 'the game 3 needs 2 different numbers of players in "p".'),
        (GAME | {"first": 2}, '"first" of the game 3 is none of its seats.'),
        (GAME | {"first": None}, '"first" of the game 3 is none of its seats.'),
        *(
            (
                GAME | {"rank": rank},
                'the result of the game 3 is unknown: "rank" must hold 2 places, 0 for who has won.',
            )
            for rank in (None, [], [1, 1], [0], [0, None], [0, -1], "01")
        ),
    ],
)
def test_a_broken_line_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: object, said: str
) -> None:
    file = written(tmp_path, GAME | {"id": 1}, line)
    assert main([str(file)]) == 2
    assert capsys.readouterr() == ("", f"{file}, line 2: {said}\n")


def test_a_game_that_stands_twice_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match=r"line 2: the game 3 stands in an earlier line too\.$"):
        read_results(written(tmp_path, GAME | {"turns": 1}, GAME))


def test_a_file_that_is_missing_empty_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match=r"nothing cannot be read: No such file or directory\.$"):
        read_results(tmp_path / "nothing")
    with pytest.raises(BadResults, match="cannot be read: "):
        read_results(tmp_path)
    with pytest.raises(BadResults, match=r"holds no games\.$"):
        read_results(written(tmp_path, ""))
    (tmp_path / "picture").write_bytes(b"\xff\xd8")
    with pytest.raises(BadResults, match=r"picture is not text in UTF-8\.$"):
        read_results(tmp_path / "picture")


@pytest.mark.parametrize(
    "command", [["ratings.measure", "nowhere"], ["ratings.measure"], ["ratings.simulate", "-h"]]
)
def test_the_commands_start_where_nothing_is_installed(command: list[str]) -> None:
    """Without the folder of installed packages: the standard library is enough."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == (0 if "-h" in command else 2)
    if "nowhere" in command:
        assert done.stderr == "nowhere cannot be read: No such file or directory.\n"
