"""What `bin/prove bots-secret` finds: bots whose turns tell their side, and bots whose turns do not."""

from __future__ import annotations

from random import Random

import pytest

from bots import random_bot
from bots.budget import Budget
from bots.core import available
from bots.thinking import Asked, dice
from homeworlds.actions import Turn
from homeworlds.notation import parse_turn
from homeworlds.outcome import Alignment
from proofs.bots import secret
from proofs.bots.features import features
from proofs.bots.secret import Task, compare, guess, reach


@pytest.fixture(autouse=True)
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games by lot are soon not quiet."""
    monkeypatch.setattr(secret, "LATEST", 2)


def by_lot(level: int, asked: Asked) -> Turn:
    return random_bot.choose(asked.state, dice(asked), None, Budget(1, 1.0, lambda: 0.0))


def telling(level: int, asked: Asked) -> Turn:
    """Evil plays by other dice."""
    return by_lot(level, asked._replace(seed=asked.seed + (asked.alignment is Alignment.EVIL)))


def test_positions_are_quiet_and_the_same_for_the_same_number():
    for number in range(3):
        task = Task(number, 1, [1], 10)
        quiet = reach(task, by_lot)
        assert quiet == reach(task, by_lot)
        assert quiet.state.outcome is None and not quiet.state.revealed
        assert 3 <= quiet.state.position.players <= 6


def test_who_plays_otherwise_when_evil_is_found():
    lines = [compare(Task(number, 1, [3], 10), by_lot) for number in range(3)]
    assert not any(line["levels"]["3"]["differs"] for line in lines)
    assert all(line["levels"]["3"]["read"][0] == line["levels"]["3"]["read"][1] for line in lines)
    lines = [compare(Task(number, 1, [3], 10), telling) for number in range(3)]
    assert any(line["levels"]["3"]["differs"] for line in lines)


def test_a_turn_is_read():
    task = Task(1, 1, [1], 10)
    state = next(
        quiet.state
        for number in range(99)
        if (quiet := reach(task._replace(number=number), by_lot)).state.position.homeworld(
            quiet.state.position.mover
        )
    )
    passed = features(state, parse_turn("pass", state.position.players))
    assert passed[9] == 1.0 and sum(passed[1:9]) == 0 and passed[20:] == [0.0] * 8


@pytest.mark.skipif(not available(), reason="numpy comes with numba")
def test_a_classifier_finds_a_side_that_shows_and_nothing_where_none_does():
    lots = Random(1)
    same = [[[1.0, lots.random()]] * 2 for _pair in range(100)]
    nothing = guess(same)
    assert nothing == (0, 0, 0)
    shown = [[[1.0, lots.gauss(0, 1)], [1.0, lots.gauss(1, 1)]] for _pair in range(300)]
    found = guess(shown)
    assert found.low > 0.1
    apart = guess([[[1.0, lots.gauss(0, 1)], [1.0, lots.gauss(0, 1)]] for _pair in range(300)])
    assert apart.low < 0.02 and apart.high > -0.02
