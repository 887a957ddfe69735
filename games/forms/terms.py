"""The forms for the terms of a game and for inviting to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.selectors import person_named
from board.map.legend import Topic, explain
from clubs.models import Club
from games.clocks.paces import BRISK, LIVE, LONG_LIVE, NORMAL, PACES, SLOW, name_of
from games.clocks.words import clock_in_short, vacation_sentence
from games.lobby.rating_range import HIGHEST, OwnRating, around
from games.lobby.terms import (
    COMPANY,
    MOST_EXCUSES,
    MOST_TIMEWARP,
    USUAL_TERMS,
    WATCHING,
    GameTerms,
    Handicap,
    pace_sentence,
    rating_sentence,
    sandbox_sentence,
    summary,
    take_back_sentence,
    talk_sentence,
    terms_within,
)
from games.models import Company, Visibility
from games.refusals import GameRefusalCode
from homeworlds.names import LONGEST_NAME

LONGEST_WORD: Final = 280
YES: Final = "yes"
NO: Final = "no"


ABOUT_THE_CLOCK: Final = {GameRefusalCode.RATED_NEEDS_CLOCK, GameRefusalCode.LIVE_IS_FOR_TWO}
"""What is said beside it."""
NEAR: Final = (100, 200, 400)
"""Points between the ratings of whoever makes a game and of whoever joins it."""
OWN_RANGE: Final = "own"
AGREED: Final = "agreed"
"""A pace from before there were clocks."""


def clock_label(name: str) -> str:
    titles = {
        BRISK: gettext("Brisk"), NORMAL: gettext("Normal"), SLOW: gettext("Slow"), LIVE: gettext("Live"),
        LONG_LIVE: gettext("Live, slower"),
    }  # fmt: skip
    words = clock_in_short(PACES[name])
    return f"{titles[name]} – {words}" if name in titles else words


def excuses_label(number: int) -> str:
    return (
        ngettext("Excused once", "Excused {number} times", number).format(number=number)
        if number
        else gettext("Not excused")
    )


def _timewarp_label(actions: int) -> str:
    if not actions:
        return gettext("No Timewarp")
    return ngettext("{number} bonus action", "{number} bonus actions", actions).format(number=actions)


_lazy_clock = lazy(clock_label, str)
_lazy_excuses = lazy(excuses_label, str)
_lazy_timewarp = lazy(_timewarp_label, str)
_lazy_red_alert = lazy(lambda: explain(Topic.RED_ALERT).text, str)


def _yes_or_no(
    label: str, sentence: Callable[[bool], str], *, usual: bool = True, help_text: str = ""
) -> forms.ChoiceField:
    """What each answer means, the usual one first."""
    lazy_sentence = lazy(sentence, str)
    return forms.ChoiceField(
        label=label,
        choices=[(YES if answer else NO, lazy_sentence(answer)) for answer in (usual, not usual)],
        widget=forms.RadioSelect,
        required=False,
        help_text=help_text,
    )


def _near(points: int) -> str:
    return gettext("near mine: within {points} points").format(points=points)


_lazy_near = lazy(_near, str)


def _rating_field(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=HIGHEST, required=False)


class TermsForm(forms.Form):
    """The terms that do something, for the table and for each seat. What is left out is as usual."""

    visibility = forms.ChoiceField(
        label=_("Watching"),
        choices=[(each.value, _(WATCHING[each])) for each in Visibility],
        widget=forms.RadioSelect,
        required=False,
    )
    clock = forms.ChoiceField(
        label=_("Time"),
        choices=[("", _("No clock: as long as you like")), *[(name, _lazy_clock(name)) for name in PACES]],
        required=False,
        help_text=_("With bots alone no clock runs. Live clocks are for two people who are both there."),
    )
    weekends = forms.BooleanField(label=_("The clocks stand still on weekends"), required=False)
    excuses = forms.TypedChoiceField(
        label=_("When time runs out at a table of three and more"),
        choices=[(number, _lazy_excuses(number)) for number in range(MOST_EXCUSES + 1)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    vacation = _yes_or_no(_("Vacation"), vacation_sentence)
    company = forms.ChoiceField(
        label=_("Who may join"),
        choices=[(each.value, _(COMPANY[each])) for each in Company],
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Whom you invite comes in any case."),
    )
    strength = forms.ChoiceField(
        label=_("Rating of whoever joins"),
        choices=[
            ("", _("any rating")),
            *[(str(points), _lazy_near(points)) for points in NEAR],
            (OWN_RANGE, _("from … to …")),
        ],
        required=False,
        help_text=_("By the ratings of such games as this one. Whom you invite comes in any case."),
    )
    rating_from = _rating_field(_("Rating from"))
    rating_to = _rating_field(_("Rating to"))
    talk = _yes_or_no(_("Talk"), talk_sentence)
    take_back = _yes_or_no(_("Taking back"), take_back_sentence)
    sandbox = _yes_or_no(_("Sandbox"), sandbox_sentence)
    rated = _yes_or_no(
        _("Result"),
        rating_sentence,
        usual=False,
        help_text=_(
            "A rated game has a clock. It counts if everybody may watch it, no bot plays, no seat has a "
            "handicap, and seats and first turn are drawn by lot."
        ),
    )
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
        club: Club | None = None,
        own_rating: Callable[[], OwnRating | None] = lambda: None,
    ) -> None:
        """`seats` are their labels; `terms` and `handicaps` are those that stand now. `own_rating` of whoever
        makes them is asked for where others shall be near it."""
        initial: dict[str, Any] = {
            "visibility": terms.visibility.value,
            "clock": name_of(terms.clock) or (AGREED if terms.days_per_turn else ""),
            "weekends": bool(terms.weekend_zone),
            "excuses": terms.excuses,
            "vacation": YES if terms.vacation_allowed else NO,
            "company": terms.company.value,
            "strength": "" if (terms.rating_from, terms.rating_to) == (None, None) else OWN_RANGE,
            "rating_from": terms.rating_from,
            "rating_to": terms.rating_to,
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
        if terms.days_per_turn:
            agreed = (AGREED, pace_sentence(terms.days_per_turn))
            self.fields["clock"].choices = [agreed, *self.fields["clock"].choices]
        self.labels, self.base, self.club, self.own_rating = seats, terms, club, own_rating
        if club is not None and club.hidden:  # there is nothing to choose
            del self.fields["visibility"], self.fields["rated"]
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
        names = (
            "clock",
            "weekends",
            "excuses",
            "vacation",
            "company",
            "strength",
            "rating_from",
            "rating_to",
            "talk",
            "take_back",
            "sandbox",
            "visibility",
            "rated",
        )
        return [self[name] for name in names if name in self.fields]

    def seat_fields(self) -> list[list[forms.BoundField]]:
        """Timewarp, one star and Red Alert of each seat."""
        names = ("timewarp", "one_star", "red_alert")
        return [[self[f"{name}_{n}"] for name in names] for n in range(1, len(self.labels) + 1)]

    def chosen(self) -> GameTerms:
        """As far as they can be read."""
        if not self.is_bound or not hasattr(self, "cleaned_data"):
            return terms_within(self.base, self.club)
        return terms_within(self._chosen(self.cleaned_data), self.club)

    def _chosen(self, data: Mapping[str, Any]) -> GameTerms:
        return replace(
            self.base,
            visibility=Visibility(data.get("visibility") or self.base.visibility),
            **self._time(data),
            company=Company(data.get("company") or self.base.company),
            **self._range(data),
            talk_allowed=(data["talk"] == YES) if data.get("talk") else self.base.talk_allowed,
            take_back_allowed=(data["take_back"] == YES)
            if data.get("take_back")
            else self.base.take_back_allowed,
            rated=(data["rated"] == YES) if data.get("rated") else self.base.rated,
            sandbox_allowed=(data["sandbox"] == YES) if data.get("sandbox") else self.base.sandbox_allowed,
        )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        low, high = data.get("rating_from"), data.get("rating_to")
        if data.get("strength") == OWN_RANGE and None not in (low, high) and low > high:
            self.add_error("rating_to", gettext("The higher rating comes second."))
        return data

    def _range(self, data: Mapping[str, Any]) -> dict[str, int | None]:
        """Near is what is near when the form is sent: the range stands, whatever becomes of the rating."""
        strength = data.get("strength")
        if "strength" not in self.data or strength is None:
            return {}
        low, high = None, None
        if strength == OWN_RANGE:
            low, high = data.get("rating_from"), data.get("rating_to")
        elif strength and (own := self.own_rating()):
            low, high = around(own, int(strength))
        return {"rating_from": low, "rating_to": high}

    def _time(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Live clocks stop for nothing."""
        if data.get("clock") == AGREED or "clock" not in self.data:
            return {}
        clock = PACES.get(data.get("clock") or "")
        stops = clock is not None and not clock.is_live
        excuses = data.get("excuses")
        return {
            "days_per_turn": None,
            "clock": clock,
            "weekend_zone": (self.base.weekend_zone or timezone.get_current_timezone_name())
            if stops and data.get("weekends")
            else "",
            "excuses": self.base.excuses if excuses is None else excuses,
            "vacation_allowed": (data["vacation"] == YES)
            if stops and data.get("vacation")
            else self.base.vacation_allowed,
        }

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

    def in_short(self, seats: int | None = None, *, alone: bool = False, counts: bool = True) -> str:
        """All terms in one sentence, for so many seats; with bots `alone` no clock runs. `counts`: whether
        a rated game will."""
        self.is_valid()  # reads what is chosen
        terms = replace(self.chosen(), clock=None) if alone else self.chosen()
        return summary(terms, self.handicaps()[:seats], counts=counts)


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
