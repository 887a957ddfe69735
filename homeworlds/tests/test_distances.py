"""How far the homeworlds are."""

import pytest

from homeworlds.distances import jumps_to_homes
from homeworlds.notation import parse_position
from homeworlds.position import Position
from homeworlds.rules import RuleSet, Variant

TABLE = "<0> Alice (0, y1b2) g3-; Bob (1, r1b3) -g3; Vega (g3) y1-g1; Mira (y1) y3-; Rigel (r2) b1-"


def position_of(text: str, players: int = 2) -> Position:
    rules = RuleSet() if players == 2 else RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    return parse_position(text, rules, ["Alice", "Bob", "Cleo"][:players])


@pytest.mark.parametrize(
    "system, jumps",
    [
        ("Alice", {0: 0, 1: 3}),
        ("Bob", {0: 3, 1: 0}),
        ("Vega", {0: 1, 1: 2}),
        ("Rigel", {0: 2, 1: 1}),
        ("Mira", {0: 2, 1: 2}),
    ],
)
def test_jumps_are_the_fewest_moves_to_each_home(system, jumps):
    position = position_of(TABLE)
    assert jumps_to_homes(position, position.find(system)) == jumps


def test_homes_of_the_same_stars_are_two_jumps_apart():
    position = position_of("<0> Alice (0, y1b2) g3-; Bob (1, y1b2) -g3")
    assert jumps_to_homes(position, position.find("Alice")) == {0: 0, 1: 2}


def test_a_way_may_lead_through_what_the_bank_has_only():
    everything_large = "<0> Alice (0, y1b2) g3g3g3-; Bob (1, y1b2) -b3b3b3r3r3r3y3y3y3"
    position = position_of(everything_large)
    assert jumps_to_homes(position, position.find("Alice")) == {0: 0, 1: None}


def test_who_has_no_homeworld_is_left_out():
    position = position_of("<0> Alice (0, y1b2) g3--; Cleo (2, r1b3) --g3; Vega (g3) y1--", 3)
    assert jumps_to_homes(position, position.find("Vega")) == {0: 1, 2: 2}
