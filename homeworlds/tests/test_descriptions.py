"""Turns, effects and ends in words."""

from __future__ import annotations

import pytest

from homeworlds.descriptions import describe_action, describe_effects
from homeworlds.notation import parse_action, parse_position, parse_turn
from homeworlds.rules import RuleSet
from homeworlds.turn import make_turn

NAMES = ("Ann", "Bob", "Cyd")


@pytest.mark.parametrize(
    "action, words",
    [
        ("homeworld R1 B2 G3", "set up with the stars R1 and B2 and the ship G3"),
        ("homeworld B2 - G3", "set up with the star B2 and the ship G3"),
        ("build G1 V", "built G1 at V"),
        ("trade G1 Y1 V", "traded G1 for Y1 at V"),
        ("discover Y1 V B2 W", "moved Y1 from V to the new system W with the star B2"),
        ("move Y1 V W", "moved Y1 from V to W"),
        ("attack R1@1 V", "captured R1 of Bob at V"),
        ("sacrifice G3 V", "sacrificed G3 at V"),
        ("catastrophe V yellow", "called a yellow catastrophe at V"),
        ("pass", "passed"),
    ],
)
def test_an_action_is_told_in_words(action: str, words: str) -> None:
    assert str(describe_action(parse_action(action, 3), NAMES)) == words


def test_the_effects_tell_losses_and_who_would_fall_but_not_who_would_win() -> None:
    text = "<0> Ann (0, r1b2) r2--; Bob (1, y1b3) r3-g3-; Cyd (2, g1r3) --b3; V (y3) --g1g1g2g3"
    position = parse_position(text, RuleSet(), NAMES)
    turn = parse_turn("sacrifice R2 Ann; attack G3 Bob; catastrophe V green", 3)
    effects = make_turn(RuleSet(), position, turn).effects()
    told = [str(effect.words) for effect in describe_effects(effects, NAMES, 0)]
    assert told == [
        "You lose R2 at Ann.",
        "Cyd loses G1, G1, G2, G3 at V.",
        "You capture G3 of Bob at Bob.",
        "The system V is gone: its star Y3 returns to the bank.",
        "You would be out of the game: no ship at your homeworld.",
        "Bob would be out of the game: no ship at home.",
    ]
    assert [effect.grave for effect in describe_effects(effects, NAMES, 0)] == [False] * 4 + [True] * 2


def test_a_star_that_goes_alone_leaves_its_system() -> None:
    text = "<0> Ann (0, r1b2) r1r2r3g3-; Bob (1, y1b3) -g2"
    position = parse_position(text, RuleSet(), NAMES[:2])
    effects = make_turn(RuleSet(), position, parse_turn("catastrophe Ann red", 2)).effects()
    told = [str(effect.words) for effect in describe_effects(effects, NAMES, 0)]
    assert told[-1] == "The star R1 of Ann returns to the bank."
