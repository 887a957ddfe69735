"""Missed wins and turns that allow one: each variant's meaning, and the recorded games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from homeworlds.hindsight import Stroke, missed, walked_into
from homeworlds.notation import parse_turn
from homeworlds.outcome import Alignment, Alignments
from homeworlds.position import Position
from homeworlds.records import replay_states
from homeworlds.search import LimitReached
from homeworlds.state import GameState, play
from homeworlds.tests.rules_table.cases import TurnCase
from homeworlds.tests.samples import records
from homeworlds.threats import winning_turn
from homeworlds.turn import make_turn

BINARY, SINISTER, LAST, GVE = "binary", "sinister", "last-captain-standing", "good-vs-evil"
PAIR = "A (0, g3b2) g3-; B (1, r1b3) g1-r1"
GUARDED = "<1> A (0, g3b2) g3-; B (1, r1b3) g1-r1g3"
THREE = "A (0, g3b2) r3--; B (1, r1b3) r1-g1-; C (2, g1b1) --b1"
"""Seat 0 can take the last ship of seat 1."""
SHIELDED = "A (0, g3b2) r3--; B (1, r1b3) r1-g1y2-g2; C (2, g1b1) --b1"
"""The same once the y2 is gone, which seat 2 can take."""
FOUND = (3, 4)
"""Missed and allowed in every fortieth recorded game for two that ended on the board."""
TAKES = "attack Y2@1 B"


def state_of(
    variant: str, position: str, rules: str = "modern", fallen: frozenset[int] = frozenset()
) -> GameState:
    players = 2 if position.count(";") == 1 else None
    case = TurnCase(position=position, script="", rules=rules, variant=variant, players=players)
    return GameState(case.rule_set(), case.read(position), fallen=fallen)


def sides_of(letters: str) -> Alignments | None:
    return [Alignment(letter) for letter in letters] or None


def after(state: GameState, text: str, sides: Alignments | None = None) -> GameState:
    turn = parse_turn(text, state.position.players)
    return play(state, make_turn(state.rules, state.position, turn), sides).state


def strokes(
    variant: str, position: str, text: str, letters: str = "", fallen: frozenset[int] = frozenset()
) -> tuple[Stroke | None, Stroke | None]:
    state, sides = state_of(variant, position, fallen=fallen), sides_of(letters)
    end = after(state, text, sides)
    return missed(state, end, sides), walked_into(state, end, sides)


def told(stroke: Stroke | None) -> tuple[int, int | None] | None:
    """Who could have, and whom; None: it would have won."""
    return None if stroke is None else (stroke.seat, stroke.victim)


@pytest.mark.parametrize(
    "variant, position, text, letters, expected",
    [
        pytest.param(BINARY, f"<0> {PAIR}", "pass", "", (0, None), id="two players"),
        pytest.param(BINARY, f"<0> {PAIR}", "attack R1 B", "", None, id="made"),
        pytest.param(BINARY, GUARDED.replace("<1>", "<0>"), "pass", "", None, id="nothing to miss"),
        pytest.param(SINISTER, f"<0> {THREE}", "pass", "", (0, None), id="the own target"),
        pytest.param(
            SINISTER, "<0> A (0, g3b2) r3--; B (1, r1b3) -g1-; C (2, r2b1) r1--b1", "pass", "", None,
            id="somebody else's target",
        ),
        pytest.param(LAST, f"<0> {THREE}", "pass", "", (0, 1), id="one of two others"),
        pytest.param(LAST, f"<0> {THREE}", "attack G1@1 B", "", None, id="one of two others, made"),
        pytest.param(
            LAST, "<0 out 2> A (0, g3b2) r3--; B (1, r1b3) r1-g1-; C (g1b1) --b1", "pass", "", (0, None),
            id="the last other one",
        ),
        pytest.param(
            LAST, "<0> A (0, g3b2) r2r3--; B (1, r1b3) g1-r1-; C (2, g1b1) r2--b1", "pass", "", (0, None),
            id="both others",
        ),
        pytest.param(GVE, f"<0> {THREE}", "pass", "EGG", (0, None), id="Evil, by anybody's fall"),
        pytest.param(GVE, f"<0> {THREE}", "pass", "GGE", None, id="Good, a Good victim"),
        pytest.param(GVE, f"<0> {THREE}", "pass", "GEG", (0, None), id="Good, the last Evil one"),
    ],
)  # fmt: skip
def test_what_was_missed(
    variant: str, position: str, text: str, letters: str, expected: tuple[int, int | None] | None
) -> None:
    assert told(strokes(variant, position, text, letters)[0]) == expected


@pytest.mark.parametrize(
    "variant, position, text, letters, expected",
    [
        pytest.param(BINARY, GUARDED, "sacrifice G3 B", "", (0, None), id="two players"),
        pytest.param(BINARY, GUARDED, "build G1 B", "", None, id="nothing allowed"),
        pytest.param(BINARY, f"<1> {PAIR}", "pass", "", None, id="it was possible before"),
        pytest.param(SINISTER, f"<2> {SHIELDED}", TAKES, "", (0, None), id="another's target"),
        pytest.param(LAST, f"<2> {SHIELDED}", TAKES, "", None, id="another's fall is no loss yet"),
        pytest.param(LAST, f"<1> {SHIELDED}", "sacrifice Y2 B", "", (2, 1), id="the own fall"),
        pytest.param(GVE, f"<2> {SHIELDED}", TAKES, "EGG", (0, None), id="an Evil player's win"),
        pytest.param(GVE, f"<2> {SHIELDED}", TAKES, "GEG", None, id="a Good player's, which is shared"),
        pytest.param(GVE, f"<2> {SHIELDED}", TAKES, "GGE", None, id="Good does not win by a Good fall"),
    ],
)  # fmt: skip
def test_what_was_walked_into(
    variant: str, position: str, text: str, letters: str, expected: tuple[int, int | None] | None
) -> None:
    assert told(strokes(variant, position, text, letters)[1]) == expected


def test_a_good_player_who_fell_wins_with_nobody() -> None:
    found = strokes(GVE, f"<2> {SHIELDED}", TAKES, "GEG", frozenset([0]))
    assert told(found[1]) == (0, None)


def test_whoever_falls_by_his_own_turn_walks_into_nothing() -> None:
    position = "<1> A (0, g3b2) g3--; B (1, r1b3) g1-r1-; C (2, g1b1) --b1"
    state = state_of(LAST, position)
    end = after(state, "sacrifice R1 B")
    assert 1 in end.position.out
    assert walked_into(state, end) is None


def test_what_takes_too_long_is_not_guessed() -> None:
    text = "<0> A (0, g1b2) r3y1-; B (1, y1b3) -y2y3; V (g3) y3-"
    state = state_of(BINARY, text)
    with pytest.raises(LimitReached):
        missed(state, after(state, "pass"), limit=5)
    assert told(missed(state, after(state, "pass"), limit=100_000)) == (0, None)


@pytest.mark.archive
def test_in_recorded_games_what_was_missed_wins_when_played() -> None:
    """And whoever was beaten by the last turn had walked into it, or could be beaten before."""
    found = allowed = 0
    for record in [record for record in records() if record.on_board and len(record.letters) == 2][::40]:
        played = list(replay_states(record))
        for (_earlier, before), (step, end) in pairwise(played):
            before = before._replace(position=turned(before.position, step.seat))
            stroke = None if step.departs else missed(before, end)
            if stroke is not None:
                found += 1
                assert winner_by(before, stroke) == step.seat, record.id
            stroke = None if step.departs else walked_into(before, end)
            if stroke is not None:
                allowed += 1
                assert winner_by(end, stroke) == stroke.seat != step.seat, record.id
            seat = 1 - step.seat
            if not step.departs and end.outcome is None and stroke is None and winning_turn(faced(end, seat)):
                assert winning_turn(faced(before, seat)) is not None, record.id
    assert (found, allowed) == FOUND


def faced(state: GameState, seat: int) -> GameState:
    return state._replace(position=turned(state.position, seat))


def turned(position: Position, seat: int) -> Position:
    return position._replace(mover=seat)


def winner_by(state: GameState, stroke: Stroke) -> int | None:
    state = state._replace(position=turned(state.position, stroke.seat))
    outcome = play(state, make_turn(state.rules, state.position, stroke.turn)).state.outcome
    return outcome.winners[0] if outcome is not None and not outcome.draw else None
