"""Names of new systems that cannot be told from others, and marks that nobody sees in an order."""

import pytest

from board.turn.making import read_turn
from board.turn.naming import NameRefusal, NameRefusalCode, check_order
from board.words.refusals import sentence
from homeworlds.notation import parse_position
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
        ("Ve\u200bga", NameRefusalCode.HIDDEN_MARK),
    ],
)
def test_a_new_system_is_not_called_what_others_would_misread(name, code):
    with pytest.raises(NameRefusal) as refusal:
        check_order(f"discover Y1 Alice G2 {name}", state().position)
    assert refusal.value.code is code
    assert read_turn(state(), f"discover Y1 Alice G2 {name}").error == sentence(refusal.value)


@pytest.mark.parametrize("name", ["Deneb", "Мира", "天狼", "Vega-2", "Vegas", "vega"])
def test_other_names_are_not_refused_here(name):
    """The same name in another case is refused by the library, in its own words."""
    check_order(f"discover Y1 Alice G2 {name}", state().position)


def test_two_systems_of_one_turn_are_told_apart():
    with pytest.raises(NameRefusal, match="looks-taken"):
        check_order(
            "sacrifice Y2 Vega; discover G3 Alice G2 Mira; discover Y1 Alice G2 Mlra", state().position
        )


def test_an_invisible_mark_in_an_order_is_called_by_its_name():
    read = read_turn(state(), "build G1\u200b Alice")
    assert read.error == (
        "There is a mark in this order that nobody can see: U+200B ZERO WIDTH SPACE. "
        "Delete it, or type the order anew."
    )
    assert read.text == "build G1\u200b Alice"


def test_what_stands_before_a_wrong_name_is_kept():
    read = read_turn(state(), "sacrifice Y1 Alice; discover G3 Alice G2 B0b")
    assert read.error == "Step 2: The name B0b looks like Bob, which is here already. Choose another name."
    assert len(read.half.turn) == 1


def test_a_system_of_before_may_be_used_by_its_name():
    old = state(START.replace("Vega", FILLER))
    check_order(f"build Y1 {FILLER}", old.position)
    with pytest.raises(NameRefusal):
        check_order(f"build Y1 {FILLER}\u200b", old.position)
