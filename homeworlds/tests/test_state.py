"""A game from turn to turn: departures, draws, repetition, what is revealed."""

from __future__ import annotations

import pytest

from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import AUTOMATIC, CLAIMABLE, Alignment, Departure, Outcome, Termination, judge_turn
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from homeworlds.state import GameState, agree_draw, begin, depart, play, repeat, start_game
from homeworlds.tests.helpers import pickled
from homeworlds.turn import make_turn

GOOD, EVIL = Alignment.GOOD, Alignment.EVIL
GVE = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
BINARY = preset_rules(Preset.MODERN, Variant.BINARY)
SINISTER = preset_rules(Preset.BOOKLET, Variant.SINISTER)
TWO = "<0> A (0, r1b2) g3-; B (1, y1b3) -g3"
THREE = "<0> A (0, r1b2) g3--; B (1, y1b3) r3-g3-; C (2, g1r3) --b3"
DEALT = (GOOD, EVIL, GOOD)


def state_of(rules: RuleSet, text: str) -> GameState:
    return GameState(rules, parse_position(text, rules, "ABC" if text == THREE else "AB"))


def refused(code: RefusalCode) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda refusal: refusal.code == code)


@pytest.mark.parametrize("occurrences", range(1, 7))
def test_a_repetition_is_a_draw_on_a_claim_from_the_third_and_by_itself_from_the_fifth(
    occurrences: int,
) -> None:
    state = state_of(BINARY, TWO)
    silent = repeat(state, occurrences, claimed=False)
    if occurrences < AUTOMATIC:
        assert silent is None
    else:
        assert silent is not None
        assert silent.state.outcome == Outcome((0, 1), True, Termination.FIFTH_OCCURRENCE)
    if occurrences < CLAIMABLE:
        with refused(RefusalCode.NO_CLAIM):
            repeat(state, occurrences, claimed=True)
    elif occurrences < AUTOMATIC:
        claimed = repeat(state, occurrences, claimed=True)
        assert claimed is not None
        assert claimed.state.outcome == Outcome((0, 1), True, Termination.THIRD_OCCURRENCE)


def test_a_repetition_means_nothing_with_three_seats() -> None:
    state = state_of(SINISTER, THREE)
    assert repeat(state, 9, claimed=False) is None
    with refused(RefusalCode.NOT_TWO_SEATS):
        repeat(state, 9, claimed=True)
    left = depart(state, 2, Departure.RESIGNATION).state
    assert repeat(left, 9, claimed=False) is None


def test_the_living_share_an_agreed_draw() -> None:
    left = depart(state_of(SINISTER, THREE), 2, Departure.RESIGNATION).state
    drawn = agree_draw(left)
    assert drawn.state.outcome == Outcome((0, 1), True, Termination.AGREEMENT)
    assert drawn.turn == ()


def test_an_agreed_draw_reveals_every_alignment() -> None:
    drawn = agree_draw(state_of(GVE, THREE), DEALT)
    assert drawn.newly_revealed == tuple(enumerate(DEALT))


def test_nothing_happens_after_the_end() -> None:
    over = agree_draw(state_of(BINARY, TWO)).state
    half = make_turn(BINARY, over.position, parse_turn("pass", 2))
    for act in (
        lambda: begin(over),
        lambda: play(over, half),
        lambda: depart(over, 0, Departure.TIME),
        lambda: agree_draw(over),
        lambda: repeat(over, 5, claimed=False),
    ):
        with refused(RefusalCode.GAME_OVER):
            act()


def test_only_the_living_can_leave() -> None:
    left = depart(state_of(SINISTER, THREE), 2, Departure.TIME).state
    assert left.departed == {2}
    for seat in (2, 3, -1):
        with refused(RefusalCode.NOT_LIVING):
            depart(left, seat, Departure.RESIGNATION)


def test_evil_players_left_follow_from_what_is_public() -> None:
    state = state_of(GVE, THREE)
    assert state.evil_left() == 1
    after_good = depart(state, 0, Departure.TIME, DEALT).state
    assert after_good.evil_left() == 1
    after_evil = depart(state, 1, Departure.TIME, DEALT)
    assert after_evil.state.evil_left() == 0
    assert after_evil.newly_revealed == ((0, GOOD), (1, EVIL), (2, GOOD))


def test_good_vs_evil_cannot_go_on_without_alignments() -> None:
    state = state_of(GVE, THREE)
    for act in (
        lambda: play(state, begin(state).then(parse_turn("build G1 A", 3)[0])),
        lambda: depart(state, 1, Departure.TIME),
        lambda: agree_draw(state),
        lambda: judge_turn(GVE, state.position, state.position, (1,)),
    ):
        with pytest.raises(ValueError, match="alignments"):
            act()


def test_a_turn_belongs_to_its_position() -> None:
    state = state_of(BINARY, TWO)
    half = make_turn(BINARY, state.position._replace(mover=1), parse_turn("pass", 2))
    with pytest.raises(ValueError, match="another position"):
        play(state, half)


def test_a_game_starts_empty_with_its_names() -> None:
    state = start_game(BINARY, ["Ann", "Bob"], first=1)
    assert state.position.names == ("Ann", "Bob")
    assert (state.position.mover, state.position.systems, state.outcome) == (1, (), None)
    assert state.position.bank == (3,) * 12


@pytest.mark.parametrize(
    "names, code",
    [
        (["A"], RefusalCode.ONLY_SO_MANY_PLAYERS),
        (["A", "B", "C"], RefusalCode.ONLY_SO_MANY_PLAYERS),
        (["A", "a"], RefusalCode.NAME_TAKEN),
        (["A", "B B"], RefusalCode.BAD_NAME),
    ],
)
def test_a_game_needs_as_many_good_names_as_its_variant(names: list[str], code: RefusalCode) -> None:
    with refused(code):
        start_game(BINARY, names)


def test_states_are_immutable_and_can_be_pickled() -> None:
    state = state_of(GVE, THREE)
    before = pickled(state)
    played = depart(state, 1, Departure.TIME, DEALT)
    assert before == state
    assert pickled(played) == played
    with pytest.raises(AttributeError):
        state.outcome = None  # type: ignore[misc]
