"""Pieces, systems and positions."""

from __future__ import annotations

import pytest

from homeworlds.names import LONGEST_NAME, OFFERED, check_name, offered_name
from homeworlds.notation import parse_position, parse_turn
from homeworlds.pieces import PIECES, Colour, Piece, Pieces, find_piece, format_pieces, piece_of
from homeworlds.position import (
    Position,
    check_position,
    connected,
    next_living,
    position_key,
    sinister_target,
)
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet
from homeworlds.table import catastrophe_losses
from homeworlds.tests.helpers import pickled
from homeworlds.turn import format_half_turn, make_turn

FOUR = "<0> A (0, r1b2) g3---; B (1, y1b3) -g3--; C (2, g1r3) --b3-; D (3, y2b3) ---g3; V (g3) y1-y1--"


def read(text: str = FOUR, names: str = "ABCD") -> Position:
    return parse_position(text, RuleSet(), names)


def _stars(text: str) -> Pieces:
    found = [find_piece(text[i : i + 2]) for i in range(0, len(text), 2)]
    return tuple(piece for piece in found if piece is not None)


def test_a_piece_is_its_colour_and_size() -> None:
    assert [str(piece) for piece in PIECES] == [f"{c}{s}" for c in "RYGB" for s in (1, 2, 3)]
    assert piece_of(Colour.GREEN, 3) == find_piece("g3") == find_piece("G3") == PIECES[8]
    assert format_pieces(tuple(sorted(_stars("b1r3g1r1")))) == "r1r3g1b1"


@pytest.mark.parametrize(
    "one, other, connects",
    [
        ("r1", "g1", False),
        ("r1", "g2", True),
        ("r1", "r3", True),
        ("r1b2", "g3", True),
        ("r1b2", "g2", False),
        ("r1b2", "g2g3", False),
        ("r1b1", "g2g3", True),
        ("r1b2", "r1b2", False),
    ],
)
def test_systems_connect_when_no_star_size_is_shared(one: str, other: str, connects: bool) -> None:
    assert connected(_stars(one), _stars(other)) is connects
    assert connected(_stars(other), _stars(one)) is connects


def test_a_colour_gives_power_to_those_with_a_ship_there() -> None:
    system = read().systems[4]
    assert system.powers(0) == {Colour.GREEN, Colour.YELLOW}
    assert system.powers(2) == frozenset()
    assert [system.count(colour) for colour in Colour] == [0, 2, 1, 0]


def test_the_bank_offers_the_smallest() -> None:
    position = read("<0> A (0, g1g1) g1-; B (1, y1b3) -g3", "AB")
    assert position.smallest_in_bank(Colour.GREEN) == find_piece("g2")
    assert position.smallest_in_bank(Colour.RED) == find_piece("r1")
    assert position._replace(bank=(0,) * 12).smallest_in_bank(Colour.RED) is None


def test_systems_are_found_by_name_in_any_case() -> None:
    position = read()
    assert position.find("v") == position.find("V") == position.systems[4]
    assert position.find("W") is None
    assert position.homeworld(3) == position.systems[3]
    assert read("<0> A (0, r1b2) g3---").homeworld(1) is None


def test_the_next_living_seat_is_found_clockwise() -> None:
    position = read()._replace(out=frozenset({1, 3}))
    assert [next_living(position, seat) for seat in range(4)] == [2, 2, 0, 0]
    assert next_living(position._replace(out=frozenset({1, 2, 3})), 0) == 0


def test_the_sinister_target_is_the_next_living_seat_or_nobody() -> None:
    position = read()._replace(out=frozenset({1}))
    assert sinister_target(position, 0) == 2
    assert sinister_target(position._replace(out=frozenset({1, 2, 3})), 0) is None


@pytest.mark.parametrize(
    "text",
    [
        "<0>",
        "<1> A (0, r1b2) g3-",
        "<0> A (0, r1b2) g1-; B (1, y1b3) -g3; V (g3) y1-y1",
        "<0> A (0, r1b2) g1-r3; B (1, y1b3) b1-g3",
        "<0> a (0, r1b2) g1-; B (1, y1b3) -g3",
        # Once its player is out, a homeworld is a system like others, and need not hold a ship of his.
        "<0 out 1> A (0, r1b2) g1--; B (y1b3) y1--; C (2, r2b1) --g3",
        "<0 out 1> A (0, r1b2) g1--; C (2, r2b1) --g3; V (g3) -y1-",
    ],
)
def test_a_turn_can_begin_with_a_position_that_a_game_comes_to(text: str) -> None:
    check_position(read(text, "ABC" if "C (" in text else "AB"))


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("<0> A (0, r1b2) -g1; B (1, y1b3) -g3", "A is not out and has no ship at home"),
        ("<0> A (0, r1b2) g1-; B (1, y1b3) g3-", "B is not out and has no ship at home"),
        ("<0> A (0, r1b2) g1-; B (1, y1b3) -", "B is not out and has no ship at home"),
        ("<0> B (0, r1b2) g1-; A (1, y1b3) -g3", "the homeworld of A is named B"),
        ("<0> V (0, r1b2) g1-; B (1, y1b3) -g3", "the homeworld of A is named V"),
        ("<0> A (0, r1b2) g1-; b (y1) g3-", "a system is named like B, who is not out"),
        ("<0> A (0, r1b2) g1-; V (y1) -g3", "B is not out and has ships but no homeworld"),
    ],
)
def test_no_turn_begins_with_a_position_that_no_game_comes_to(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as caught:
        check_position(read(text, "AB"))
    assert caught.value.code is RefusalCode.IMPOSSIBLE_POSITION
    assert caught.value.sentence == f"No turn begins with this position: {sentence}."


def test_names_and_order_of_systems_do_not_tell_positions_apart() -> None:
    position = read()
    renamed = read(FOUR.replace("V (", "Vega ("))
    turned = position._replace(systems=position.systems[::-1])
    assert position_key(position) == position_key(renamed) == position_key(turned)
    for other in (
        position._replace(mover=1),
        position._replace(out=frozenset({3})),
        read(FOUR.replace("y1-y1--", "y1y1---")),
        read(FOUR.replace("V (g3)", "V (r3)")),
        read(FOUR.replace("D (3, ", "D (")),
        read(FOUR.replace("<0>", "<0 warp 1:1>")),
    ):
        assert position_key(other) != position_key(position)


def test_a_step_leaves_the_position_before_it_as_it_was() -> None:
    position = read("<0> A (0, r1b2) y2g3-; B (1, y1b3) -g3; V (g3) y1-", "AB")
    kept = pickled(position)
    half = make_turn(RuleSet(), position, parse_turn("sacrifice Y2 A; move Y1 V A", 2))
    text = format_half_turn(half)
    list(half.legal_actions())
    half.then(next(iter(half.legal_actions())))
    half.end()
    assert position == kept == half.start
    assert format_half_turn(half) == text
    with pytest.raises(AttributeError):
        position.mover = 1  # type: ignore[misc]


def test_positions_pieces_and_rules_can_be_pickled() -> None:
    position = read()
    again = pickled(position)
    assert again == position
    assert hash(again) == hash(position)
    ship = again.systems[0].fleets[0][0]
    assert isinstance(ship, Piece)
    assert ship.colour is Colour.GREEN
    assert pickled(RuleSet()) == RuleSet()


@pytest.mark.parametrize("name", ["A", "Qo'nos", "@1", "G3", "<0>", "x" * LONGEST_NAME, "ÅØ☆", "1,2", "-"])
def test_names_may_look_like_anything(name: str) -> None:
    check_name(name)
    text = f"<0> {name} (g3) y1-"
    assert parse_position(text, RuleSet(), "AB").systems[0].name == name


@pytest.mark.parametrize(
    "name",
    ["", " ", "a b", "a;b", "a(b", "a)b", "a\tb", "a\u00a0b", "a\u200bb", "\u202eab", "a\x00", "x" * 21],
)
def test_names_hold_nothing_that_would_be_misread(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        check_name(name)
    assert caught.value.code == RefusalCode.BAD_NAME


def test_an_offered_name_is_never_taken() -> None:
    taken: list[str] = []
    for _ in range(3 * len(OFFERED)):
        name = offered_name(taken)
        check_name(name)
        assert name.casefold() not in {other.casefold() for other in taken}
        taken.append(name.upper())


@pytest.mark.parametrize(
    "star, lost",
    [("g3", "A G1, A G2, A R1, B G1, B R3"), ("b3", "A G1, A G2, B G1"), ("g3r2", "A G1, A G2, B G1")],
)
def test_a_catastrophe_takes_its_colour_and_with_the_last_star_everything(star: str, lost: str) -> None:
    position = read(f"<0> A (0, r1b2) g3---; B (1, y1b3) -g3--; V ({star}) r1g1g2-r3g1--")
    losses = catastrophe_losses(position, "V", Colour.GREEN)
    assert ", ".join(sorted(f"{position.names[loss.owner]} {loss.ship}" for loss in losses)) == lost
