"""Random games of every variant, preset and number of players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from homeworlds.rules import Preset, RuleSet, Variant, player_numbers, preset_rules, with_options
from homeworlds.tests.random_play import random_game

GAMES = 15
"""Of a variant and a preset, shared out over the numbers of players."""
TURNS_EACH = 60
ENDING_SHARE = 0.8
"""Of the games of a variant and a preset; the others stop after so many turns a player."""

CUSTOM = {
    "bank": "five",
    "first_ship": "any",
    "catastrophes": "any-time",
    "attack": "smaller",
    "own_elimination": "loses",
    "empty_homeworld": "disappears",
    "good_share": "living",
    "fallen_good": True,
}
"""What no preset has together."""

RULE_SETS = [*Preset, None]


@pytest.mark.long
@pytest.mark.parametrize("preset", RULE_SETS, ids=lambda preset: preset or "custom")
@pytest.mark.parametrize("variant", Variant)
def test_random_games_obey_the_rules_and_end(
    variant: Variant, preset: Preset | None, record_property: Callable[[str, object], None]
) -> None:
    ended = played = turns = 0
    numbers = player_numbers(variant, preset)
    for players in numbers:
        for seed in range(GAMES // len(numbers)):
            dice = Random(f"{variant} {preset} {players} {seed}")
            states = list(random_game(_rules(variant, preset), players, dice, TURNS_EACH * players))
            turns += len(states)
            played += 1
            ended += states[-1].outcome is not None
    record_property("random games", [str(variant), ended, played])
    assert turns >= 5 * played
    assert ended >= ENDING_SHARE * played


def _rules(variant: Variant, preset: Preset | None) -> RuleSet:
    if preset is None:
        return with_options(preset_rules(Preset.BOOKLET, variant), CUSTOM)
    return preset_rules(preset, variant)
