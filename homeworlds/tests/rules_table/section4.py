"""Section 4 of the rules page: the novice options."""

from __future__ import annotations

from homeworlds.enumeration import all_ends
from homeworlds.notation import parse_position
from homeworlds.refusals import RefusalCode as R
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import start_game
from homeworlds.tests.rules_table.cases import Sentence, no, ok

WARPED = "<0 warp 0:2,1:1> A (0, r1b2) g3-; B (1, y1b3) -g3"
QUIET = "<0> A (0, r1b2) g3-; B (1, y1b3) -b1"


def threatened(text: str, seat: int, opponent: int, preset: Preset = Preset.MODERN) -> bool:
    """Whether one turn of the opponent, if it were to move, would eliminate the seat."""
    rules = preset_rules(preset, Variant.BINARY)
    position = parse_position(text, rules, "AB")._replace(mover=opponent)
    return any(seat in half.end().eliminated for half in all_ends(rules, position))


def a_threat_is_found_from_the_shown_position() -> None:
    assert threatened("<0> A (0, r1b2) g1-r2; B (1, y1b3) -b1", 0, 1)
    assert not threatened(QUIET, 0, 1)


def a_threat_of_several_steps_is_found() -> None:
    text = "<0> A (0, r1b2) g1-; B (1, y1b3) -b1; V (y3) -y2r2; W (g3) -r1"
    assert not threatened(text, 0, 1)
    assert threatened("<0> A (0, r1y2) g1g2-; B (1, y1b3) -b1; V (b3) -y2g3g3", 0, 1)


def only_threats_against_the_seat_count() -> None:
    winning = "<0> A (0, r1b2) g3-; B (1, y1b3) r3-b1"
    assert threatened(winning, 1, 0)
    assert not threatened(winning, 0, 1)


def a_timewarp_and_a_suicide_count_as_threats() -> None:
    near = "A (0, r1b2) g1-; B (1, y1b3) -b1; V (y3) -r2"
    assert not threatened(f"<0> {near}", 0, 1)
    assert threatened(f"<0 warp 1:1> {near}", 0, 1)
    falling = "<0> A (0, y1b2) g1-b2; B (1, y1b3) -r1"
    assert threatened(falling, 0, 1)
    assert not threatened(falling, 0, 1, Preset.CLASSIC)


def a_seat_can_be_named_for_each_option() -> None:
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    position = start_game(rules, "AB", timewarp={1: 3}, one_star=[0]).position
    assert position.timewarp == ((1, 3),)
    assert position.one_star == {0}


SENTENCES = (
    Sentence(
        "4.1",
        "e74e7d10",
        "Timewarp: bonus actions at the start of the second turn, then its usual choice",
        "001",
        (
            a_seat_can_be_named_for_each_option,
            ok(
                WARPED,
                "build G1 A; build G1 A; trade G1 Y1 A",
                "<1 warp 1:1> A (0, r1b2) y1g1g3-; B (1, y1b3) -g3",
            ),
            ok(
                WARPED,
                "build G1 A; build G1 A; sacrifice G3 A; build G1 A",
                "<1 warp 1:1> A (0, r1b2) g1g1g1-; B (1, y1b3) -g3",
            ),
            ok("<0 warp 0:2>", "homeworld R1 B2 G3", "<1 warp 0:2> A (0, r1b2) g3-"),
            ok(WARPED, "build G1 A", "<1 warp 1:1> A (0, r1b2) g1g3-; B (1, y1b3) -g3"),
        ),
        (
            no(WARPED, "build G1 A; build G1 A; build G1 A; trade G1 Y1 A", R.NO_ACTIONS_LEFT),
            no("<0 warp 0:2>", "homeworld R1 B2 G3; build G1 A", R.NO_ACTIONS_LEFT),
            no(
                WARPED,
                "build G1 A / pass / build G1 A; build G1 A",
                R.NO_ACTIONS_LEFT,
            ),
            no("<0 warp 0:4> A (0, r1b2) g3-; B (1, y1b3) -g3", "pass", R.BAD_POSITION),
        ),
    ),
    Sentence(
        "4.2",
        "899873cd",
        "A sacrifice gives up the bonus actions that are left, a pass among them one of them",
        "rules.md",
        (
            ok(
                WARPED,
                "build G1 A; sacrifice G1 A; build G1 A",
                "<1 warp 1:1> A (0, r1b2) g1g3-; B (1, y1b3) -g3",
            ),
            ok(WARPED, "pass", "<1 warp 1:1> A (0, r1b2) g3-; B (1, y1b3) -g3", canonical="pass"),
            ok(
                WARPED,
                "pass; build G1 A; build G1 A",
                "<1 warp 1:1> A (0, r1b2) g1g1g3-; B (1, y1b3) -g3",
                canonical="build G1 A; build G1 A",
            ),
            ok(
                WARPED,
                "build G1 A; pass; sacrifice G1 A; build G1 A",
                "<1 warp 1:1> A (0, r1b2) g1g3-; B (1, y1b3) -g3",
            ),
            ok(
                WARPED,
                "pass; pass; trade G3 Y3 A",
                "<1 warp 1:1> A (0, r1b2) y3-; B (1, y1b3) -g3",
                canonical="trade G3 Y3 A",
            ),
            ok(WARPED, "pass; pass; pass", "<1 warp 1:1> A (0, r1b2) g3-; B (1, y1b3) -g3", canonical="pass"),
        ),
        (
            no(WARPED, "build G1 A; sacrifice G1 A; build G1 A; build G1 A", R.NO_ACTIONS_LEFT),
            no(WARPED, "pass; build G1 A; build G1 A; build G1 A", R.NO_ACTIONS_LEFT),
            no(WARPED, "build G1 A; pass; build G1 A; trade G3 Y3 A", R.NO_ACTIONS_LEFT),
            no(WARPED, "pass; pass; pass; sacrifice G3 A", R.NO_ACTIONS_LEFT),
            no(WARPED, "pass; pass; pass; pass", R.NO_ACTION_TO_GIVE_UP),
        ),
    ),
    Sentence(
        "4.3",
        "0c1ef271",
        "Red Alert: an opponent could eliminate you with one turn",
        "001",
        (a_threat_is_found_from_the_shown_position,),
    ),
    Sentence("4.4", "757648fc", "Red Alert is exact", "rules.md", (a_threat_of_several_steps_is_found,)),
    Sentence(
        "4.5",
        "e5f7a8e4",
        "Red Alert shows threats against you only",
        "rules.md",
        (only_threats_against_the_seat_count,),
    ),
    Sentence(
        "4.6",
        "d85c3a6b",
        "A legal turn counts, Timewarp included, even if its maker falls",
        "rules.md",
        (a_timewarp_and_a_suicide_count_as_threats,),
    ),
    Sentence(
        "4.7",
        "51a43165",
        "One-star homeworld: losing the star loses the homeworld",
        "rules.md",
        (
            ok("<0 one-star 0>", "homeworld B2 - G3", "<1> A (0, b2) g3-"),
            ok("<1 one-star 1> A (0, r1b2) g3-", "homeworld B2 - G3 B", "<0> A (0, r1b2) g3-; B (1, b2) -g3"),
            ok(
                "<0> A (0, r1b2) g3-; B (1, b2) b1b3-b1g3",
                "catastrophe B blue",
                "<0 out 1> A (0, r1b2) g3-",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
        ),
        (
            no("<0 one-star 0>", "homeworld R1 B2 G3", R.ONE_STAR_NEEDED),
            no("<0 one-star 1>", "homeworld B2 - G3", R.TWO_STARS_NEEDED),
        ),
    ),
)
