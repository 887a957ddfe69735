"""The form in which somebody wishes for a game."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from board.words.rules import variant_name
from games.clocks.paces import BRISK, NORMAL, PACES, SLOW
from games.clocks.words import clock_in_short
from homeworlds.rules import MAX_PLAYERS, MIN_PLAYERS, Variant
from ladders.models import Rated
from ladders.wishes.looking import (
    CLOCKS,
    MOST_AT_ONCE,
    WITHIN,
    clocks_in_words,
    variants_for,
    variants_in_words,
)

TABLES: Final = [variant for variant in Variant if variant not in variants_for(2)]
"""The variants among which one chooses; two play the one that is for two."""
_lazy_variant = lazy(variant_name, str)


def _clock(name: str) -> str:
    titles = {BRISK: gettext("Brisk"), NORMAL: gettext("Normal"), SLOW: gettext("Slow")}
    return f"{titles[name]} – {clock_in_short(PACES[name])}"


def _within(points: int) -> str:
    return gettext("within {points} points of my rating").format(points=points)


def _table(number: int) -> str:
    if number == MIN_PLAYERS:
        return gettext("one opponent")
    return gettext("a table of {number}").format(number=number)


_lazy_clock, _lazy_within, _lazy_table = lazy(_clock, str), lazy(_within, str), lazy(_table, str)


class WishForm(forms.Form):
    players = forms.TypedChoiceField(
        label=_("I look for"),
        choices=[(number, _lazy_table(number)) for number in range(MIN_PLAYERS, MAX_PLAYERS + 1)],
        coerce=int,
    )
    within = forms.TypedChoiceField(
        label=_("Strength"),
        choices=[("", _("anybody")), *[(points, _lazy_within(points)) for points in WITHIN]],
        coerce=int,
        empty_value=None,
        required=False,
    )
    variants = forms.TypedMultipleChoiceField(
        label=_("Variants, at a table of three and more"),
        choices=[(str(variant), _lazy_variant(variant)) for variant in TABLES],
        coerce=Variant,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    clocks = forms.MultipleChoiceField(
        label=_("Clocks that I accept"),
        choices=[(name, _lazy_clock(name)) for name in CLOCKS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one clock.")},
    )
    rated = forms.ChoiceField(label=_("Result"), choices=Rated.choices, required=False)
    at_once = forms.TypedChoiceField(
        label=_("Games by this wish at the same time, at most"),
        choices=[(number, str(number)) for number in range(1, MOST_AT_ONCE + 1)],
        coerce=int,
        empty_value=1,
        required=False,
    )

    wants_bot = forms.BooleanField(label=_("Meanwhile a bot may play with me"), required=False)

    def __init__(self, data: Any = None) -> None:
        initial = {
            "wants_bot": True,
            "variants": [str(each) for each in TABLES],
            "clocks": [NORMAL, SLOW],
            "players": 2,
        }
        super().__init__(data, initial=initial)
        self.fields["wants_bot"].help_text = ngettext(
            "Where nobody comes for {number} hour, and only until somebody does.",
            "Where nobody comes for {number} hours, and only until somebody does.",
            settings.WISH_BOT_HOURS,
        ).format(number=settings.WISH_BOT_HOURS)

    @property
    def first(self) -> list[forms.BoundField]:
        """What everybody says."""
        return [
            self[name] for name in ("players", "within", *(["wants_bot"] if settings.WISH_BOT_HOURS else []))
        ]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in ("clocks", "variants", "rated", "at_once")]

    @property
    def unless_changed(self) -> str:
        """The terms of a wish whose maker has chosen among `first` alone, in words."""
        parts = [variants_in_words(MIN_PLAYERS + 1, self.initial["variants"])]
        return " · ".join([*parts, clocks_in_words(self.initial["clocks"]), str(Rated.EITHER.label)])

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        players = given.get("players")
        if players == MIN_PLAYERS:
            given["variants"] = variants_for(MIN_PLAYERS)
        elif players and not set(given.get("variants", ())) & set(variants_for(players)):
            self.add_error("variants", _("Choose at least one variant that you would play."))
        given["rated"] = Rated(given.get("rated") or Rated.EITHER)
        return given
