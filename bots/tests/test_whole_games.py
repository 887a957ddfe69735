import pytest

from bots import LEVELS
from bots.sampling import setup_faults
from bots.tests.cast import NAMES, bot, dealt, play_game
from homeworlds.actions import Homeworld, Pass
from homeworlds.advice import Advice, setup_advice
from homeworlds.outcome import Alignment
from homeworlds.pieces import Colour
from homeworlds.refusals import Refusal, RefusalCode
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
from homeworlds.state import begin, start_game
from homeworlds.turn import HalfTurn

TABLES = [
    (preset, variant, players)
    for preset in Preset
    for variant in Variant
    for players in player_numbers(variant)
]


def alignments(rules: RuleSet, players: int) -> list[Alignment] | None:
    return dealt(players) if rules.variant is Variant.GOOD_VS_EVIL else None


@pytest.mark.parametrize("preset, variant, players", TABLES)
def test_random_plays_every_game_legally(preset: Preset, variant: Variant, players: int) -> None:
    rules = preset_rules(preset, variant)
    for seed in range(3):
        state, turns = play_game(
            rules,
            [bot("random")] * players,
            seed=seed,
            most=60,
            alignments=alignments(rules, players),
        )
        assert state.outcome is not None or len(turns) == 60


@pytest.mark.parametrize("preset, variant, players", TABLES)
def test_the_judge_plays_every_game_legally(preset: Preset, variant: Variant, players: int) -> None:
    rules = preset_rules(preset, variant)
    play_game(
        rules,
        [bot("judge", 60)] * players,
        seed=1,
        most=players + 8,
        alignments=alignments(rules, players),
    )


@pytest.mark.parametrize("level", ["random", "judge"])
def test_own_elimination_is_avoided_where_custom_lets_it_lose(level: str) -> None:
    for variant in Variant:
        players = player_numbers(variant)[0] + 1 if variant is not Variant.BINARY else 2
        rules = with_options(preset_rules(Preset.TWO_PLAYER, variant), {"own_elimination": "loses"})
        play_game(
            rules,
            [bot(level, 60)] * players,
            seed=2,
            most=30,
            alignments=alignments(rules, players),
        )


@pytest.mark.parametrize("level", ["random", "judge"])
def test_timewarp_and_one_star_are_played(level: str) -> None:
    rules = preset_rules(Preset.BOOKLET, Variant.SINISTER)
    state = start_game(rules, NAMES[:4], timewarp={0: 3, 2: 1}, one_star=[1, 2])
    state, turns = play_game(rules, [bot(level, 100)] * 4, seed=3, most=24, state=state)
    assert [len(turn[0].stars) for turn in turns[:4] if isinstance(turn[0], Homeworld)] == [2, 1, 1, 2]
    assert len(turns) == 24 or state.outcome is not None


@pytest.mark.parametrize("level", ["random", "judge"])
def test_a_setup_follows_the_advice(level: str) -> None:
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    for seed in range(5):
        _state, turns = play_game(rules, [bot(level)] * 2, seed=seed, most=2)
        for (setup,) in turns:
            assert isinstance(setup, Homeworld)
            assert setup.ship.size == 3
            colours = {piece.colour for piece in (*setup.stars, setup.ship)}
            assert len(colours) == 3
            assert {Colour.GREEN, Colour.BLUE} < colours


VALUES = [
    (variant, option, value) for variant in Variant for option in OPTIONS for value in option_values(option)
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant, option, value", VALUES)
def test_every_level_plays_every_value_of_every_option(
    level: str, variant: Variant, option: str, value: object
) -> None:
    """An option that is new is played without a line here."""
    rules = with_options(preset_rules(Preset.BOOKLET, variant), {option: value})
    players = player_numbers(variant)[0]
    state, turns = play_game(
        rules,
        [bot(level, 40)] * players,
        seed=5,
        most=200 if level == "random" else 20,
        alignments=alignments(rules, players),
    )
    assert state.outcome is not None or len(turns) >= 20


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_needs_the_pass(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule set may come that restricts it."""

    def refuse(half: HalfTurn, action: Pass) -> Pass:
        raise Refusal(RefusalCode.NO_ACTION_TO_GIVE_UP)

    monkeypatch.setattr(HalfTurn, "_check_pass", refuse)
    for seed in range(3):
        rules = preset_rules(Preset.BOOKLET, Variant.BINARY)
        _state, turns = play_game(rules, [bot(level, 1)] * 2, seed=seed, most=40)
        assert not any(isinstance(action, Pass) for turn in turns for action in turn)


def test_whatever_the_advice_is_against_counts_as_a_fault_for_a_bot() -> None:
    half = begin(start_game(preset_rules(Preset.MODERN, Variant.BINARY), NAMES[:2]))
    setups = [action for action in half.legal_actions() if isinstance(action, Homeworld)]
    best = min(setups, key=lambda setup: setup_faults(half.position, setup))
    assert not setup_advice(half.position, 0, best.stars, best.ship)
    told: set[Advice] = set()
    for setup in setups:
        advice = setup_advice(half.position, 0, setup.stars, setup.ship)
        assert not advice or setup_faults(half.position, setup) > setup_faults(half.position, best)
        told.update(advice)
    assert told == set(Advice) - {Advice.SMALL_UNIVERSE}
