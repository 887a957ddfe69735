"""Counts of whole turns, held to the plainest search that can be written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from homeworlds.actions import Pass
from homeworlds.enumeration import all_ends
from homeworlds.notation import parse_position
from homeworlds.position import Position
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options
from homeworlds.search import count_ends
from homeworlds.state import GameState, begin, play
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import HalfTurn

MODERN = preset_rules(Preset.MODERN, Variant.BINARY)
TWO_PLAYER = preset_rules(Preset.TWO_PLAYER, Variant.BINARY)
CLASSIC = preset_rules(Preset.CLASSIC, Variant.BINARY)
SINISTER = preset_rules(Preset.BOOKLET, Variant.SINISTER)
LAST = with_options(preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING), {"attack": "smaller"})

COUNTED: list[tuple[str, RuleSet, str, int]] = [
    ("setup", MODERN, "<0>", 936),
    ("one star", MODERN, "<0 one-star 0>", 144),
    ("opening", MODERN, "<0> A (0, y1b2) g3-; B (1, r1b3) -g3", 10),
    ("move", MODERN, "<0> A (0, r1b2) y1g1-; B (1, y3b3) -g3", 26),
    ("factory", MODERN, "<0> A (0, r1b2) g1g3-; B (1, y1b3) -g1g1g2g2g2g3g3", 24),
    ("empty home stays", MODERN, "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-", 38),
    ("empty home goes", TWO_PLAYER, "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-", 37),
    ("own end forbidden", CLASSIC, "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-", 16),
    ("catastrophe at any time", MODERN, "<0> A (0, g1b2) g2g3-; B (1, y1b3) r3-g3y1", 37),
    ("catastrophe after", CLASSIC, "<0> A (0, g1b2) g2g3-; B (1, y1b3) r3-g3y1", 35),
    ("twins", MODERN, "<0> A (0, r1b2) g1-; B (1, y1b3) -g3; V (g3) y1-; W (g3) y1-", 30),
    ("timewarp", MODERN, "<0 warp 0:1> A (0, r1b2) g1-; B (1, y1b3) -g3", 14),
    ("three seats", SINISTER, "<0> A (0, r1b2) r2g1--; B (1, y1b3) r3-g3-; C (2, g1r3) y3--b3", 259),
    ("derelicts", LAST, "<0 out 2> A (0, r1b2) r1g2--; B (1, y1b3) -g3-; V (g3) r2--b1y2", 21),
]


def _read(rules: RuleSet, text: str) -> Position:
    names = "ABC" if rules.variant is not Variant.BINARY else "AB"
    return parse_position(text, rules, names)


def _every_turn(half: HalfTurn) -> Iterator[HalfTurn]:
    """All half-made turns that may end, by every order of steps."""
    if half.why_not_end() is None:
        yield half
    for action in half.legal_actions():
        if not (isinstance(action, Pass) and half.turn) and half.turn != (Pass(),):
            yield from _every_turn(half.then(action))


def _nameless(position: Position) -> object:
    systems = sorted([(repr(s.home), s.stars, s.fleets) for s in position.systems])
    return position.mover, position.out, position.timewarp, tuple(systems)


@pytest.mark.parametrize("rules, text, count", [pytest.param(*case[1:], id=case[0]) for case in COUNTED])
def test_the_ends_of_a_turn_are_counted_right(rules: RuleSet, text: str, count: int) -> None:
    position = _read(rules, text)
    plain = {_nameless(half.end().position) for half in _every_turn(HalfTurn(rules, position))}
    ends = [_nameless(half.end().position) for half in all_ends(rules, position)]
    assert len(ends) == len(set(ends))
    assert set(ends) == plain
    assert len(plain) == count
    assert count_ends(GameState(rules, position)) == count


@pytest.mark.parametrize("rules, text", [pytest.param(*case[1:3], id=case[0]) for case in COUNTED[2:]])
def test_a_win_in_one_is_found_exactly_when_there_is_one(rules: RuleSet, text: str) -> None:
    state = GameState(rules, _read(rules, text))
    mover = state.position.mover
    wins = [half for half in all_ends(rules, state.position) if _wins(state, half)]
    turn = winning_turn(state)
    assert (turn is not None) == bool(wins)
    if turn is not None:
        half = begin(state)
        for action in turn:
            half = half.then(action)
        assert _wins(state, half)
    for victim in state.position.living:
        if victim != mover:
            falls = [
                half
                for half in all_ends(rules, state.position)
                if victim in half.end().eliminated and mover not in half.end().eliminated
            ]
            assert (eliminating_turn(state, mover, victim) is not None) == bool(falls)


def _wins(state: GameState, half: HalfTurn) -> bool:
    outcome = play(state, half).state.outcome
    return outcome is not None and not outcome.draw and state.position.mover in outcome.winners
