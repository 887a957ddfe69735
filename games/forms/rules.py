"""The part of a form that chooses a variant and a rule set, or each option by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from board.words.game import goal_sentence
from board.words.options import OPTION_WORDS, option_sentence, option_title
from board.words.rules import (
    CUSTOM,
    CUSTOM_NAME,
    CUSTOM_NOTE,
    PRESET_NAMES,
    PRESET_NOTES,
    VARIANT_NAMES,
    RuleWords,
    describe_rules,
    players_phrase,
    preset_name,
    variant_name,
)
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

_lazy_sentence = lazy(option_sentence, str)
_lazy_title = lazy(option_title, str)


@dataclass(frozen=True, slots=True)
class Card:
    """A choice with all that must be known to choose it."""

    radio: BoundWidget
    name: str
    note: str
    numbers: str
    fits: bool = True


def option_text(value: object) -> str:
    """An option's value as forms send it."""
    return str(value).lower()


def _option_field(option: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_lazy_title(option),
        choices=[(option_text(value), _lazy_sentence(option, value)) for value in option_values(option)],
        required=False,
        help_text=_("Only for Good vs Evil.") if OPTION_WORDS[option].only is Variant.GOOD_VS_EVIL else "",
    )


def radios(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)


class RulesForm(forms.Form):
    """What is chosen of the rules; the options are not looked at unless the rule set is `custom`."""

    variant = radios(_("Variant"), [(variant.value, _(name)) for variant, name in VARIANT_NAMES.items()])
    rule_set = radios(
        _("Rule set"),
        [*[(preset.value, _(name)) for preset, name in PRESET_NAMES.items()], (CUSTOM, _(CUSTOM_NAME))],
    )

    def __init__(self, data: QueryDict | None = None, *, initial: Mapping[str, Any]) -> None:
        usual = {
            "variant": Variant.BINARY.value,
            "rule_set": DEFAULT_PRESET.value,
            **option_data(preset_rules(DEFAULT_PRESET, Variant.BINARY)),
        }
        super().__init__(data, initial={**usual, **initial})
        self.fields |= {option: _option_field(option) for option in OPTIONS}

    @property
    def shown_variant(self) -> Variant:
        return member(Variant, self["variant"].value()) or Variant.BINARY

    @property
    def shown_preset(self) -> Preset | None:
        """None is custom."""
        value = self["rule_set"].value()
        return None if value == CUSTOM else member(Preset, value) or DEFAULT_PRESET

    @property
    def shown_rules(self) -> RuleSet:
        texts = {option: self[option].value() for option in OPTIONS}
        return rules_with(self.shown_variant, self.shown_preset, texts)

    @property
    def shown_players(self) -> int | None:
        """None where nobody is asked how many play."""
        return None

    @property
    def variant_label(self) -> str:
        return variant_name(self.shown_variant)

    @property
    def rule_set_label(self) -> str:
        return preset_name(self.shown_preset)

    @property
    def rules_open(self) -> bool:
        """There is something to look at among the rules."""
        asked = self.is_bound and "show" in self.data
        return asked or self.option_errors or "rule_set" in self.errors or self.shown_preset is None

    @property
    def option_errors(self) -> bool:
        return bool(self.errors.keys() & OPTIONS.keys())

    def rule_words(self) -> list[RuleWords]:
        """Every option of the preset shown; empty for custom, whose options are fields."""
        preset = self.shown_preset
        return [] if preset is None else describe_rules(preset_rules(preset, self.shown_variant), whole=True)

    def variant_cards(self) -> Iterator[Card]:
        for radio in self["variant"]:
            variant = Variant(radio.data["value"])
            preset = self._preset_with(variant)
            fits = self.shown_players is None or self.shown_players in player_numbers(variant, preset)
            numbers = players_phrase(variant, preset)
            yield Card(radio, radio.choice_label, goal_sentence(variant), numbers, fits)

    def _preset_with(self, variant: Variant) -> Preset | None:
        """The rule set that the variant would be played with; None is custom."""
        preset = self.shown_preset
        return preset if preset is None or variant in OFFERED_VARIANTS[preset] else DEFAULT_PRESET

    def rule_set_cards(self) -> Iterator[Card]:
        variant = self.shown_variant
        for radio in self["rule_set"]:
            preset = member(Preset, radio.data["value"])
            note = gettext(CUSTOM_NOTE if preset is None else PRESET_NOTES[preset])
            fits = preset is None or variant in OFFERED_VARIANTS[preset]
            numbers = players_phrase(variant, preset) if fits else ""
            yield Card(radio, radio.choice_label, note, numbers, fits)

    def option_fields(self) -> list[forms.BoundField]:
        return [self[option] for option in OPTIONS]


def rules_with(variant: Variant, preset: Preset | None, texts: Mapping[str, Any]) -> RuleSet:
    """The rules of the preset; None is custom, with these options. One left out is as usual."""
    usual = preset_rules(preset or DEFAULT_PRESET, variant)
    if preset is not None:
        return usual
    chosen = {
        option: value
        for option in OPTIONS
        for value in option_values(option)
        if option_text(value) == texts.get(option)
    }
    return with_options(usual, chosen)


def adapted(data: QueryDict) -> QueryDict:
    """The choices with what follows from the reader's last one: another variant brings a number of players
    and a rule set that fit it, `custom` begins with the options of the rule set it replaces. `drawn_for`
    tells for which variant and rule set the form was drawn."""
    data = data.copy()
    variant = member(Variant, data.get("variant"))
    if variant is None:
        return data
    drawn_variant, _sep, drawn_rule_set = data.get("drawn_for", "").partition(" ")
    rule_set = data.get("rule_set", "")
    preset = member(Preset, rule_set)
    if drawn_variant and drawn_variant != variant:
        if preset and variant not in OFFERED_VARIANTS[preset]:
            preset = DEFAULT_PRESET
            data["rule_set"] = rule_set = preset.value
        numbers = player_numbers(variant, preset)
        if data.get("players") not in [str(number) for number in numbers]:
            data["players"] = str(numbers[0])
    replaced = member(Preset, drawn_rule_set)
    if rule_set == CUSTOM and replaced:
        for option, value in option_data(preset_rules(replaced, variant)).items():
            data[option] = value
    return data


def option_data(rules: RuleSet) -> dict[str, str]:
    return {option: option_text(value) for option, value in rules.options().items()}


def member(kind: Any, value: object) -> Any:
    """The member of an enumeration with this value; None when there is none."""
    return next((member for member in kind if member == value), None)
