"""The strong play at tables of more than two, where numba is installed; the rest is tested always."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bots import many, thinking
from bots.core import available
from bots.many_duels import as_duel, is_duel, turn_of_duel
from bots.many_goals import Goals, good_wins
from bots.many_setups import choose_setup
from bots.tests.cast import NAMES, dealt, play_game
from bots.thinking import Asked
from homeworlds.actions import Attack, Homeworld, Turn
from homeworlds.advice import setup_advice
from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment
from homeworlds.position import Position
from homeworlds.rules import (
    OPTIONS,
    Preset,
    RuleSet,
    Variant,
    option_values,
    player_numbers,
    preset_rules,
    with_options,
)
from homeworlds.state import GameState, begin, play, start_game
from homeworlds.threats import eliminating_turn
from homeworlds.turn import make_turn

compiled = pytest.mark.skipif(not available(), reason="needs numba")
MANY = [variant for variant in Variant if variant is not Variant.BINARY]
STRONG = 4

QUIET = (
    "<0> Alice (0, y1b3) g3b1---; Bob (1, r1b2) -g3y1--; Carol (2, r1b3) --g3g1-; Dan (3, y1g2) ---b3g1;"
    " Vega (g2) y1---; Rigel (b1) -g1--"
)
BOB_FALLS = (
    "<0> Alice (0, y1b3) g3b1---; Bob (1, y1b2) g1g2-g3--; Carol (2, r1b3) --g3-; Dan (3, y1g2) ---b3g1"
)
"""Alice builds a third green ship in Bob's homeworld, where his own is green, too."""


def rules_of(variant: Variant) -> RuleSet:
    return preset_rules(Preset.BOOKLET, variant)


def four(variant: Variant, text: str) -> GameState:
    rules = rules_of(variant)
    return GameState(rules, parse_position(text, rules, NAMES[:4]))


def turn_of(
    state: GameState,
    alignment: Alignment | None = None,
    *,
    nodes: int = 3000,
    seed: int = 0,
    before: Sequence[Position] = (),
) -> Turn:
    return many.choose(state, alignment, before, nodes=nodes, seconds=600.0, seed=seed)


def fallen_by(state: GameState, turn: Turn) -> tuple[int, ...]:
    return make_turn(state.rules, state.position, turn).end().eliminated


# A win in one, and what is nearly one


@compiled
def test_in_sinister_the_target_is_eliminated_and_nobody_else() -> None:
    assert fallen_by(four(Variant.SINISTER, BOB_FALLS), turn_of(four(Variant.SINISTER, BOB_FALLS))) == (1,)


@compiled
def test_the_last_captain_takes_the_chance_to_eliminate_somebody() -> None:
    state = four(Variant.LAST_CAPTAIN_STANDING, BOB_FALLS)
    assert fallen_by(state, turn_of(state)) == (1,)


@compiled
def test_evil_eliminates_whomever_it_can() -> None:
    state = four(Variant.GOOD_VS_EVIL, BOB_FALLS)
    assert fallen_by(state, turn_of(state, Alignment.EVIL)) == (1,)


@compiled
def test_good_spares_whom_it_knows_to_be_good() -> None:
    state = four(Variant.GOOD_VS_EVIL, BOB_FALLS)._replace(revealed=((1, Alignment.GOOD),))
    assert fallen_by(state, turn_of(state, Alignment.GOOD)) == ()


@compiled
def test_a_turn_is_chosen_after_which_the_hunter_cannot_win() -> None:
    """Dan hunts Alice, in whose homeworld he has two green ships."""
    text = (
        "<0> Alice (0, y1b3) g3---g1g2; Bob (1, r1b2) -g3y1--; Carol (2, r1b3) --g3-; Dan (3, y1b2) ---g3;"
        " Vega (r2) y1y2---"
    )
    state = four(Variant.SINISTER, text)
    assert eliminating_turn(state, 3, 0)
    after = make_turn(state.rules, state.position, turn_of(state)).end().position
    assert eliminating_turn(GameState(state.rules, after), 3, 0) is None


@compiled
def test_who_is_lost_whatever_is_played_looks_for_a_way_out_only_while_there_is_time() -> None:
    """Emil has hundreds of thousands of turns, and may be eliminated after each."""
    text = (
        "<4 out 2> Bob (1, r2) -y2b2b3--y3-; Dora (3, y1b2) -g3--r3-y3; Emil (4, b3) b3---y1-r1;"
        " Ann (0, r1) g3----g3; Rigel (g3) -b1b1---; Mira (g1) -b2b3b3---; Deneb (b3) g1g1-r2---b1;"
        " Pollux (r2) ----y1y3; Procyon (b2) ----b1b2; Arcturus (g3) -b1b2---; Antares (b1) -y2---;"
        " Vega (y2) ---y2-"
    )
    rules = with_options(rules_of(Variant.SINISTER), {"attack": "smaller"})
    state = GameState(rules, parse_position(text, rules, ["Ann", "Bob", "Cleo", "Dora", "Emil"]))
    said: list[many.Thought] = []
    many.choose(state, None, nodes=20_000, seconds=0.0, report=said.append)
    assert said and said[-1].nodes < 200_000


# What is public and what is not


@compiled
def test_good_and_evil_with_the_same_dice_choose_alike_while_nobody_can_be_eliminated() -> None:
    state = four(Variant.GOOD_VS_EVIL, QUIET)
    for seed in range(4):
        turns = {turn_of(state, alignment, seed=seed) for alignment in Alignment}
        assert len(turns) == 1


def test_what_is_public_of_the_goals_does_not_depend_on_the_own_alignment() -> None:
    state = four(Variant.GOOD_VS_EVIL, QUIET)
    good, evil = (Goals(state, alignment, {2: 1}) for alignment in Alignment)
    assert good.public == evil.public
    assert good.public[2] < good.public[1] == 0.5
    assert good.private[1] > evil.private[1]
    for seat in range(4):
        assert good.win(seat, 15) == evil.win(seat, 15)
        assert good.dreads(seat, 15) == evil.dreads(seat, 15)
    assert good.share(15) == evil.share(15)


def test_a_friend_of_mine_hunts_my_hunter() -> None:
    goals = Goals(four(Variant.SINISTER, QUIET), None, {})
    share = goals.share(15)
    assert share[0][1] < share[0][3] < share[0][2] < 0
    assert goals.dreads(0, 15)[0][:2] == (3, 1)
    assert goals.win(0, 15)[:2] == (2, True)
    # Without Bob, Carol is the target.
    assert goals.win(0, 13)[:2] == (4, True)


def test_good_gains_by_whom_it_believes_evil() -> None:
    assert good_wins(2, 0) == 1.0 and good_wins(0, 1) == 0.0
    state = four(Variant.GOOD_VS_EVIL, QUIET)._replace(revealed=((1, Alignment.GOOD), (3, Alignment.EVIL)))
    gains = Goals(state, Alignment.GOOD, {}).own_gain()
    assert gains[3] > 0 > gains[1]


@compiled
def test_who_spared_somebody_is_believed_to_be_good() -> None:
    state = four(Variant.GOOD_VS_EVIL, QUIET.replace("<0>", "<1>"))
    earlier = four(Variant.GOOD_VS_EVIL, BOB_FALLS).position
    search = many._Search(many._cores.get(), state, None, [earlier], 100, 0, lambda thought: None)
    assert search.goals.public[0] < search.goals.public[2]


# The same again, and never the same again


@compiled
def test_the_same_question_has_the_same_answer() -> None:
    for variant in MANY:
        state = four(variant, QUIET)
        alignment = Alignment.GOOD if variant is Variant.GOOD_VS_EVIL else None
        assert len({turn_of(state, alignment, seed=5) for _again in range(3)}) == 1


@compiled
def test_an_earlier_position_is_not_returned_to() -> None:
    state = four(Variant.SINISTER, QUIET)
    turn = turn_of(state)
    after = make_turn(state.rules, state.position, turn).end().position
    assert turn_of(state, before=[after]) != turn


# Whole games


def strong(nodes: int) -> object:
    def player(state: GameState, rng: random.Random, alignment: Alignment | None) -> Turn:
        asked = Asked(state, alignment, seed=rng.randrange(1000), nodes=nodes, seconds=600.0)
        return thinking.think(STRONG, asked, lambda info: None)

    return player


def plays(rules: RuleSet, players: int, *, most: int, state: GameState | None = None) -> None:
    alignments = dealt(players) if rules.variant is Variant.GOOD_VS_EVIL else None
    bots = [strong(300)] * players
    play_game(rules, bots, seed=players, most=most, alignments=alignments, state=state)  # type: ignore[arg-type]


@compiled
@pytest.mark.parametrize("variant", MANY)
def test_tables_of_every_size_are_played_legally(variant: Variant) -> None:
    for players in player_numbers(variant):
        plays(rules_of(variant), players, most=4 * players)


VALUES = [(option, value) for option in OPTIONS for value in option_values(option)]


@compiled
@pytest.mark.parametrize("variant", MANY)
def test_every_value_of_every_option_is_played_legally(variant: Variant) -> None:
    for number, (option, value) in enumerate(VALUES):
        rules = with_options(rules_of(variant), {option: value})
        plays(rules, 3 + number % 4, most=14)


@compiled
def test_timewarp_and_one_star_are_played() -> None:
    rules = rules_of(Variant.SINISTER)
    state = start_game(rules, NAMES[:4], timewarp={0: 3, 2: 1}, one_star=[1, 2])
    plays(rules, 4, most=16, state=state)


def test_setups_are_sound_and_varied() -> None:
    for variant in MANY:
        chosen = set()
        for seed in range(3):
            state = start_game(rules_of(variant), NAMES[:4], one_star=[3])
            for seat in range(4):
                turn = choose_setup(state, random.Random(f"{seed} {seat}"))
                (setup,) = turn
                assert isinstance(setup, Homeworld)
                if seat < 3:
                    assert not setup_advice(state.position, seat, setup.stars, setup.ship)
                chosen.add((setup.stars, setup.ship))
                alignments = dealt(4) if variant is Variant.GOOD_VS_EVIL else None
                half = begin(state).then(setup)
                state = play(state, half, alignments).state
        assert len(chosen) > 6


# Two who are left


def test_two_who_are_left_play_as_two() -> None:
    text = "<3 out 1,2> Alice (0, y1b3) g3b1---; Dan (3, y1g2) r1---b3g1; Vega (g2) y1---"
    state = four(Variant.LAST_CAPTAIN_STANDING, text)
    assert is_duel(state)
    duel = as_duel(state)
    assert duel.position.names == ("Alice", "Dan") and duel.position.mover == 1
    attack = Attack(duel.position.systems[1].fleets[0][0], "Dan", 0)
    assert turn_of_duel((attack,), (0, 3)) == (replace(attack, owner=0),)
    assert turn_of_duel((replace(attack, owner=1),), (0, 3)) == (replace(attack, owner=3),)
    derelict = four(Variant.LAST_CAPTAIN_STANDING, text.replace("y1---", "y1-g1--"))
    assert not is_duel(derelict)
    if available():
        for given in (state, derelict):
            turn = thinking.think(STRONG, Asked(given, nodes=500, seconds=600.0), lambda info: None)
            assert make_turn(given.rules, given.position, turn).end()
