"""What a setup is called, and what speaks against it."""

from __future__ import annotations

import pytest

from homeworlds.advice import Advice, HomeKind, home_kind, setup_advice
from homeworlds.notation import parse_position
from homeworlds.pieces import Pieces, find_piece
from homeworlds.rules import Bank, RuleSet, Variant

EMPTY = "<0>"


def pieces(text: str) -> Pieces:
    found = [find_piece(word) for word in text.split()]
    assert None not in found
    return tuple([piece for piece in found if piece is not None])


@pytest.mark.parametrize(
    "stars, kind",
    [
        ("Y1 B2", HomeKind.BANKER),
        ("B3 Y1", HomeKind.GOLDILOCKS),
        ("Y3 B2", HomeKind.FORTRESS),
        ("Y1 B1", HomeKind.GEMINI),
        ("Y3 Y3", HomeKind.GEMINI),
        ("B2", None),
        ("", None),
    ],
)
def test_a_homeworld_is_named_by_its_sizes(stars: str, kind: HomeKind | None) -> None:
    assert home_kind(pieces(stars)) is kind


@pytest.mark.parametrize(
    "stars, ship, advice",
    [
        ("Y1 B2", "G3", []),
        ("Y1 B2", "G2", [Advice.SHIP_NOT_LARGE]),
        ("Y1 B2", "R3", [Advice.NO_GREEN]),
        ("Y1 G2", "R3", [Advice.NO_BLUE]),
        ("Y1 R2", "Y3", [Advice.NO_GREEN, Advice.NO_BLUE, Advice.FEW_COLOURS]),
        ("B1 G2", "G3", [Advice.FEW_COLOURS]),
        ("Y2 B2", "G3", [Advice.GEMINI]),
        ("B1 B2", "G3", [Advice.FEW_COLOURS, Advice.SAME_COLOUR]),
        ("R2 R2", "R1", list(Advice)[:-1]),
        ("B2", "G3", []),
        ("B2", "Y3", [Advice.NO_GREEN]),
    ],
)
def test_what_speaks_against_a_setup_the_gravest_first(stars: str, ship: str, advice: list[Advice]) -> None:
    position = parse_position(EMPTY, RuleSet(), ("A", "B"))
    assert list(setup_advice(position, 0, pieces(stars), *pieces(ship))) == advice


@pytest.mark.parametrize(
    "stars, advice",
    [("Y1 B2", []), ("Y2 B2", [Advice.GEMINI]), ("B1 B2", [Advice.SAME_COLOUR]), ("R1", [])],
)
def test_two_stars_are_judged_before_the_ship_is_chosen(stars: str, advice: list[Advice]) -> None:
    position = parse_position(EMPTY, RuleSet(), ("A", "B"))
    assert list(setup_advice(position, 0, pieces(stars))) == advice


@pytest.mark.parametrize(
    "home, position, small",
    [
        ("Y1 B2", "<1> A (0, r1g2) b3-", True),
        ("Y2 B1", "<1> A (0, r1g2) b3-", True),
        ("Y1 B3", "<1> A (0, r1g2) b3-", False),
        ("Y1 B1", "<1> A (0, r1g1) b3-", True),
        # Of four the next and the one before are neighbours, the one opposite is not.
        ("Y1 B2", "<1> A (0, r1g2) b3---", True),
        ("Y1 B2", "<1> C (2, r1g2) --b3-", True),
        ("Y1 B2", "<1> D (3, r1g2) ---b3", False),
        # Whoever is out is no neighbour: the next living one is.
        ("Y1 B2", "<1 out 2> D (3, r1g2) ---b3", True),
        ("Y1 B2", "<1 out 0> A (r1g2) b3---", False),
    ],
)
def test_a_neighbour_with_the_same_sizes_makes_a_small_universe(
    home: str, position: str, small: bool
) -> None:
    players = 2 if position.endswith(") b3-") else 4
    rules = RuleSet(variant=Variant.BINARY if players == 2 else Variant.SINISTER, bank=Bank.FIVE)
    at = parse_position(position, rules, "ABCD"[:players])
    assert (Advice.SMALL_UNIVERSE in setup_advice(at, 1, pieces(home))) is small
