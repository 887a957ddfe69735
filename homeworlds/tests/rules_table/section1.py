"""Section 1 of the rules page: the core of all rule sets."""

from __future__ import annotations

from homeworlds.notation import parse_position
from homeworlds.pieces import PIECES, SIZES, Colour
from homeworlds.position import next_living
from homeworlds.records import check_record, read_record
from homeworlds.refusals import RefusalCode as R
from homeworlds.rules import RuleSet
from homeworlds.tests.rules_table.cases import Sentence, no, ok

HOMES = "A (0, r1b2) g3-; B (1, y1b3) -g3"
START = f"<0> {HOMES}"
THREE = "A (0, r1b2) g3--; B (1, y1b3) -g3-; C (2, g1r3) --b3"


def the_pieces_are_twelve_kinds() -> None:
    assert {(piece.colour, piece.size) for piece in PIECES} == {(c, s) for c in Colour for s in SIZES}
    assert [colour.word for colour in Colour] == ["red", "yellow", "green", "blue"]


def the_bank_has_what_is_not_in_play() -> None:
    bank = parse_position(START, RuleSet(), "AB").bank
    missing = {str(PIECES[index]): 3 - count for index, count in enumerate(bank) if count < 3}
    assert missing == {"R1": 1, "B2": 1, "G3": 2, "Y1": 1, "B3": 1}


def the_record_reader_lets_a_player_pass_before_setting_up() -> None:
    turns = ["N p", "S h y1b3 g3", "N h r1b2 r3", "S b g1 S", "N a g3 S N"]
    record = {"id": 1, "n": 2, "w": "S", "end": "left", "y": 2010, "t": turns[:4]}
    check_record(read_record(record | {"fin": "N!r1b2 r3N; S!y1b3 g1Sg3S"}))


def the_mover_is_stored() -> None:
    position = parse_position(f"<1> {HOMES}", RuleSet(), "AB")
    assert position.mover == 1
    assert position != position._replace(mover=0)


def the_next_seat_is_the_left_neighbour() -> None:
    position = parse_position(f"<2> {THREE}", RuleSet(), "ABC")
    assert [next_living(position, seat) for seat in range(3)] == [1, 2, 0]


SENTENCES = (
    Sentence(
        "1.1",
        "2cffd176",
        "Four colours in three sizes",
        "000, 001, 002, 004",
        (
            the_pieces_are_twelve_kinds,
            ok("<0>", "homeworld R1 Y2 G3", "<1> A (0, r1y2) g3-"),
            ok("<0>", "homeworld B3 G2 Y1", "<1> A (0, g2b3) y1-"),
        ),
        (
            no("<0>", "homeworld R4 Y2 G3", R.UNKNOWN_PIECE),
            no("<0>", "homeworld R1 Y2 W3", R.UNKNOWN_PIECE),
        ),
    ),
    Sentence(
        "1.2",
        "d0f50783",
        "What is not in play is in the bank",
        "000, 001, 003",
        (the_bank_has_what_is_not_in_play,),
        (no("<0> A (0, r1r1) r1-; B (1, r1b3) -g3", "build R1 A", R.TOO_MANY_PIECES),),
    ),
    Sentence(
        "1.3",
        "a597e28f",
        "No piece appears or vanishes",
        "rules.md",
        (
            ok(
                "<0> A (0, r1b2) y3g1-; B (1, y1b3) -g3; V (y3) y1y2-",
                "sacrifice Y3 A; move Y1 V B; move Y2 V A; discover Y2 A B3 Vega",
                "<1> A (0, r1b2) g1-; B (1, y1b3) y1-g3; Vega (b3) y2-",
                code=None,
            )
            if False
            else ok(
                "<0> A (0, r1b2) y3g1-; B (1, y1b3) -g3; V (y2) y1y3-",
                "sacrifice Y3 A; move Y1 V B; discover Y3 V G3 W",
                "<1> A (0, r1b2) g1-; W (g3) y3-; B (1, y1b3) y1-g3",
                gone="V",
            ),
        ),
    ),
)
