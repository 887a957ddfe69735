"""Filters of lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from board.words.rules import CUSTOM, CUSTOM_NAME, PRESET_NAMES, VARIANT_NAMES
from games.access import Viewer
from games.lists import ClockKind, OpenCounts, OpenGamesFilter
from homeworlds.names import LONGEST_NAME
from homeworlds.rules import MAX_PLAYERS, MIN_PLAYERS
from pages.mine import CANCELLED, FINISHED, LATEST, OLDEST, RUNNING, MyGamesFilter
from ratings.arithmetic.rating_list import Pool
from ratings.presenters.figures import pool_called

VARIANTS = [
    ("", _("Every variant")),
    *[(variant.value, _(name)) for variant, name in VARIANT_NAMES.items()],
]


CLOCK_KINDS = {
    ClockKind.LIVE.value: pgettext_lazy("a clock", "live"),
    ClockKind.DAYS.value: pgettext_lazy("a clock", "days"),
    ClockKind.NONE.value: _("no clock"),
}
RATED, FRIENDLY = "rated", "friendly"


class ListForm(forms.Form):
    """What is asked of a list, in its address. What cannot be read asks for nothing."""

    def __init__(self, data: QueryDict, *, without: Collection[str] = ()) -> None:
        super().__init__(data)
        for name in without:
            del self.fields[name]
        self.is_valid()
        # Only what is in the list of choices is shown as chosen.
        self.data = {name: value for name, value in data.items() if name in self.cleaned_data}
        self.errors.clear()


class MyGamesForm(ListForm):
    """Which of my games are shown, and in which order."""

    state = forms.ChoiceField(
        choices=[(state, state) for state in (RUNNING, FINISHED, CANCELLED)],
        widget=forms.HiddenInput,
        required=False,
    )
    words = forms.CharField(
        label=_("Opponent or event"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Opponent or event")}),
    )
    variant = forms.ChoiceField(label=_("Variant"), choices=VARIANTS, required=False)
    order = forms.ChoiceField(
        label=_("Order"), choices=[(LATEST, _("Latest first")), (OLDEST, _("Oldest first"))], required=False
    )

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        choices = [(LATEST, _("Latest first")), (OLDEST, _("Oldest first"))]
        if self.wanted().state == RUNNING:
            longest = (OLDEST, _("Longest waiting first"))
            choices = [("", _("Least time first")), longest, (LATEST, _("Latest first"))]
        self.fields["order"].choices = choices

    def wanted(self) -> MyGamesFilter:
        return MyGamesFilter(**{name: value or "" for name, value in self.cleaned_data.items()})

    @property
    def is_narrow(self) -> bool:
        """Not all games of the state are wanted."""
        return bool(self.wanted().variant or self.wanted().words)

    def query(self, **changes: str) -> str:
        """What is chosen, for an address, with these changes."""
        given = {name: value for name, value in (self.cleaned_data | changes).items() if value}
        return f"?{urlencode(given)}"


class OpenGamesForm(ListForm):
    """Which open games are shown."""

    variant = forms.ChoiceField(
        label=_("Variant"), choices=[("", _("Variant")), *VARIANTS[1:]], required=False
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[("", _("Players")), *[(n, str(n)) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]],
        coerce=int,
        empty_value=None,
        required=False,
    )
    clock = forms.ChoiceField(
        label=_("Clock"), choices=[("", _("Clock")), *CLOCK_KINDS.items()], required=False
    )
    rated = forms.ChoiceField(
        label=_("Rating"),
        choices=[
            ("", _("Rating")),
            (RATED, pgettext_lazy("a game", "rated")),
            (FRIENDLY, pgettext_lazy("a game", "friendly")),
        ],
        required=False,
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=[
            ("", _("Rules")),
            *[(preset.value, _(name)) for preset, name in PRESET_NAMES.items()],
            (CUSTOM, _(CUSTOM_NAME)),
        ],
        required=False,
    )

    def count(self, counts: OpenCounts) -> None:
        """Says beside each choice how many there are."""
        rated = {RATED: counts.rated[True], FRIENDLY: counts.rated[False]}
        numbers: dict[str, Mapping[Any, int]] = {
            "variant": counts.variants, "players": counts.players, "clock": counts.clocks, "rated": rated,
        }  # fmt: skip
        for name, by_value in numbers.items():
            first, *choices = self.fields[name].choices
            counted = [(value, f"{words} ({by_value.get(value, 0)})") for value, words in choices]
            self.fields[name].choices = [first, *counted]

    def wanted(self) -> OpenGamesFilter:
        chosen = self.cleaned_data
        return OpenGamesFilter(
            variant=chosen.get("variant", ""),
            players=chosen.get("players"),
            rule_set=chosen.get("rules", ""),
            clock=chosen.get("clock", ""),
            rated=chosen["rated"] == RATED if chosen.get("rated") else None,
        )

    def query(self) -> str:
        """What is chosen, for the links to other pages; ends with `&` unless empty."""
        given = {name: value for name, value in self.cleaned_data.items() if value}
        return f"{urlencode(given)}&" if given else ""


class RatingsForm(ListForm):
    """Which ratings are shown."""

    pool = forms.ChoiceField(
        choices=[(str(pool), str(pool)) for pool in Pool], widget=forms.HiddenInput, required=False
    )
    name = forms.CharField(
        label=_("Player"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Player")}),
    )
    ticked = forms.BooleanField(label=_("Only those I ticked"), required=False)

    def __init__(self, data: QueryDict, *, player: Viewer) -> None:
        ticks = not player.is_anonymous and player.is_human
        super().__init__(data, without=() if ticks else ["ticked"])

    def chosen_pool(self) -> Pool:
        return pool_called(self.cleaned_data.get("pool", ""))

    def words(self) -> str:
        return str(self.cleaned_data.get("name", ""))

    def only_ticked(self) -> bool:
        return bool(self.cleaned_data.get("ticked"))

    def query(self) -> str:
        """What is chosen, for the links to other pages; ends with `&` unless empty."""
        given = {name: value for name, value in self.cleaned_data.items() if value}
        chosen = given | ({"ticked": "on"} if given.get("ticked") else {})
        return f"{urlencode(chosen)}&" if chosen else ""
