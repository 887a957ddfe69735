"""People who learn: what they see, what they miss, and that their turns are legal all the same."""

from __future__ import annotations

import random

import pytest

from bots.budget import Budget
from bots.learner_bot import IMPROVER, NEWCOMER, Learner, choose
from bots.tests.cast import NAMES, Player, dealt, play_game, still
from homeworlds.actions import Sacrifice, Turn
from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState
from homeworlds.turn import make_turn

BINARY = preset_rules(Preset.BOOKLET, Variant.BINARY)
CAPTURE_WINS = "<0> Alice (0, b1y3) g3-r3; Bob (1, r1b3) r3-g1"
"""Red captures Bob's last ship at home, in one action."""
SACRIFICE_WINS = "<0> Alice (0, b1y3) g3-; Bob (1, r1b3) r3-g1g2; Vega (g2) r2-"
"""A sacrifice of red captures both; no single action wins."""


def learner(who: Learner, turns: int = 600) -> Player:
    def play(state: GameState, rng: random.Random, alignment: Alignment | None) -> Turn:
        return choose(who, state, rng, alignment, Budget(turns, 1.0, still))

    return play


def state_of(text: str) -> GameState:
    return GameState(BINARY, parse_position(text, BINARY, NAMES[:2]))


def wins(who: Learner, text: str) -> int:
    """Of thirty tries."""
    state, won = state_of(text), 0
    for seed in range(30):
        turn = learner(who)(state, random.Random(seed), None)
        won += 1 in make_turn(state.rules, state.position, turn).end().eliminated
    return won


def test_a_newcomer_often_sees_a_simple_win_and_never_one_by_a_sacrifice() -> None:
    assert 6 < wins(NEWCOMER, CAPTURE_WINS) < 24
    assert wins(NEWCOMER, SACRIFICE_WINS) == 0


def test_who_improves_sees_most_simple_wins_and_some_by_a_sacrifice() -> None:
    assert wins(IMPROVER, CAPTURE_WINS) > 24
    assert 0 < wins(IMPROVER, SACRIFICE_WINS) < 15


def test_a_newcomer_sacrifices_nothing_whatever_it_brings() -> None:
    state = state_of("<0> Alice (0, b1y3) g3g3-; Bob (1, r1b3) -g3g1")
    turns = [learner(NEWCOMER)(state, random.Random(seed), None) for seed in range(30)]
    assert not any(isinstance(action, Sacrifice) for turn in turns for action in turn)


def test_the_same_dice_choose_the_same_turn() -> None:
    state = state_of(CAPTURE_WINS)
    for who in (NEWCOMER, IMPROVER):
        one, other = (learner(who)(state, random.Random(7), None) for _again in range(2))
        assert one == other


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("who", [NEWCOMER, IMPROVER], ids=["newcomer", "improver"])
def test_they_play_whole_games_of_every_variant(variant: Variant, who: Learner) -> None:
    players = 2 if variant is Variant.BINARY else 4
    rules = preset_rules(Preset.BOOKLET, variant)
    alignments = dealt(players) if variant is Variant.GOOD_VS_EVIL else None
    play_game(rules, [learner(who, 25)] * players, seed=3, most=24, alignments=alignments)


def test_without_a_budget_a_quiet_turn_is_made() -> None:
    turn = learner(IMPROVER, 0)(state_of(CAPTURE_WINS), random.Random(1), None)
    assert len(turn) == 1
