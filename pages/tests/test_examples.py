"""The drawn examples: each is legal, and shows exactly what the library makes of it."""

import re

import pytest

from board.tests.rule_sets import ALL
from homeworlds.notation import format_position, parse_position
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options
from pages.examples import CONNECTED, NAMES, Scene, draw_connections, draw_examples, example_for

AFTER = {
    Scene.SETUP: "Ada (0, r1b2) g3-",
    Scene.BUILD: "Ada (0, r1b2) g1g3-; Grace (1, y2b3) -y3",
    Scene.TRADE: "Ada (0, r1b2) y1g3-; Grace (1, y2b3) -y3",
    Scene.MOVE: "Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (b3) y1g1-",
    Scene.DISCOVER: "Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (g3) y1-",
    Scene.LEAVE: "Ada (0, r1b2) y1g3-; Grace (1, y2b3) -y3",
    Scene.ATTACK: "Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (b3) r2g2-g1",
    Scene.SACRIFICE: "Ada (0, r1b2) g1g3-; Grace (1, y2b3) -y3; Vega (b3) y1y1-",
    Scene.CATASTROPHE: "Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (b3) y1-",
    Scene.STAR: "Ada (0, r1b2) g3-; Grace (1, y2b3) -y3",
    Scene.HOME: "Ada (0, r1b2) g3-; Grace (y2b3) r2g1-; Vega (g1) -y1",
    Scene.RETURN: "Ada (0, r1b2) g3-; Grace (1, y2b3) -y3",
}
"""Written down by hand, by the rules."""


@pytest.mark.parametrize("scene", Scene)
def test_the_library_makes_of_each_example_what_the_picture_shows(scene):
    example = example_for(scene, RuleSet())
    half = example.half_turn(RuleSet())
    mover, _, systems = format_position(example.after(RuleSet())).partition("> ")
    assert systems == AFTER[scene]
    assert (mover == "<0 out 1") == (scene is Scene.HOME)
    assert half.why_not_end() is None


def test_each_example_is_legal_by_every_rule_set_that_shows_it():
    for rules in set(ALL):
        for scene in Scene:
            if example := example_for(scene, rules):
                assert example.half_turn(rules).why_not_end() is None, (scene, rules)


def test_the_examples_follow_the_rules():
    smaller = with_options(RuleSet(), {"attack": "smaller"})
    assert "attack G1" in example_for(Scene.ATTACK, smaller).turn
    assert "attack G2" in example_for(Scene.ATTACK, RuleSet()).turn
    two = preset_rules(Preset.TWO_PLAYER, Variant.BINARY)
    assert example_for(Scene.RETURN, two) is None and example_for(Scene.RETURN, RuleSet())


def test_what_is_shown_is_before_and_after():
    drawn = draw_examples(RuleSet())
    assert set(drawn) == set(Scene)
    assert not drawn["setup"].before and not drawn["star"].after
    for scene, example in drawn.items():
        shown = example_for(Scene(scene), RuleSet()).shown
        for name in shown:
            assert name in example.before or name in example.after
        assert 'class="chip step"' in example.after or scene in ("star", "leave")
    assert drawn["build"].after.count("#ship-") == drawn["build"].before.count("#ship-") + 1
    assert "ship-g1-0-0" in drawn["home"].after and "ship-g1-1-180" in drawn["home"].before


def test_the_connected_systems_are_marked_and_no_other():
    position = parse_position(CONNECTED, RuleSet(), NAMES)
    vega = position.find("Vega")
    reached = {system.name for system in position.systems if vega.connects_to(system)}
    assert reached == {"Ada", "Deneb", "Lyra"}
    assert len(re.findall(r'class="[^"]* reach"', draw_connections(RuleSet()))) == 3
