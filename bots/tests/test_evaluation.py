"""What one thing more or less in a position changes in its worth."""

from __future__ import annotations

import pytest

from bots import evaluation
from bots.evaluation import standing
from homeworlds.notation import parse_position
from homeworlds.rules import Preset, Variant, preset_rules

RULES = preset_rules(Preset.BOOKLET, Variant.SINISTER)
HOME = "Ann (0, y1b3) {}"
OTHERS = "Bob (1, r1b2) -g3-; Cid (2, r1g2) --y3"


def worth(home: str, others: str = OTHERS, out: str = "") -> float:
    """Ann's standing where nothing of hers elsewhere is feared for."""
    text = f"<2{out}> {HOME.format(home)}; {others}"
    return standing(parse_position(text, RULES, ["Ann", "Bob", "Cid"]), 0, exposed=0.0)


@pytest.mark.parametrize(
    "beside, fear",
    [
        ("-y1", 0),
        ("-g2", evaluation.ENEMY_AS_LARGE),
        ("-r3", evaluation.ENEMY_LARGER),
        ("-r3y1", evaluation.ENEMY_LARGER + evaluation.ENEMY_AT_HOME),
    ],
)
def test_an_enemy_at_home_is_feared_by_its_size(beside: str, fear: int) -> None:
    alone = worth("g2--")
    assert worth(f"g2{beside}-") == alone - evaluation.ENEMY_AT_HOME - fear


def test_every_living_enemy_at_home_is_feared() -> None:
    one, two = worth("g2-r1-"), worth("g2-r1-r1")
    assert two == one - evaluation.ENEMY_AT_HOME


def test_ships_of_one_who_is_out_are_not_feared() -> None:
    fallen = "Bob (r1b2) -g3-; Cid (2, r1g2) --y3"
    assert worth("g2-r3-", fallen, out=" out 1") == worth("g2--", fallen, out=" out 1")


@pytest.mark.parametrize(
    "yellow, of_many_colours, fear",
    [
        ("g3-y1-", "g3-r1-", 0),
        ("g3-y1y2-", "g3-r1y2-", evaluation.CROWDED),
        ("g3-y1y2-y2", "g3-r1y2-r2", evaluation.OVERPOPULATED),
    ],
    ids=["two", "three", "four"],
)
def test_a_colour_at_home_is_feared_from_three_pieces_on(
    yellow: str, of_many_colours: str, fear: int
) -> None:
    """Ann has one yellow star; as many enemies of the same sizes stand in both."""
    assert worth(yellow) == worth(of_many_colours) - fear


def test_ships_colours_and_systems_count() -> None:
    alone = worth("g3--")
    more = worth("g3--", f"{OTHERS}; Vega (b1) y2--")
    y2 = evaluation.PIECE[4]
    assert more == alone + evaluation.SYSTEM + evaluation.COLOUR + y2


def test_the_homeworld_counts_by_stars_powers_and_largest_ship() -> None:
    g3, y1 = evaluation.PIECE[8], evaluation.PIECE[3]
    of_home = (
        2 * evaluation.HOME_STAR + evaluation.HOME_SIZE[3] + sum(evaluation.HOME_POWER[1:])
    )  # green by the ship, yellow and blue by the stars
    ships = g3 + y1 + evaluation.SYSTEM + 2 * evaluation.COLOUR
    assert worth("g3y1--") == of_home + ships
