"""What a turn does to the game is said before it counts, for every variant and rule."""

from __future__ import annotations

import pytest

from board.turn.cautions import Kind as Caution
from board.turn.cautions import cautions_of
from board.turn.order import read_turn
from board.turn.verdict import Kind, verdict_of
from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment, Termination
from homeworlds.rules import FirstShip, OwnElimination, RuleSet, Variant
from homeworlds.state import GameState

NAMES = ("Ann", "Bob", "Cleo", "Dora")
BOTH = "<0> Ann (0, b1) y1-; Bob (1, y2g3) y1-y3; Q (y2) y2-g3"
ALL = "<0> Ann (0, b1) y1--; Bob (1, y2g3) y1-y3-; Cleo (2, y3b3) -y2-y1; Q (y2) y2-g3-"
SACRIFICE = "sacrifice Y2 Q; move Y1 Ann Bob; catastrophe Bob yellow"
DUEL = "<0> Ann (0, b1y2) r3g1-; Bob (1, r1b3) r1-g1"
LAST = "<0> Ann (0, b1y2) g1-; Bob (1, r1b3) -g3"
THREE = "<0> Ann (0, y1b2) r3--; Bob (1, g3y2) r2-g1-; Cleo (2, b3g1) r1--g1"
FOUR = "<0> Ann (0, y1b2) r3---; Bob (1, g3y2) r3-g1--; Cleo (2, b3g1) r1--g1-; Dora (3, r3g2) ---g3"
TARGET, OTHER = "attack G1@1 Bob", "attack G1@2 Cleo"
LCS, SINISTER, HIDDEN = Variant.LAST_CAPTAIN_STANDING, Variant.SINISTER, Variant.GOOD_VS_EVIL
FORBIDDEN = OwnElimination.FORBIDDEN


def state_at(
    position: str, variant: Variant = Variant.BINARY, own=OwnElimination.LOSES, **state
) -> GameState:
    rules = RuleSet(first_ship=FirstShip.ANY, variant=variant, own_elimination=own)
    players = sum(f"{name} (" in position for name in NAMES)
    return GameState(rules, parse_position(position, rules, NAMES[:players]), **state)


def half_of(state: GameState, turn: str):
    read = read_turn(state, turn)
    assert not read.error
    return read.half


def verdict_at(position, turn, variant=Variant.BINARY, own=OwnElimination.LOSES, **asked):
    state = state_at(position, variant, own)
    return verdict_of(state, half_of(state, turn), **asked)


@pytest.mark.parametrize(
    "position, turn, variant, kind, words",
    [
        (DUEL, "attack G1 Bob", Variant.BINARY, Kind.WINS, "This turn wins. Bob has no ship at home."),
        (
            BOTH,
            SACRIFICE,
            Variant.BINARY,
            Kind.DRAWS,
            "This turn ends in a draw. Neither you nor Bob has a ship at home.",
        ),
        (
            LAST,
            "sacrifice G1 Ann",
            Variant.BINARY,
            Kind.OUT,
            "This turn puts you out. No ship of yours is left at home. Bob wins.",
        ),
        (LAST, "build G1 Ann", Variant.BINARY, None, ""),
        (LAST, "", Variant.BINARY, None, ""),
        (THREE, TARGET, SINISTER, Kind.WINS, "This turn wins. Bob, your target, has no ship at home."),
        (THREE, OTHER, SINISTER, Kind.FALLS, "Cleo falls, nobody wins. Your target stays Bob."),
        (
            FOUR,
            OTHER,
            LCS,
            Kind.FALLS,
            "Cleo falls. The game goes on: Bob, Dora and you are left.",
        ),
        (
            THREE.replace("r3--;", "r3g1--;"),
            "sacrifice R3 Ann; attack G1@1 Bob; attack G1@2 Cleo",
            LCS,
            Kind.WINS,
            "This turn wins. No ship at home: Bob, Cleo.",
        ),
        (
            ALL.replace("Cleo (2, y3b3) -y2-y1", "Cleo (2, y3b3) --g1"),
            SACRIFICE,
            LCS,
            Kind.OUT,
            "This turn puts you out. No ship of yours is left at home. Cleo wins.",
        ),
        (
            THREE,
            "sacrifice R3 Ann",
            LCS,
            Kind.OUT,
            "This turn puts you out. No ship of yours is left at home. The others play on.",
        ),
    ],
)
def test_what_the_turn_does_to_the_game_is_said(position, turn, variant, kind, words):
    verdict = verdict_at(position, turn, variant)
    assert (verdict.kind, verdict.words) == (kind, words) if kind else verdict is None


def test_the_last_three_fall_together_in_last_captain_standing():
    position = "<0> Ann (0, b1) y1--; Bob (1, y2g3) y1-y3-; Cleo (2, y2g1) y1--y3; Q (y2) y3--"
    turn = "sacrifice Y3 Q; move Y1 Ann Bob; catastrophe Bob yellow"
    assert verdict_at(position, turn, LCS).kind is Kind.OUT
    position = position.replace("Q (y2)", "Q (g2)").replace(
        "Cleo (2, y2g1) y1--y3", "Cleo (2, y2g1) y1y1--y3"
    )
    verdict = verdict_at(position, f"{turn}; catastrophe Cleo yellow", LCS)
    assert verdict.kind is Kind.DRAWS
    assert verdict.text == "Nobody has a ship at home: Bob, Cleo, you."


@pytest.mark.parametrize(
    "variant, why",
    [
        (Variant.BINARY, "By the rules of this game nobody puts himself out; to leave, resign."),
        (SINISTER, "It would deny somebody the win; to leave, resign."),
    ],
)
def test_an_end_that_is_forbidden_says_so_and_what_to_do(variant, why):
    position = LAST if variant is Variant.BINARY else THREE
    verdict = verdict_at(
        position, "sacrifice G1 Ann" if variant is Variant.BINARY else "sacrifice R3 Ann", variant, FORBIDDEN
    )
    assert (verdict.kind, verdict.title) == (Kind.FORBIDDEN, "You may not put yourself out")
    assert verdict.text == f"{why} Bring a ship back home, or undo."


@pytest.mark.parametrize(
    "drawn, stood, kind, words",
    [
        (
            Termination.FIFTH_OCCURRENCE,
            5,
            Kind.DRAWS,
            "This turn ends in a draw. The position occurs for the fifth time.",
        ),
        (Termination.AGREEMENT, 1, Kind.DRAWS, "This turn ends in a draw. All who are left agree on a draw."),
        (None, 5, Kind.DRAWS, "This turn ends in a draw. The position occurs for the fifth time."),
        (None, 3, Kind.CLAIM, "The same position a third time. Bob or you may then claim a draw."),
        (None, 4, Kind.CLAIM, "The same position a fourth time. Bob or you may then claim a draw."),
        (None, 2, None, ""),
    ],
)
def test_draws_by_repetition_and_by_agreement_are_said(drawn, stood, kind, words):
    verdict = verdict_at(LAST, "build G1 Ann", drawn=drawn, stood=stood)
    assert (verdict.kind, verdict.words) == (kind, words) if kind else verdict is None
    # A turn that wins wins, whatever was agreed on.
    assert verdict_at(DUEL, "attack G1 Bob", drawn=drawn, stood=stood).kind is Kind.WINS


def test_who_falls_while_the_others_agree_on_a_draw_is_out():
    verdict = verdict_at(THREE, "sacrifice R3 Ann", LCS, drawn=Termination.AGREEMENT)
    assert (verdict.kind, verdict.text) == (
        Kind.OUT,
        "No ship of yours is left at home. All who are left agree on a draw.",
    )


# Good vs Evil


def hidden(turn, side, position=FOUR, **state):
    at = state_at(position, HIDDEN, **state)
    return verdict_of(at, half_of(at, turn), side=side)


def test_a_side_is_told_its_own_truth_at_the_same_length_and_with_the_same_look():
    good, evil = (hidden(TARGET, side) for side in (Alignment.GOOD, Alignment.EVIL))
    assert good.kind is evil.kind is Kind.FALLS
    for part in ("title", "text", "words"):
        assert len(getattr(good, part)) == len(getattr(evil, part))
    assert good.title.strip() == "Bob falls and is revealed"
    assert good.text.strip() == "You are revealed too. Nobody wins: an Evil player is left."
    assert evil.title.strip() == "This turn wins"
    assert evil.text.strip() == "You are Evil and eliminate somebody: you win alone."


def test_the_good_win_when_no_evil_can_be_left():
    three = hidden(TARGET, Alignment.GOOD, THREE)
    assert three.text.strip() == "You are revealed too, and you win if no Evil player is left then."
    # Who is revealed already has nothing to hide, and everybody sees that he wins.
    shown = hidden(TARGET, Alignment.EVIL, THREE, revealed=((0, Alignment.EVIL),))
    assert (shown.kind, shown.text) == (Kind.WINS, "Bob has no ship at home.")


def test_a_draw_that_hidden_sides_may_avert_is_no_certain_one():
    state = state_at(FOUR, HIDDEN)
    verdict = verdict_of(state, half_of(state, TARGET), drawn=Termination.AGREEMENT, side=Alignment.GOOD)
    assert verdict.kind is Kind.MAY_DRAW and "unless somebody wins" in verdict.text


def test_where_nothing_is_judged_nobody_wins():
    verdict = verdict_at(FOUR, TARGET, HIDDEN, judged=False)
    assert (verdict.kind, verdict.words) == (Kind.FALLS, "Bob falls.")


@pytest.mark.parametrize(
    "position, turn, variant, caution",
    [
        (BOTH, SACRIFICE, Variant.BINARY, Caution.DRAW),
        (LAST, "sacrifice G1 Ann", Variant.BINARY, Caution.OWN_ELIMINATION),
        (DUEL, "attack G1 Bob", Variant.BINARY, None),
    ],
)
def test_the_question_before_the_end_says_the_same(position, turn, variant, caution):
    state = state_at(position, variant)
    found = cautions_of(state, half_of(state, turn), alerted=True, ends=True)
    assert (found.caution and found.caution.kind) == caution
    if found.caution:
        assert found.caution.words == found.verdict.words
