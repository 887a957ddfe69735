"""Every option with each of its values, in every preset and variant."""

from homeworlds.rules import (
    OPTIONS,
    Preset,
    Variant,
    option_values,
    preset_rules,
    with_options,
)

ALL = [
    with_options(preset_rules(preset, variant), {option: value})
    for preset in Preset
    for variant in Variant
    for option in OPTIONS
    for value in option_values(option)
]
