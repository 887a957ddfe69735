"""A rule set as the end of an address, and back: so that a page of rules is that of exactly one rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from homeworlds.refusals import Refusal
from homeworlds.rules import (
    DEFAULT_PRESET,
    OFFERED_VARIANTS,
    OPTIONS,
    Preset,
    RuleSet,
    Variant,
    option_values,
    player_numbers,
    preset_rules,
    with_options,
)

RULES: Final = "rules"
PLAYERS: Final = "players"


def preset_of(rules: RuleSet) -> Preset | None:
    """The first preset offered for the variant that has exactly these options; None: custom."""
    for preset in (DEFAULT_PRESET, *Preset):
        if rules.variant in OFFERED_VARIANTS[preset] and rules == preset_rules(preset, rules.variant):
            return preset
    return None


def rules_query(rules: RuleSet, players: int | None = None) -> str:
    """Begins with `?` unless empty: the preset, or the options that are not those of the booklet."""
    preset = preset_of(rules)
    said: dict[str, object] = {}
    if preset is None:
        usual = preset_rules(DEFAULT_PRESET, rules.variant).options()
        said = {name: _text(value) for name, value in rules.options().items() if value != usual[name]}
    elif preset is not DEFAULT_PRESET:
        said = {RULES: preset.value}
    if players is not None:
        said[PLAYERS] = players
    return f"?{urlencode(said)}" if said else ""


def rules_of_query(variant: Variant, query: Mapping[str, str]) -> RuleSet | None:
    """None when the query names a preset, or a value of an option, that there is not for the variant."""
    named = query.get(RULES, DEFAULT_PRESET)
    preset = next((preset for preset in Preset if preset == named), None)
    if preset is None or variant not in OFFERED_VARIANTS[preset]:
        return None
    options = {name: _value(name, query[name]) for name in OPTIONS if name in query}
    try:
        return with_options(preset_rules(preset, variant), options)
    except Refusal:
        return None


def players_of_query(rules: RuleSet, query: Mapping[str, str]) -> int | None:
    """None when the query names no number that can play by these rules."""
    numbers = player_numbers(rules.variant, preset_of(rules))
    return next((number for number in numbers if query.get(PLAYERS) == str(number)), None)


def _text(value: object) -> str:
    return str(value).lower()


def _value(name: str, text: str) -> object:
    return next((value for value in option_values(name) if _text(value) == text), text)
