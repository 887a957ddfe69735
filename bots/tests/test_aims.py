"""What a bot wants and fears, and what a position is worth to it."""

from __future__ import annotations

from itertools import groupby

import pytest

from bots.aims import Aims
from bots.evaluation import EXPOSED_NEXT, PIECE, position_value
from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment
from homeworlds.pieces import Colour, piece_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState

FOUR = "<0> A (0, y1b3) g3---; B (1, r1b2) -g3--; C (2, r1b3) --g3-; D (3, y1g2) ---g3"


def test_in_sinister_the_hunter_is_feared_most_then_a_win_of_others_then_who_cannot_win_by_it() -> None:
    rules = preset_rules(Preset.BOOKLET, Variant.SINISTER)
    state = GameState(rules, parse_position(FOUR, rules, "ABCD"))
    found = Aims(state, None).dangers(state.position)
    by_gravity = [
        {(danger.killer, danger.victim) for danger in group}
        for _gravity, group in groupby(found, key=lambda danger: danger.gravity)
    ]
    assert by_gravity == [{(3, 0)}, {(1, 2), (2, 3)}, {(1, 0), (2, 0)}]


@pytest.mark.parametrize(
    "size, feared",
    [(1, Colour.YELLOW), (2, Colour.GREEN), (3, Colour.GREEN)],
    ids=["small", "medium", "large"],
)
def test_the_best_ship_is_feared_for_that_is_no_larger_than_an_attacker(size: int, feared: Colour) -> None:
    """Alice has Y1 and G2 beside a ship of Bob, which can attack if it is red."""
    rules = preset_rules(Preset.BOOKLET, Variant.BINARY)
    text = "<0> Alice (0, y1b3) g3-; Bob (1, g1b2) -g3; Vega (b3) y1g2-{}"
    armed, unarmed = (
        position_value(parse_position(text.format(f"{colour}{size}"), rules, ["Alice", "Bob"]), 0, {})
        for colour in "rb"
    )
    worth = PIECE[piece_of(feared, 1 if feared is Colour.YELLOW else 2)]
    assert unarmed - armed == pytest.approx(EXPOSED_NEXT * worth)


def test_good_wins_at_once_by_the_last_evil_player_whom_it_knows_only() -> None:
    rules = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
    text = FOUR.replace("<0>", "<0 out 2>").replace("(2, ", "(")
    state = GameState(rules, parse_position(text, rules, "ABCD"), revealed=((2, Alignment.EVIL),))
    known = state._replace(revealed=((2, Alignment.EVIL), (1, Alignment.EVIL)))
    assert Aims(known, Alignment.GOOD).prey == (1,)
    assert Aims(state, Alignment.GOOD).prey == ()
    assert Aims(state, Alignment.EVIL).prey == (1, 3)
