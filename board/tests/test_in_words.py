"""The table in words: what threatens a player as it lies, the map and the bank."""

from __future__ import annotations

import pytest

from board.turn.in_words import dangers_of, in_words
from homeworlds.notation import parse_position
from homeworlds.rules import Preset, Variant, preset_rules

NAMES = ("Ann", "Bob")
QUIET = "<0> Ann (0, b1y2) g3-; Bob (1, r1b3) -g3"


def told(text: str, preset: Preset = Preset.BOOKLET) -> tuple[str, ...]:
    rules = preset_rules(preset, Variant.BINARY)
    return dangers_of(parse_position(text, rules, NAMES), rules, 0)


@pytest.mark.parametrize(
    "text, dangers",
    [
        (QUIET, ["As it lies, nothing on the map threatens a ship of yours."]),
        (
            "<0> Ann (0, b1y2) r1g3-r3; Bob (1, r1b3) -g3",
            ["Bob could capture at Ann: large green, small red."],
        ),
        # Without red there nobody captures, and a larger ship is safe.
        ("<0> Ann (0, b1y2) g3-y3; Bob (1, r1b3) -g3", ["As it lies, nothing"]),
        ("<0> Ann (0, b1y2) g3-r1; Bob (1, r1b3) -g3", ["As it lies, nothing"]),
        (
            "<0> Ann (0, b1y2) g1g2g3-; Bob (1, r1b3) -g3; Vega (y2) r1-y1y1y3",
            [
                "With one more green piece at Ann a catastrophe would cost you large green, medium green",
                "A yellow catastrophe at Vega would cost you small red.",
            ],
        ),
        # What costs only others threatens nothing of mine.
        ("<0> Ann (0, b1y2) g3-; Bob (1, r1b3) -g3; Vega (g2) r1-y1y1y3", ["As it lies, nothing"]),
    ],
)
def test_what_threatens_is_what_everybody_can_see(text, dangers):
    found = told(text)
    assert len(found) == len(dangers)
    assert all(sentence.startswith(start) for sentence, start in zip(found, dangers, strict=True))


def test_where_only_smaller_ships_are_attacked_equals_are_safe():
    text = "<0> Ann (0, b1y2) g3-r3; Bob (1, r1b3) -g3"
    assert told(text) == ("Bob could capture at Ann: large green.",)
    assert told(text, Preset.TWO_PLAYER)[0].startswith("As it lies")


def test_map_bank_and_position_are_said_whole():
    rules = preset_rules(Preset.BOOKLET, Variant.BINARY)
    position = parse_position(QUIET, rules, NAMES)
    words = in_words(position, rules, 0)
    assert len(words.systems) == 2 and words.systems[0].startswith("Ann, your homeworld")
    assert words.bank.startswith("In the bank: 2 small red, 3 medium red") and "None left" not in words.bank
    assert parse_position(words.position, rules, NAMES) == position
    assert in_words(position, rules, None).dangers == ()
    rest = "<0> Ann (0, b1y2) g3g3-; Bob (1, r1b3) -g3"
    assert in_words(parse_position(rest, rules, NAMES), rules, 0).bank.endswith("None left: large green.")
