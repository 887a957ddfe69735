"""Section 1 of the rules page: the core of all rule sets."""

from __future__ import annotations

import re

from homeworlds.notation import parse_position
from homeworlds.pieces import PIECES, SIZES, Colour
from homeworlds.position import next_living
from homeworlds.records import check_record, read_record
from homeworlds.refusals import RefusalCode as R
from homeworlds.rules import RuleSet
from homeworlds.tests.rules_table.cases import MIDWAY, Sentence, no, ok

HOMES = "A (0, r1b2) g3-; B (1, y1b3) -g3"
START = f"<0> {HOMES}"
THREE = "A (0, r1b2) g3--; B (1, y1b3) -g3-; C (2, g1r3) --b3"


def without(player: str) -> str:
    """THREE with this player's homeworld an ordinary system."""
    return re.sub(rf"{player} \(\d, ", f"{player} (", THREE)


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
                "<0> A (0, r1b2) y3g1-; B (1, y1b3) -g3; V (y2) y1y3-",
                "sacrifice Y3 A; move Y1 V B; discover Y3 V G3 W",
                "<1> A (0, r1b2) g1-; W (g3) y3-; B (1, y1b3) y1-g3",
                gone="V",
            ),
        ),
    ),
    Sentence(
        "1.4",
        "a195471c",
        "Xeno colours are a way to show pieces, not to write them",
        "001",
        (ok(START, "build G1 A"),),
        (
            no(START, "build C1 A", R.UNKNOWN_PIECE),
            no("<0> A (0, g1b2) g1g2g3-; B (1, y1b3) -g3", "catastrophe A cyan", R.UNKNOWN_COLOUR),
        ),
    ),
    Sentence(
        "1.5",
        "c9b7e50d",
        "The first turn sets up two stars and a ship",
        "000, 001, 002, 003, 004",
        (
            ok("<0>", "homeworld B2 R1 G3", "<1> A (0, r1b2) g3-"),
            ok("<0>", "homeworld R1 R1 R1 A", "<1> A (0, r1r1) r1-"),
            ok("<1> A (0, r1b2) g3-", "homeworld Y1 B3 G3", START),
        ),
        (
            no("<0>", "pass", R.SET_UP_FIRST),
            no("<1> A (0, r1b2) g3-", "build G1 A", R.SET_UP_FIRST),
            no(START, "homeworld Y1 B3 G3", R.ALREADY_SET_UP),
            no("<0>", "homeworld Y1 B3 G3; build G1 A", R.NO_ACTIONS_LEFT),
            no("<0>", "homeworld Y1 - G3", R.TWO_STARS_NEEDED),
            no("<1> A (0, r1r1) r1-", "homeworld R1 B3 G3", R.NOT_IN_BANK),
            no("<1> A (0, r1r2) r1-", "homeworld R1 R1 G3", R.NOT_IN_BANK),
            no("<0>", "homeworld Y1 B3 G3 B", R.WRONG_HOMEWORLD_NAME),
        ),
    ),
    Sentence(
        "1.6",
        "64f1b137",
        "Only the reader of records lets a player pass before setting up",
        "rules.md",
        (the_record_reader_lets_a_player_pass_before_setting_up,),
        (no("<0>", "pass", R.SET_UP_FIRST, rules="modern first_ship=any"),),
    ),
    Sentence(
        "1.7",
        "c408cade",
        "Own ships and stars give their colour's power",
        "000, 001, 002, 003",
        (
            ok(
                "<0> A (0, g1b2) y3-; B (1, y1b3) -g3",
                "build Y1 A",
                "<1> A (0, g1b2) y1y3-; B (1, y1b3) -g3",
            ),
            ok("<0> A (0, r1b2) g1y3-; B (1, y1b3) -g3", "build Y1 A", shows="A (0, r1b2) y1y3g1-"),
        ),
        (no("<0> A (0, r1b2) y3-; B (1, y1b3) -g3", "build Y1 A", R.NO_POWER),),
    ),
    Sentence(
        "1.8",
        "6dfff86f",
        "Another player's ship gives no power",
        "000, 001, 003",
        (ok("<0> A (0, r1b2) g1y3-; B (1, y1b3) -g3", "build Y1 A", shows="A (0, r1b2) y1y3g1-"),),
        (no("<0> A (0, r1b2) y3-g1; B (1, y1b3) -g3", "build Y1 A", R.NO_POWER),),
    ),
    Sentence(
        "1.9",
        "404f786d",
        "No ship, no action there",
        "000, 001, 002, 003",
        (ok("<0> A (0, r1b2) g3-; B (1, g1b3) r2-g3", "build R1 B", shows="B (1, g1b3) r1r2-g3"),),
        (
            no("<0> A (0, r1b2) g3-; B (1, g1b3) -g3", "build G1 B", R.NO_SHIP_THERE),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (y3) -g1", "move Y1 V A", R.NO_SHIP_THERE),
        ),
    ),
    Sentence(
        "1.10",
        "2e49201b",
        "Build the smallest piece of a colour of your ships",
        "000, 001, 002, 003, 004",
        (
            ok(START, "build G1 A", "<1> A (0, r1b2) g1g3-; B (1, y1b3) -g3"),
            ok("<0> A (0, r1b2) g1g1g1-; B (1, y1b3) -g3", "build G2 A", shows="A (0, r1b2) g1g1g1g2-"),
            ok(
                "<0> A (0, r1b2) g1g1g2-; B (1, y1b3) -g3",
                "sacrifice G2 A; build G1 A; build G2 A",
                shows="A (0, r1b2) g1g1g1g2-",
            ),
        ),
        (
            no(START, "build G2 A", R.NOT_SMALLEST),
            no("<0> A (0, r1b2) g1g1g1-; B (1, y1b3) -g3", "build G1 A", R.NOT_SMALLEST),
            no(START, "build R1 A", R.NO_SHIP_OF_COLOUR),
            no("<0> A (0, r1b2) g3-y1; B (1, y1b3) -g3", "build Y1 A", R.NO_SHIP_OF_COLOUR),
            no(
                "<0> A (0, r1b2) g1g1g1g2g2-; B (1, y1b3) -g2g3g3g3",
                "build G1 A",
                R.COLOUR_USED_UP,
            ),
        ),
    ),
    Sentence(
        "1.11",
        "a7e62997",
        "Trade for another colour of the same size",
        "000, 001, 002, 003, 004",
        (ok(START, "trade G3 R3 A", "<1> A (0, r1b2) r3-; B (1, y1b3) -g3"),),
        (
            no(START, "trade G3 G3 A", R.SAME_COLOUR),
            no(START, "trade G3 R2 A", R.OTHER_SIZE),
            no("<0> A (0, r1b2) g3-; B (1, r3b3) -r3r3", "trade G3 R3 A", R.NOT_IN_BANK),
            no(START, "trade R3 Y3 A", R.NO_SUCH_SHIP),
            no("<0> A (0, r1y2) g3-; B (1, y1b3) -g3", "trade G3 R3 A", R.NO_POWER),
        ),
    ),
    Sentence(
        "1.12",
        "05302ea8",
        "Move to a connected system, or discover one",
        "000, 001, 002, 003, 004",
        (
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (g3) -y2",
                "move Y1 A V",
                "<1> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) y1-y2",
            ),
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3",
                "discover G3 A R3 W",
                "<1> A (0, r1b2) y1-; B (1, y1b3) -g3; W (r3) g3-",
            ),
        ),
        (
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "discover G3 A R2 W", R.NOT_CONNECTED),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "move Y1 A B", R.NOT_CONNECTED),
            no("<0> A (0, r1b2) y1g3-; B (1, r3b3) -r3r3", "discover Y1 A R3 W", R.NOT_IN_BANK),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "move Y1 A A", R.SAME_SYSTEM),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "move Y1 A W", R.NO_SUCH_SYSTEM),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "move Y2 A B", R.NO_SUCH_SHIP),
            no(START, "discover G3 A R3 W", R.NO_POWER),
        ),
    ),
    Sentence(
        "1.13",
        "9f8dece6",
        "Systems without a common star size are connected",
        "000, 001, 002, 003, 004",
        (
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y3b3) -g3",
                "move Y1 A B",
                "<1> A (0, r1b2) g3-; B (1, y3b3) y1-g3",
            ),
            ok("<0> A (0, r1r1) y1g3-; B (1, y1b3) -g3; V (g2) -y2", "move Y1 A V", shows="V (g2) y1-y2"),
        ),
        (
            no("<0> A (0, r1b2) y1g3-; B (1, y2b3) -g3", "move Y1 A B", R.NOT_CONNECTED),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (g1) -y2", "move Y1 A V", R.NOT_CONNECTED),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (g2) -y2", "move Y1 A V", R.NOT_CONNECTED),
        ),
    ),
    Sentence(
        "1.14",
        "d62cd019",
        "Attack a ship that is not larger than your largest there",
        "000, 001, 002, 003, 004",
        (
            ok(
                "<0> A (0, r1b2) g3-g2y3; B (1, y1b3) -g3",
                "attack Y3 A",
                "<1> A (0, r1b2) y3g3-g2; B (1, y1b3) -g3",
            ),
            ok(
                "<0> A (0, y1b2) r1g2-g2; B (1, y1b3) -g3",
                "attack G2 A",
                shows="A (0, y1b2) r1g2g2-",
            ),
            ok(
                "<0 out 2> A (0, r1b2) g3--y1; B (1, y1b3) -g3-; C (g1r3) --b3",
                "attack Y1 A",
                shows="A (0, r1b2) y1g3--",
            ),
        ),
        (
            no("<0> A (0, r1b2) g2-y3; B (1, y1b3) -g3", "attack Y3 A", R.TOO_LARGE_TO_ATTACK),
            no("<0> A (0, r1b2) g3g1-y3; B (1, y1b3) -g3", "attack G1 A", R.OWN_SHIP),
            no("<0> A (0, r1b2) g3-y3; B (1, y1b3) -g3", "attack Y2 A", R.NO_ENEMY_SHIP),
            no("<0> A (0, y1b2) g3-r3; B (1, y1b3) -g3", "attack R3 A", R.NO_POWER),
            no(
                "<0> A (0, r1b2) g3-y3; B (1, y1b3) -g3",
                "attack Y3 A",
                R.NOT_SMALLER_TO_ATTACK,
                rules="modern attack=smaller",
            ),
        ),
    ),
    Sentence(
        "1.15",
        "d012909f",
        "With three or more players the order names the owner",
        "rules.md",
        (
            ok(
                "<0> A (0, r1b2) g3-y1-y1; B (1, y1b3) -g3-; C (2, g1r3) --b3",
                "attack Y1@2 A",
                shows="A (0, r1b2) y1g3-y1-",
                canonical="attack Y1@2 A",
            ),
            ok(
                "<0> A (0, r1b2) g3-y1-; B (1, y1b3) -g3-; C (2, g1r3) --b3",
                "attack Y1 A",
                canonical="attack Y1@1 A",
            ),
            ok("<0> A (0, r1b2) g3-y1; B (1, y1b3) -g3", "attack Y1@1 A", canonical="attack Y1 A"),
        ),
        (
            no(
                "<0> A (0, r1b2) g3-y1-y1; B (1, y1b3) -g3-; C (2, g1r3) --b3",
                "attack Y1 A",
                R.OWNER_UNCLEAR,
            ),
            no(
                "<0> A (0, r1b2) g3-y1-y2; B (1, y1b3) -g3-; C (2, g1r3) --b3",
                "attack Y1@2 A",
                R.NO_ENEMY_SHIP,
            ),
            no("<0> A (0, r1b2) g3-y1-y1; B (1, y1b3) -g3-", "attack Y1@3 A", R.NO_SUCH_SEAT),
            no("<0> A (0, r1b2) g3-y1-y1; B (1, y1b3) -g3-", "attack Y1@0 A", R.OWN_SEAT),
            no("<0> A (0, r1b2) g3-y1; B (1, y1b3) -g3", "attack Y1N A", R.OWN_SEAT),
            no("<0> A (0, r1b2) g3y1-; B (1, y1b3) -g3", "attack Y1N A", R.OWN_SHIP),
        ),
    ),
    Sentence(
        "1.16",
        "66491bc8",
        "One basic action, or a sacrifice, or a pass",
        "000, 002, 003, 004",
        (
            ok(START, "build G1 A", canonical="build G1 A"),
            ok("<0> A (0, r1b2) g1g3-; B (1, y1b3) -g3", "sacrifice G1 A; build G1 A"),
            ok(START, "pass", f"<1> {HOMES}", canonical="pass"),
        ),
        (
            no(START, "build G1 A; build G1 A", R.NO_ACTIONS_LEFT),
            no(START, "build G1 A; sacrifice G3 A", R.NO_ACTIONS_LEFT),
            no(START, "pass; build G1 A", R.NO_ACTIONS_LEFT),
            no(START, "build G1 A; pass", R.NO_ACTION_TO_GIVE_UP),
            no(
                "<0> A (0, r1b2) g1g3-; B (1, y1b3) -g3",
                "sacrifice G3 A; sacrifice G1 A",
                R.SACRIFICE_ONLY_FIRST,
            ),
            no(START, "", R.NOTHING_DONE),
        ),
    ),
    Sentence(
        "1.17",
        "521d776d",
        "A sacrificed ship goes first, then up to its size in actions of its colour",
        "000, 001, 002, 003, 004",
        (
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (r1) y2-",
                "sacrifice G3 A; build Y1 A; build Y2 V; build Y2 V",
                "<1> A (0, r1b2) y1y1-; B (1, y1b3) -g3; V (r1) y2y2y2-",
            ),
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                "<1> A (0, r1b2) y1-; B (1, y1b3) -g3",
                gone="V",
            ),
            ok("<0> A (0, y1b2) g3-; B (1, y1b3) -g3; V (g3) r1-", "sacrifice R1 V", gone="V"),
            ok(
                "<0> A (0, y1b2) g3-y3; B (1, y1b3) -g3; V (g3) r1-",
                "sacrifice R1 V; attack Y3 A",
                shows="A (0, y1b2) y3g3-",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3",
                "sacrifice G3 A; move Y1 A B",
                R.WRONG_SACRIFICE_POWER,
            ),
            no(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3",
                "sacrifice Y1 A; build G1 A",
                R.WRONG_SACRIFICE_POWER,
            ),
            no(
                "<0> A (0, r1b2) g1g3-; B (1, y1b3) -g3",
                "sacrifice G1 A; build G1 A; build G1 A",
                R.NO_ACTIONS_LEFT,
            ),
            no(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) g1-",
                "sacrifice G1 V; build G1 V",
                R.NO_SUCH_SYSTEM,
            ),
            no(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) g1-b1",
                "sacrifice G1 V; build G1 V",
                R.NO_SHIP_THERE,
            ),
            no(START, "sacrifice R1 A", R.NO_SUCH_SHIP),
        ),
    ),
    Sentence(
        "1.18",
        "fb2bd23f",
        "Unused sacrifice actions are lost",
        "000, 003, 004",
        (
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3",
                "sacrifice G3 A; build Y1 A",
                "<1> A (0, r1b2) y1y1-; B (1, y1b3) -g3",
            ),
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3",
                "sacrifice G3 A / pass / pass",
                "<1> A (0, r1b2) y1-; B (1, y1b3) -g3",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) y1g3g1-; B (1, y1b3) -g3",
                "sacrifice G3 A / pass / build Y1 A; build G1 A",
                R.NO_ACTIONS_LEFT,
            ),
        ),
    ),
    Sentence(
        "1.19",
        "d1bdb97d",
        "What goes back to the bank can be taken by the next action",
        "001, 003",
        (
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (y1) g1-",
                "sacrifice G1 V; build Y1 A",
                "<1> A (0, r1b2) y1y1g3-; B (1, y1b3) -g3",
            ),
            ok(
                "<0> A (0, r1b2) g1g3-; B (1, y1b3) -g1g1g2g2g2g3g3",
                "sacrifice G3 A; build G3 A",
                "<1> A (0, r1b2) g1g3-; B (1, y1b3) -g1g1g2g2g2g3g3",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1y1) -g3; V (y1) y2y3-; W (g2) g1-",
                "sacrifice Y2 V; move Y3 V W; discover Y3 W Y1 X",
                "<1> A (0, r1b2) g3-; B (1, y1y1) -g3; W (g2) g1-; X (y1) y3-",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) g3-; B (1, y1y1) -g3; V (y1) y3-; W (g2) y2-",
                "sacrifice Y2 W; discover Y3 V Y1 X",
                R.NOT_IN_BANK,
            ),
        ),
    ),
    Sentence(
        "1.20",
        "d3ffa8df",
        "A system without ships goes, but for a living player's homeworld",
        "000, 001, 002, 003",
        (
            ok(
                "<0> A (0, r1b2) g3y2-; B (1, y1b3) -g3; V (g3) y1-",
                "move Y1 V A",
                "<1> A (0, r1b2) y1y2g3-; B (1, y1b3) -g3",
                gone="V",
            ),
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                f"sacrifice Y2 A{MIDWAY}",
                shows="A (0, r1b2) -",
            ),
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                f"sacrifice Y2 A{MIDWAY}",
                gone="A",
                rules="modern empty_homeworld=disappears",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) g1-g1g2g3",
                f"catastrophe B green{MIDWAY}",
                shows="B (1, y1b3) -",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) g1-g1g2g3",
                f"catastrophe B green{MIDWAY}",
                gone="B",
                rules="modern empty_homeworld=disappears",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) g1-g1g2g3",
                "catastrophe B green",
                "<0 out 1> A (0, r1b2) g3-",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
            ok(
                "<0 out 2> A (0, r1b2) g3--; B (1, y1b3) -g3-; C (g1r2) y1--",
                "pass / pass / sacrifice Y1 C",
                "<1 out 2> A (0, r1b2) g3--; B (1, y1b3) -g3-",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                R.NO_SUCH_SYSTEM,
                rules="modern empty_homeworld=disappears",
            ),
            no(
                "<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (g3) y2-",
                "sacrifice Y2 V; move Y1 A V",
                R.NO_SUCH_SYSTEM,
            ),
        ),
    ),
    Sentence(
        "1.21",
        "890f3f5e",
        "A homeworld without stars goes with everything in it",
        "001, 002, 003",
        (
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) y1y2b1b2-y3b1g3",
                f"catastrophe B yellow; catastrophe B blue{MIDWAY}",
                "<0> A (0, r1b2) g3-",
                gone="B",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) y1y2b1b2-y3b1g3",
                "catastrophe B yellow; catastrophe B blue",
                "<0 out 1> A (0, r1b2) g3-",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, b3) b1b2-b1g3",
                "catastrophe B blue",
                "<0 out 1> A (0, r1b2) g3-",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
        ),
    ),
    Sentence(
        "1.22",
        "94daa00d",
        "One star left is still the homeworld, connected by that star",
        "001, 003",
        (
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) y1y2-y3g3",
                "catastrophe B yellow",
                "<1> A (0, r1b2) g3-; B (1, b3) -g3",
            ),
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, y2b3) y1y2-y3g3",
                "catastrophe B yellow; move Y1 A B",
                shows="B (1, b3) y1-g3",
            ),
        ),
        (no("<0> A (0, r1b2) y1g3-; B (1, y2b3) -g3", "move Y1 A B", R.NOT_CONNECTED),),
    ),
    Sentence(
        "1.23",
        "769aa930",
        "Four of a colour, stars and everyone's ships, are too many",
        "000, 001, 002, 003",
        (
            ok(
                "<0> A (0, r1b2) y3-; B (1, y1b3) -g3; V (g3) g1b1-g1g2",
                "catastrophe V green",
                "<1> A (0, r1b2) y3-; B (1, y1b3) -g3",
                gone="V",
            ),
            ok("<0> A (0, r1b2) y3-; B (1, y1b3) -g3; V (g3) b1-b1b2b2b3", "catastrophe V blue", gone="V"),
            ok(
                "<0> A (0, g1g2) g3-; B (1, y1b3) -g3",
                "build G1 A; catastrophe A green",
                gone="A",
                eliminated=(0,),
                outcome="win 1 last-player",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) y3-; B (1, y1b3) -g3; V (g3) g1-g2",
                "catastrophe V green",
                R.NO_OVERPOPULATION,
            ),
        ),
    ),
    Sentence(
        "1.24",
        "63da4499",
        "A catastrophe is optional and free, anywhere; the colour goes, and ships with their last star",
        "000, 001, 002, 003",
        (
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1g1g1g2",
                "build G1 A; catastrophe V green",
                gone="V",
                shows="A (0, r1b2) g1g3-",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1g1g1g2",
                "build G1 A",
                shows="V (g3) -b1g1g1g2",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1y1y1y2y2",
                "catastrophe V yellow",
                "<1> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1y1y1y2y2",
                "catastrophe V yellow; catastrophe V yellow",
                R.NO_OVERPOPULATION,
            ),
            no(START, "catastrophe V yellow", R.NO_SUCH_SYSTEM),
        ),
    ),
    Sentence(
        "1.25",
        "45399a73",
        "A turn may be catastrophes only",
        "000, 003",
        (
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1y1y1y2y2; W (y3) b1b1-b2b2",
                "catastrophe V yellow; catastrophe W blue",
                "<1> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1",
                canonical="catastrophe V yellow; catastrophe W blue",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1y1y1y2y2",
                "pass; catastrophe V yellow",
                canonical="catastrophe V yellow",
            ),
        ),
    ),
    Sentence(
        "1.26",
        "ed37724f",
        "At the end of a turn everyone without a ship at home falls, all at the same time",
        "000, 001, 002, 003, 004",
        (
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) r3-g3",
                "attack G3 B",
                "<0 out 1> A (0, r1b2) g3-; B (y1b3) r3g3-",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
            ok(
                "<0> A (0, r1b2) r2--; B (1, y1b3) r3-g3-; C (2, g1r3) g3--b3; D (r3) y1--",
                "sacrifice R2 A; attack G3 B; attack B3 C",
                "<0 out 0,1,2> B (y1b3) r3g3--; C (g1r3) b3g3--; D (r3) y1--",
                eliminated=(0, 1, 2),
                outcome="draw 0,1,2 all-eliminated",
            ),
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                "<1> A (0, r1b2) y1-; B (1, y1b3) -g3",
            ),
            ok(
                "<0> A (0, r1b2) y1g3-; B (1, g1b3) g1g2-g1g3b1y3",
                "catastrophe B green",
                "<1> A (0, r1b2) y1g3-; B (1, b3) -y3b1",
            ),
        ),
    ),
    Sentence(
        "1.27",
        "7fd6d387",
        "The mover is the eliminator",
        "000, 001",
        (
            ok(
                "<0> A (0, r1b2) g3--; B (1, y1b3) -g1g1g3-g2; C (2, g1r3) --b3",
                "catastrophe B green",
                "<2 out 1> A (0, r1b2) g3--; C (2, g1r3) --b3",
                eliminated=(1,),
                outcome="win 0 target-eliminated",
                variant="sinister",
            ),
            ok(
                "<2> A (0, r1b2) g3--; B (1, y1b3) -g1g1g3-g2; C (2, g1r3) --b3",
                "catastrophe B green",
                eliminated=(1,),
                variant="sinister",
            ),
        ),
    ),
    Sentence(
        "1.28",
        "7dd999d5",
        "A seat that has not set up is alive",
        "rules.md",
        (
            ok("<0>", "homeworld R1 B2 G3", "<1> A (0, r1b2) g3--", players=3),
            ok(
                "<0> A (0, r1b2) g3--; B (1, y1b3) r3-g3-",
                "attack G3 B",
                "<2 out 1> A (0, r1b2) g3--; B (y1b3) r3g3--",
                eliminated=(1,),
            ),
        ),
        (no("<0 out 0> B (1, y1b3) -g3", "pass", R.BAD_POSITION),),
    ),
    Sentence(
        "1.29",
        "2b6f2255",
        "Derelict ships hold stars, crowd and can be attacked; they give no power and never act",
        "001, 004",
        (
            ok("<0 out 2> A (0, r1b2) g3--; B (1, y1b3) -g3-; V (g3) --b1", "pass", shows="V (g3) --b1"),
            ok(
                "<0 out 2> A (0, r1b2) g3--; B (1, y1b3) -g3-; V (b3) b1--b1b2",
                "catastrophe V blue",
                gone="V",
            ),
            ok(
                "<1 out 2> A (0, r1b2) g3--; B (1, y1b3) -g3-; V (r3) -b2-b1",
                "attack B1@2 V",
                shows="V (r3) -b1b2-",
            ),
        ),
        (
            no(
                "<1 out 2> A (0, r1b2) g3--; B (1, y1b3) -g3-; V (b3) -b2-r3b1",
                "attack B1@2 V",
                R.NO_POWER,
            ),
            no("<2 out 2> A (0, r1b2) g3--; B (1, y1b3) -g3-; V (b3) --b1", "pass", R.BAD_POSITION),
        ),
    ),
    Sentence(
        "1.30",
        "1e1d4f34",
        "The homeworld of one eliminated becomes an ordinary system",
        "000, 001",
        (
            ok(
                "<0> A (0, r1b2) g3--; B (1, y1b3) r3-g3-; C (2, g1r3) --b3",
                "attack G3 B",
                "<2 out 1> A (0, r1b2) g3--; B (y1b3) r3g3--; C (2, g1r3) --b3",
                eliminated=(1,),
            ),
            ok(
                "<0 out 1> A (0, r1b2) g3--; B (y1b3) r3g3--; C (2, g1r3) --b3",
                "sacrifice R3 B / pass / sacrifice G3 B",
                "<2 out 1> A (0, r1b2) g3--; C (2, g1r3) --b3",
                gone="B",
            ),
            ok(
                START,
                "resign 1",
                "<0 out 1> A (0, r1b2) g3-; B (y1b3) -g3",
                eliminated=(1,),
                outcome="win 0 resignation",
            ),
        ),
    ),
    Sentence(
        "1.31",
        "f8bc63fc",
        "A seat that is out is skipped",
        "000, 001",
        (
            ok(f"<0 out 1> {without('B')}", "pass", f"<2 out 1> {without('B')}"),
            ok(f"<2 out 0> {without('A')}", "pass", f"<1 out 0> {without('A')}"),
        ),
    ),
    Sentence(
        "1.32",
        "c014ac7f",
        "The final position is cleared in the same way",
        "rules.md",
        (
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) g1-g1g2g3",
                "catastrophe B green",
                "<0 out 1> A (0, r1b2) g3-",
                gone="B",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3",
                "sacrifice G3 A",
                "<1 out 0> B (1, y1b3) -g3",
                eliminated=(0,),
                outcome="win 1 last-player",
            ),
        ),
        (no(START, "resign 1 / pass", R.GAME_OVER), no(START, "resign 1 / resign 0", R.GAME_OVER)),
    ),
    Sentence(
        "1.33",
        "69a2b26c",
        "Resigning or losing on time does the same at once; the turn stays unless it was his",
        "rules.md",
        (
            ok(f"<0> {THREE}", "resign 2", f"<0 out 2> {without('C')}", eliminated=(2,)),
            ok(f"<0> {THREE}", "time 2", f"<0 out 2> {without('C')}", eliminated=(2,)),
            ok(f"<0> {THREE}", "resign 0", f"<1 out 0> {without('A')}", eliminated=(0,)),
            ok("<1> A (0, r1b2) g3--", "resign 2", "<1 out 2> A (0, r1b2) g3--", eliminated=(2,)),
            ok("<1> A (0, r1b2) g3--", "time 1", "<2 out 1> A (0, r1b2) g3--", eliminated=(1,)),
        ),
        (no(f"<0> {THREE}", "resign 2 / time 2", R.NOT_LIVING),),
    ),
    Sentence(
        "1.34",
        "9c49ffc1",
        "Turns go clockwise, in seat order",
        "000, 001, 004",
        (
            the_next_seat_is_the_left_neighbour,
            ok(f"<0> {THREE}", "pass", f"<1> {THREE}"),
            ok(f"<2> {THREE}", "pass", f"<0> {THREE}"),
        ),
    ),
    Sentence(
        "1.35",
        "de5fd3e5",
        "Whose turn it is is stored",
        "rules.md",
        (
            the_mover_is_stored,
            ok(f"<2> {THREE}", "build B1 C", shows="C (2, g1r3) --b1b3"),
        ),
        (no(f"<1> {THREE}", "build B1 C", R.NO_SHIP_THERE),),
    ),
    Sentence(
        "1.36",
        "298a10ca",
        "Names are labels: a homeworld has its player's, a discovered system its discoverer's choice",
        "rules.md",
        (
            ok("<0>", "homeworld R1 B2 G3 a", "<1> A (0, r1b2) g3-"),
            ok("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "discover Y1 A G3 G3", shows="G3 (g3) y1-"),
            ok("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "discover Y1 A G3", shows="Altair (g3) y1-"),
        ),
        (
            no("<0>", "homeworld R1 B2 G3 Home", R.WRONG_HOMEWORLD_NAME),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", "discover Y1 A G3 b", R.NAME_TAKEN),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3", f"discover Y1 A G3 {'x' * 21}", R.BAD_NAME),
            no("<0> A (0, r1b2) y1g3-; B (1, y1b3) -g3; V (g3) -b1", "discover Y1 A G3 v", R.NAME_TAKEN),
        ),
    ),
)
