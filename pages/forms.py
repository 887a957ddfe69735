"""Filters of lists."""

from __future__ import annotations

from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from board.words.rules import CUSTOM, CUSTOM_NAME, PRESET_NAMES, VARIANT_NAMES
from games.access import Viewer
from games.lists import OpenGamesFilter
from homeworlds.rules import MAX_PLAYERS, MIN_PLAYERS


class OpenGamesForm(forms.Form):
    """Which open games are shown. What cannot be read asks for nothing."""

    variant = forms.ChoiceField(
        label=_("Variant"),
        choices=[
            ("", _("Every variant")),
            *[(variant.value, _(name)) for variant, name in VARIANT_NAMES.items()],
        ],
        required=False,
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[("", _("Any number")), *[(n, str(n)) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]],
        coerce=int,
        empty_value=None,
        required=False,
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=[
            ("", _("All rules")),
            *[(preset.value, _(name)) for preset, name in PRESET_NAMES.items()],
            (CUSTOM, _(CUSTOM_NAME)),
        ],
        required=False,
    )
    joinable = forms.BooleanField(label=_("Only those that I can join"), required=False)

    def __init__(self, data: QueryDict, *, player: Viewer) -> None:
        super().__init__(data)
        if player.is_anonymous or not player.is_human:
            del self.fields["joinable"]
        self.is_valid()
        # Only what is in the list of choices is shown as chosen.
        self.data = {name: value for name, value in data.items() if name in self.cleaned_data}
        self.errors.clear()

    def wanted(self) -> OpenGamesFilter:
        chosen = self.cleaned_data
        return OpenGamesFilter(
            variant=chosen.get("variant", ""),
            players=chosen.get("players"),
            rule_set=chosen.get("rules", ""),
            only_mine_to_join=chosen.get("joinable", False),
        )

    def query(self) -> str:
        """What is chosen, for the links to other pages; ends with `&` unless empty."""
        given = {name: value for name, value in self.cleaned_data.items() if value}
        chosen = given | ({"joinable": "on"} if given.get("joinable") else {})
        return f"{urlencode(chosen)}&" if chosen else ""
