"""What a turn does to the game is foreseen as it is judged, and of secrets only what is revealed is asked."""

from __future__ import annotations

import pytest

from homeworlds.foresight import foresee
from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment, Outcome, Termination
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import Refusal
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState, begin

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fay")
BOTH_FALL = "<0> Ann (0, b1) y1-; Bob (1, y2g3) y1-y3; Q (y2) y2-g3"
SACRIFICE = "sacrifice Y2 Q; move Y1 Ann Bob; catastrophe Bob yellow"


def state_at(text: str, variant: Variant, preset: Preset = Preset.MODERN, players: int = 2) -> GameState:
    rules = preset_rules(preset, variant)
    return GameState(rules, parse_position(text, rules, NAMES[:players]))


def prospect_of(state: GameState, turn: str):
    return foresee(state, read_turn(turn, state))


def test_who_falls_together_with_the_last_opponent_draws():
    prospect = prospect_of(state_at(BOTH_FALL, Variant.BINARY), SACRIFICE)
    assert prospect.eliminated == (0, 1)
    (outcome,) = prospect.outcomes()
    assert (outcome.winners, outcome.draw, outcome.termination) == (
        (0, 1),
        True,
        Termination.ALL_ELIMINATED,
    )


def test_what_may_not_end_is_not_foreseen():
    state = state_at(BOTH_FALL, Variant.BINARY, Preset.CLASSIC)
    with pytest.raises(Refusal):
        prospect_of(state, SACRIFICE)
    with pytest.raises(Refusal):
        foresee(state, begin(state))


HUNT = "<0> Ann (0, y1b2) r3---; Bob (1, g3y2) r3-g1--; Cleo (2, b3g1) --g3-; Dora (3, r3g2) ---g3"


def test_hidden_alignments_leave_open_what_only_they_decide():
    state = state_at(HUNT, Variant.GOOD_VS_EVIL, Preset.BOOKLET, 4)
    prospect = prospect_of(state, "attack G1@1 Bob")
    assert prospect.sides() == {Alignment.GOOD, Alignment.EVIL}
    assert [outcome.winners for outcome in prospect.outcomes(Alignment.EVIL)] == [(0,)]
    # Of two Evil players one can fall, and then the other is left.
    assert prospect.outcomes(Alignment.GOOD) == (None,)
    known = state._replace(revealed=((2, Alignment.EVIL),))
    good = prospect_of(known, "attack G1@1 Bob").outcomes(Alignment.GOOD)
    assert good == (None,)
    departed = state._replace(
        revealed=((2, Alignment.EVIL),),
        position=state.position._replace(out=frozenset([2])),
        departed=frozenset([2]),
    )
    assert len(prospect_of(departed, "attack G1@1 Bob").outcomes(Alignment.GOOD)) == 2
    # Nobody falls: nothing is judged.
    assert prospect_of(state, "pass").possible == ((None, None),)


def test_of_two_it_does_not_matter_who_is_evil():
    text = "<0> Ann (0, y1b2) r3-; Bob (1, g3y2) r3-g1"
    rules = preset_rules(Preset.CLASSIC, Variant.GOOD_VS_EVIL)
    state = GameState(rules, parse_position(text, rules, NAMES[:2]))
    assert {outcome.winners for outcome in prospect_of(state, "attack G1 Bob").outcomes()} == {(0,)}


# Who has fallen, who has left


def hidden_at(text: str, *, out: tuple[int, ...] = (), **known) -> GameState:
    rules = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
    position = parse_position(text, rules, NAMES[: text.count("(")])
    return GameState(rules, position._replace(out=frozenset(out)), **known)


def test_a_good_player_who_has_fallen_is_evil_but_was_dealt_good():
    state = hidden_at(
        HUNT, out=(2,), fallen=frozenset([1]), revealed=((1, Alignment.EVIL), (2, Alignment.EVIL))
    )
    prospect = prospect_of(state, "attack G1 Bob")
    # One of the two Evil players dealt is Cleo; the other is Ann or Dora, and never Bob.
    assert prospect.sides() == {Alignment.GOOD, Alignment.EVIL}
    assert prospect.outcomes(Alignment.GOOD) == (None,)
    assert [outcome.winners for outcome in prospect.outcomes(Alignment.EVIL)] == [(0,)]


def test_who_has_fallen_himself_wins_as_the_evil_do():
    state = hidden_at(HUNT, fallen=frozenset([0]), revealed=((0, Alignment.EVIL),))
    prospect = prospect_of(state, "attack G1@1 Bob")
    assert prospect.sides() == {Alignment.EVIL}
    assert [outcome.winners for outcome in prospect.outcomes()] == [(0,)]


def test_who_has_left_shares_no_win_that_is_foreseen():
    three = "<0> Ann (0, y1b2) r3--; Bob (1, g3y2) r3-g1-; Cleo (2, b3g1) --g3"
    for departed, winners in ((frozenset(), (0, 2)), (frozenset([2]), (0,))):
        state = hidden_at(three, out=(2,), departed=departed, revealed=((2, Alignment.GOOD),))
        (outcome,) = prospect_of(state, "attack G1 Bob").outcomes(Alignment.GOOD)
        assert (outcome.winners, outcome.termination) == (winners, Termination.NO_EVIL_LEFT)


# Repetition


@pytest.mark.parametrize("stood, drawn", [(1, False), (4, False), (5, True), (6, True)])
def test_a_position_that_has_stood_so_often_draws_unless_the_turn_ends_the_game(stood, drawn):
    state = state_at("<0> Ann (0, b1y2) r3g1-; Bob (1, r1b3) r1-g1", Variant.BINARY)
    (outcome,) = foresee(state, read_turn("build G1 Ann", state), stood).outcomes()
    assert outcome == (Outcome((0, 1), True, Termination.FIFTH_OCCURRENCE) if drawn else None)
    (outcome,) = foresee(state, read_turn("attack G1 Bob", state), stood).outcomes()
    assert (outcome.winners, outcome.draw) == ((0,), False)


def test_with_more_than_two_seats_no_repetition_draws():
    state = state_at(HUNT, Variant.LAST_CAPTAIN_STANDING, players=4)
    assert foresee(state, read_turn("pass", state), 9).outcomes() == (None,)
