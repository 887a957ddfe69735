"""What the compiled core reads of the rules, and that it searches by no others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import pytest

from bots.core.options import Options, UnknownOption
from bots.core.searcher import Searcher
from bots.thinking import STRENGTHS, Asked, think
from homeworlds.notation import format_turn, parse_position
from homeworlds.rules import OPTIONS, RuleSet, option_values, with_options
from homeworlds.search import Search
from homeworlds.state import GameState
from homeworlds.tests.samples import sample


@dataclass(frozen=True, slots=True)
class LaterRules(RuleSet):
    """With an option that a later release has."""

    gravity: str = "none"


@pytest.mark.parametrize("option", OPTIONS)
def test_each_value_of_an_option_is_told_from_the_others_where_turns_depend_on_it(option: str) -> None:
    read = {tuple(Options.of(with_options(RuleSet(), {option: v}))) for v in option_values(option)}
    assert len(read) == (len(option_values(option)) if option in Options.SEARCHED else 1)


def test_an_option_that_the_core_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownOption, match="'gravity'"):
        Options.of(LaterRules())


def test_a_value_that_the_core_does_not_know_is_refused() -> None:
    for option in ("attack", "bank"):
        with pytest.raises(UnknownOption, match=option):
            Options.of(RuleSet(**{option: "often"}))  # type: ignore[arg-type]


def test_no_place_holds_two_options() -> None:
    places = [place for place, _numbers in Options.SEARCHED.values()]
    assert len(set(places)) == len(places)


NOTHING_ELSE = "<0> A (0, r2r1) r1-; B (1, y1b3) -g3"
"""A can do nothing but lose its last ship, or pass where that is allowed."""


@pytest.mark.parametrize("own_elimination", ["forbidden", "loses"])
def test_where_passing_is_forbidden_the_core_lists_the_turns_that_the_library_lists(
    own_elimination: str,
) -> None:
    pytest.importorskip("numba")
    searcher = Searcher()
    strict = {"passing": "forbidden", "own_elimination": own_elimination}
    rules = with_options(RuleSet(), strict)
    states = [GameState(rules, parse_position(NOTHING_ELSE, rules, ["A", "B"]))]
    states += [
        GameState(with_options(given.rules, strict), given.position)
        for given in [sample(number).state for number in range(1, 150, 3)]
    ]
    for state in states:
        nodes = list(islice(Search(state.rules, state.position).ends(), 1000))
        if len(nodes) < 1000:
            assert searcher.count_ends(state.rules, state.position) == len(nodes)
            if state.position.players == 2:
                lasting = sum(not node.fallen for node in nodes)
                assert searcher.count_turns(state) == lasting


def test_a_bot_passes_only_where_nothing_else_is_possible() -> None:
    pytest.importorskip("numba")
    for own_elimination, turn in (("forbidden", "pass"), ("loses", "sacrifice R1 A")):
        rules = with_options(RuleSet(), {"passing": "forbidden", "own_elimination": own_elimination})
        state = GameState(rules, parse_position(NOTHING_ELSE, rules, ["A", "B"]))
        for strength in STRENGTHS:
            found = think(strength, Asked(state, nodes=200), lambda info: None)
            assert format_turn(found, 2) == turn
