"""Games that weights are fitted to: who won is said of the right weights, and a seed plays them again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bots import random_bot
from bots.budget import Budget
from bots.fitting import playing
from bots.tests.cast import still
from homeworlds.actions import Pass, Turn
from homeworlds.position import Position
from homeworlds.state import GameState
from homeworlds.threats import winning_turn

LEARNT, NEW = Path("learnt"), Path("new")


class StandIn:
    """Instead of a searcher, which would have to be compiled: what has learnt plays by lot and takes wins,
    what has not passes."""

    def __init__(self, weights: Path) -> None:
        self.weights = weights

    def choose(
        self, state: GameState, before: Sequence[Position], *, nodes: int, seconds: float, seed: int
    ) -> Turn:
        if self.weights == NEW:
            return (Pass(),)
        rng = random.Random(f"{seed} {len(before)}")
        return winning_turn(state) or random_bot.choose(state, rng, None, Budget(1, 1.0, still))


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> playing.Player:
    monkeypatch.setattr(playing, "Searcher", StandIn)
    monkeypatch.setattr(playing, "read_weights", lambda file: file)
    return playing.Player(playing.Match(LEARNT, NEW, None, nodes=100, seed=1))


def test_the_points_are_those_of_the_first_weights_in_either_seat(player: playing.Player) -> None:
    lines = [player.line(number) for number in range(4)]
    assert [line["seat"] for line in lines] == [0, 1, 0, 1]
    assert lines[0]["opening"] == lines[1]["opening"] != lines[2]["opening"]
    won = [line["points"] for line in lines if line["why"] == "last-player"]
    assert won and set(won) == {1.0}


def test_the_same_seed_plays_the_same_games(player: playing.Player) -> None:
    assert player.line(3) == player.line(3)
    assert player.line(3)["turns"] != player.line(5)["turns"]


def test_two_who_pass_have_drawn_at_the_third_occurrence(player: playing.Player) -> None:
    both = [StandIn(NEW), StandIn(NEW)]
    seats: Any = both
    game = playing.play_game(player.openings.opening(0), seats, 100, 1)
    assert (game.winner, game.why, len(game.turns)) == (None, "third occurrence", 4)
