"""Names of new systems that cannot be told from others, and marks that nobody sees in an order."""

import pytest

from board.turn.naming import NameRefusal, NameRefusalCode, read_order
from board.turn.order import read_turn
from board.words.refusals import sentence
from homeworlds.notation import parse_position
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet
from homeworlds.state import GameState

START = "<0> Alice (0, b1y2) g3y1r2b1-; Bob (1, r1b3) -g3; Vega (r3) y1-r1"
FILLER = "\u3164"


def state(start: str = START) -> GameState:
    return GameState(RuleSet(), parse_position(start, RuleSet(), ("Alice", "Bob")))


@pytest.mark.parametrize(
    "name, code",
    [
        ("Аlice", NameRefusalCode.MIXED_SCRIPTS),  # Cyrillic
        ("Ꭺltair", NameRefusalCode.MIXED_SCRIPTS),
        ("ꓮꓡꓲꓚꓰ", NameRefusalCode.LOOKS_TAKEN),
        ("A1ice", NameRefusalCode.LOOKS_TAKEN),
        ("B0b", NameRefusalCode.LOOKS_TAKEN),
        ("Véga", NameRefusalCode.LOOKS_TAKEN),
        ("\u3164", NameRefusalCode.HIDDEN_MARK),
        ("\u2800", NameRefusalCode.HIDDEN_MARK),
        ("\u115f", NameRefusalCode.HIDDEN_MARK),
    ],
)
def test_a_new_system_is_not_called_what_others_would_misread(name, code):
    with pytest.raises(NameRefusal) as refusal:
        read_order(state(), f"discover Y1 Alice G3 {name}")
    assert refusal.value.code is code
    assert read_turn(state(), f"discover Y1 Alice G3 {name}").error == sentence(refusal.value)


@pytest.mark.parametrize("name", ["Deneb", "Мира", "天狼", "Vega-2", "Vegas"])
def test_other_names_are_not_refused(name):
    assert read_order(state(), f"discover Y1 Alice G3 {name}").position.find(name)


def test_the_same_name_in_another_case_is_refused_by_the_library():
    with pytest.raises(Refusal, match="already a system"):
        read_order(state(), "discover Y1 Alice G3 vega")


def test_two_systems_of_one_turn_are_told_apart():
    with pytest.raises(NameRefusal, match="looks-taken"):
        read_order(
            state(START.replace("y1r2", "y2r2")),
            "sacrifice Y2 Alice; discover G3 Alice G3 Mira; discover R2 Alice B3 Mlra",
        )


@pytest.mark.parametrize(
    "mark", ["\ufeff", "\u200b", "\u00ad", "\u2060", "\u3164", "\u2800", "\ufe0f", "\x00"]
)
def test_a_mark_that_nobody_sees_is_read_past(mark):
    read = read_turn(state(), f"{mark}bui{mark}ld G1{mark} Alice{mark}")
    assert (read.text, read.error) == ("build G1 Alice", "")


def test_a_mark_that_is_not_read_past_is_called_by_its_name():
    read = read_turn(state(), "build G1\ue000 Alice")
    assert read.error == (
        "There is a mark in this order that nobody can see: U+E000. Delete it, or type the order anew."
    )
    assert read.text == "build G1\ue000 Alice"


def test_what_stands_before_a_wrong_name_is_kept():
    read = read_turn(state(), "sacrifice Y1 Alice; discover B1 Alice G3 B0b")
    assert read.error == "Step 2: The name B0b looks like Bob, which is here already. Choose another name."
    assert len(read.half.turn) == 1
    assert [step.is_wrong for step in read.steps] == [False, True]


def test_a_system_of_before_may_be_used_by_its_name():
    old = state(START.replace("Vega", FILLER))
    assert read_order(old, f"sacrifice Y1 {FILLER}").turn
