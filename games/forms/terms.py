"""The forms for the terms of a game and for inviting to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.selectors import person_named
from board.map.legend import Topic, explain
from games.lobby.terms import (
    DAYS_PER_TURN,
    MOST_TIMEWARP,
    USUAL_TERMS,
    WATCHING,
    GameTerms,
    Handicap,
    rating_sentence,
    sandbox_sentence,
    summary,
    take_back_sentence,
    talk_sentence,
)
from games.models import Visibility
from homeworlds.names import LONGEST_NAME

LONGEST_WORD: Final = 280
YES: Final = "yes"
NO: Final = "no"


def _days_label(days: int) -> str:
    return ngettext("About a day", "About {number} days", days).format(number=days)


def _timewarp_label(actions: int) -> str:
    if not actions:
        return gettext("No Timewarp")
    return ngettext("{number} bonus action", "{number} bonus actions", actions).format(number=actions)


_lazy_days = lazy(_days_label, str)
_lazy_timewarp = lazy(_timewarp_label, str)
_lazy_red_alert = lazy(lambda: explain(Topic.RED_ALERT).text, str)


def _yes_or_no(label: str, sentence: Callable[[bool], str], *, usual: bool = True) -> forms.ChoiceField:
    """What each answer means, the usual one first."""
    lazy_sentence = lazy(sentence, str)
    return forms.ChoiceField(
        label=label,
        choices=[(YES if answer else NO, lazy_sentence(answer)) for answer in (usual, not usual)],
        widget=forms.RadioSelect,
        required=False,
    )


class TermsForm(forms.Form):
    """The terms that do something, for the table and for each seat. What is left out is as usual."""

    visibility = forms.ChoiceField(
        label=_("Watching"),
        choices=[(each.value, _(WATCHING[each])) for each in Visibility],
        widget=forms.RadioSelect,
        required=False,
    )
    days_per_turn = forms.TypedChoiceField(
        label=_("Time for a turn"),
        choices=[("", _("As long as you like")), *[(str(days), _lazy_days(days)) for days in DAYS_PER_TURN]],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("The pace you agree on. No clock enforces it."),
    )
    talk = _yes_or_no(_("Talk"), talk_sentence)
    take_back = _yes_or_no(_("Taking back"), take_back_sentence)
    sandbox = _yes_or_no(_("Sandbox"), sandbox_sentence)
    rated = _yes_or_no(_("Result"), rating_sentence, usual=False)
    red_alert_all = forms.BooleanField(
        label=_("Red Alert for everybody"),
        required=False,
        help_text=_lazy_red_alert(),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        seats: Sequence[str],
        terms: GameTerms = USUAL_TERMS,
        handicaps: Sequence[Handicap] = (),
    ) -> None:
        """`seats` are their labels; `terms` and `handicaps` are those that stand now."""
        initial: dict[str, Any] = {
            "visibility": terms.visibility.value,
            "days_per_turn": terms.days_per_turn or "",
            "talk": YES if terms.talk_allowed else NO,
            "take_back": YES if terms.take_back_allowed else NO,
            "rated": YES if terms.rated else NO,
            "sandbox": YES if terms.sandbox_allowed else NO,
            "red_alert_all": bool(handicaps) and all(handicap.red_alert for handicap in handicaps),
        }
        for number, handicap in enumerate(handicaps, 1):
            initial |= {f"{name}_{number}": value for name, value in asdict(handicap).items()}
            # One tick is enough, and one to take away.
            initial[f"red_alert_{number}"] = handicap.red_alert and not initial["red_alert_all"]
        super().__init__(data, initial=initial)
        self.labels, self.base = seats, terms
        for number, label in enumerate(seats, 1):
            self.fields[f"timewarp_{number}"] = forms.TypedChoiceField(
                label=gettext("{seat}: Timewarp").format(seat=label),
                choices=[(n, _lazy_timewarp(n)) for n in range(MOST_TIMEWARP + 1)],
                coerce=int,
                empty_value=0,
                required=False,
            )
            self.fields[f"one_star_{number}"] = forms.BooleanField(
                label=gettext("{seat}: a homeworld of one star").format(seat=label), required=False
            )
            self.fields[f"red_alert_{number}"] = forms.BooleanField(
                label=gettext("{seat}: Red Alert").format(seat=label), required=False
            )

    def table_fields(self) -> list[forms.BoundField]:
        names = ("days_per_turn", "talk", "take_back", "sandbox", "visibility", "rated")
        return [self[name] for name in names]

    def seat_fields(self) -> list[list[forms.BoundField]]:
        """Timewarp, one star and Red Alert of each seat."""
        names = ("timewarp", "one_star", "red_alert")
        return [[self[f"{name}_{n}"] for name in names] for n in range(1, len(self.labels) + 1)]

    def chosen(self) -> GameTerms:
        """As far as they can be read."""
        if not self.is_bound or not hasattr(self, "cleaned_data"):
            return self.base
        data = self.cleaned_data
        return replace(
            self.base,
            visibility=Visibility(data.get("visibility") or self.base.visibility),
            days_per_turn=data.get("days_per_turn"),
            talk_allowed=(data["talk"] == YES) if data.get("talk") else self.base.talk_allowed,
            take_back_allowed=(data["take_back"] == YES)
            if data.get("take_back")
            else self.base.take_back_allowed,
            rated=(data["rated"] == YES) if data.get("rated") else self.base.rated,
            sandbox_allowed=(data["sandbox"] == YES) if data.get("sandbox") else self.base.sandbox_allowed,
        )

    def handicaps(self) -> list[Handicap]:
        """As far as they can be read; one for each seat."""
        data = getattr(self, "cleaned_data", None) or self.initial
        return [
            Handicap(
                timewarp=data.get(f"timewarp_{number}") or 0,
                one_star=bool(data.get(f"one_star_{number}")),
                red_alert=bool(data.get("red_alert_all") or data.get(f"red_alert_{number}")),
            )
            for number in range(1, len(self.labels) + 1)
        ]

    def in_short(self, seats: int | None = None) -> str:
        """All terms in one sentence, for so many seats."""
        self.is_valid()  # reads what is chosen
        return summary(self.chosen(), self.handicaps()[:seats])


def nobody_named() -> str:
    return gettext("Nobody has this name. See how it is spelt, or make a link.")


class InviteForm(forms.Form):
    """Keeping a seat for somebody; without a name for whoever has the link."""

    name = forms.CharField(label=_("Name of the player"), max_length=LONGEST_NAME, required=False)
    word = forms.CharField(label=_("A word to go with it"), max_length=LONGEST_WORD, required=False)
    invited: Player | None = None
    """Once it is valid."""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        self.invited = person_named(name) if name else None
        if name and self.invited is None:
            raise forms.ValidationError(nobody_named())
        return name


class AnswerForm(forms.Form):
    word = forms.CharField(
        label=_("A word to go with it"),
        max_length=LONGEST_WORD,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
