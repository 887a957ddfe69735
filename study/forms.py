"""The form for a pasted position."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from board.rules_address import RULES, rules_of_query
from board.words.refusals import sentence
from board.words.rules import PRESET_NAMES, VARIANT_NAMES
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.rules import DEFAULT_PRESET, RuleSet, Variant
from study.pasting import read_position

LONGEST_POSITION: Final = 1600


class PasteForm(forms.Form):
    """A position in notation, and the rules it is played by. `data` may hold options of the rules too."""

    position = forms.CharField(
        label=_("Position"),
        max_length=LONGEST_POSITION,
        widget=forms.Textarea(
            attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        ),
        help_text=_("The sandbox of every game shows its positions as text: copy one there."),
        error_messages={
            "required": _("Paste the text of a position."),
            "max_length": _("This is too long for a position."),
            "null_characters_not_allowed": _("The text holds characters that cannot be read."),
        },
    )
    variant = forms.ChoiceField(
        label=_("Variant"), choices=[(variant.value, _(name)) for variant, name in VARIANT_NAMES.items()]
    )
    rules = forms.ChoiceField(
        label=_("Rule set"),
        choices=[(preset.value, _(name)) for preset, name in PRESET_NAMES.items()],
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        # Lines of text may be broken where they were copied.
        text = " ".join(data["position"].split())
        said = {name: value for name, value in self.data.items() if isinstance(value, str)}
        said[RULES] = data["rules"] or DEFAULT_PRESET.value
        rules = rules_of_query(Variant(data["variant"]), said)
        if rules is None:
            self.add_error("rules", gettext("This variant is not played by that rule set."))
            return data
        try:
            data["start"] = rules, read_position(text, rules)
        except Refusal as refusal:
            self.add_error("position", sentence(refusal))
        return data

    def start(self) -> tuple[RuleSet, Position]:
        """Of a valid form."""
        start: tuple[RuleSet, Position] = self.cleaned_data["start"]
        return start
