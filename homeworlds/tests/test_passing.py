"""The option `passing`: where it is forbidden, a turn does something, unless no other turn is possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from homeworlds.actions import Action, Pass
from homeworlds.enumeration import all_ends
from homeworlds.notation import format_turn, parse_position, parse_turn
from homeworlds.position import Position, position_key
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options
from homeworlds.search import Search, all_turns, count_ends, half_turns
from homeworlds.state import GameState
from homeworlds.tests.samples import sample
from homeworlds.threats import eliminating_turn, winning_turn
from homeworlds.turn import HalfTurn, make_turn, may_pass

USUAL = preset_rules(Preset.BOOKLET, Variant.BINARY)
STRICT = with_options(USUAL, {"passing": "forbidden"})
KIND = with_options(STRICT, {"own_elimination": "forbidden"})
"""As strict, but nobody has to eliminate himself."""
START = "<0> A (0, r1b2) g3-; B (1, y1b3) -g3"
NOTHING_ELSE = "<0> A (0, r2r1) r1-; B (1, y1b3) -g3"
"""The last ship of A builds, trades and moves nothing, and there is nobody to attack."""
NUMBERS = [number for number in range(240) if number % 3]
"""Of samples that need no recorded games."""
MOST_ENDS = 120


def read(text: str, rules: RuleSet = STRICT) -> Position:
    return parse_position(text, rules, ["A", "B"])


def refusal_of(text: str, turn: str, rules: RuleSet = STRICT) -> RefusalCode | None:
    try:
        make_turn(rules, read(text), parse_turn(turn, 2)).end()
    except Refusal as refusal:
        return refusal.code
    return None


def test_a_player_who_can_do_something_does_not_pass() -> None:
    assert refusal_of(START, "pass") is RefusalCode.MUST_ACT
    assert refusal_of(START, "build G1 A") is None
    assert refusal_of(START, "pass", USUAL) is None
    assert Pass() not in HalfTurn(STRICT, read(START)).legal_actions()
    assert Pass() in HalfTurn(USUAL, read(START)).legal_actions()


def test_a_turn_without_any_step_is_told_what_it_may_be() -> None:
    assert refusal_of(START, "") is RefusalCode.MUST_ACT
    assert refusal_of(START, "", USUAL) is RefusalCode.NOTHING_DONE
    assert refusal_of(NOTHING_ELSE, "", KIND) is RefusalCode.NOTHING_DONE


def test_who_can_do_nothing_else_ends_the_turn_by_a_pass() -> None:
    assert refusal_of(NOTHING_ELSE, "pass", KIND) is None
    assert list(HalfTurn(KIND, read(NOTHING_ELSE)).legal_actions())[-1] == Pass()
    assert refusal_of(NOTHING_ELSE, "sacrifice R1 A", KIND) is RefusalCode.OWN_ELIMINATION


def test_a_turn_that_eliminates_its_maker_is_a_turn_where_it_is_allowed() -> None:
    assert refusal_of(NOTHING_ELSE, "pass") is RefusalCode.MUST_ACT
    assert refusal_of(NOTHING_ELSE, "sacrifice R1 A") is None


def test_unused_actions_of_a_sacrifice_are_given_up_as_ever() -> None:
    assert refusal_of(START.replace("g3-;", "y2g3-;"), "sacrifice Y2 A; pass; pass") is None


def test_a_turn_of_catastrophes_alone_does_something() -> None:
    crowded = "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (y3) y1-y1y2"
    assert refusal_of(crowded, "catastrophe V yellow") is None
    assert refusal_of(crowded, "catastrophe V yellow; pass") is None


def test_bonus_actions_may_be_passed_but_not_the_whole_turn() -> None:
    warped = START.replace("<0>", "<0 warp 0:1>")
    assert refusal_of(warped, "pass; build G1 A") is None
    assert refusal_of(warped, "build G1 A") is None
    assert refusal_of(warped, "pass") is RefusalCode.MUST_ACT
    assert refusal_of(warped, "pass; pass") is RefusalCode.MUST_ACT


def test_two_bonus_steps_there_and_back_are_another_turn() -> None:
    """By one action the only ship is lost to its home, by two it is there again."""
    text = "<0{}> A (0, r2r1) y1-; B (1, y1b3) -g3"
    assert may_pass(KIND, read(text.format("")))
    assert not may_pass(KIND, read(text.format(" warp 0:1")))


def test_the_position_of_a_pass_can_be_come_to_by_doing_something() -> None:
    """A green ship is given up and built again."""
    text = "<0> A (0, r1b2) g1g3-; B (1, y1b3) -g3"
    turns = {position_key(GameState(STRICT, read(text)).play(turn).position): turn for turn in ends(text)}
    passed = make_turn(USUAL, read(text), [Pass()]).end().position
    assert format_turn(turns[position_key(passed)], 2) == "sacrifice G1 A; build G1 A"
    assert count_ends(GameState(STRICT, read(text))) == count_ends(GameState(USUAL, read(text)))


def ends(text: str) -> list[tuple[Action, ...]]:
    return list(all_turns(GameState(STRICT, read(text))))


def plainly(rules: RuleSet, position: Position) -> set[str]:
    """The ends of all turns by the usual rules, and of those the ones that do something; a pass where there
    is none. Nothing that knows of the option is asked."""
    usual = with_options(rules, {"passing": "allowed"})
    done = {position_key(end) for turn, end in every_turn(usual, position) if turn}
    return done or {position_key(end) for _turn, end in every_turn(usual, position)}


def every_turn(usual: RuleSet, position: Position) -> Iterator[tuple[list[Action], Position]]:
    """What each turn does, and where it ends."""
    ahead, met = [HalfTurn(usual, position)], set()
    while ahead:
        half = ahead.pop()
        does = [action for action in half.turn if not isinstance(action, Pass)]
        mark = (
            position_key(half.position), half.actions_left, half.power, half.must_only_destroy, bool(does),
        )  # fmt: skip
        if mark in met:
            continue
        met.add(mark)
        if half.why_not_end() is None:
            yield does, half.end().position
        ahead += [half.then(action) for action in half.legal_actions()]


@pytest.mark.parametrize("part", range(4))
def test_search_and_enumeration_find_what_the_plainest_reading_finds(part: int) -> None:
    compared = 0
    for number in NUMBERS[part::4]:
        given = sample(number).state
        rules = with_options(given.rules, {"passing": "forbidden"})
        state = GameState(rules, given.position)
        if len(list(islice(Search(given.rules, given.position).ends(), MOST_ENDS + 1))) > MOST_ENDS:
            continue
        wanted = plainly(rules, state.position)
        assert {position_key(half.end().position) for half in all_ends(rules, state.position)} == wanted
        assert {position_key(half.end().position) for half in half_turns(state)} == wanted
        compared += 1
    assert compared > 10


def test_nobody_wins_by_a_pass_where_nobody_may() -> None:
    """A home that stands empty falls at the end of whatever turn."""
    text = "<0> A (0, r1b2) g3-; B (1, y1b3) -"
    for rules, turn in ((USUAL, "pass"), (STRICT, "sacrifice G3 A")):
        state = GameState(rules, read(text, rules))
        found = eliminating_turn(state, 0, 1)
        assert found is not None and winning_turn(state) is not None
        assert (found == (Pass(),)) == (turn == "pass")
        assert 1 in make_turn(rules, state.position, found).end().eliminated
