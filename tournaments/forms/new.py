"""The form in which somebody announces an event: what everybody says on top, the rest folded."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from board.words.refusals import sentence
from board.words.rules import CUSTOM
from clubs.models import Club
from clubs.selectors import clubs_of
from games.clocks.paces import BRISK, LIVE, LONG_LIVE, NORMAL, PACES, SLOW
from games.clocks.words import amount, clock_in_short, vacation_sentence
from games.forms.rules import RulesForm, rules_with
from games.forms.terms import clock_label, excuses_label
from games.lobby.terms import MOST_EXCUSES, sandbox_sentence, take_back_sentence, talk_sentence
from games.models import Company
from games.refusals import GameRefusal, GameRefusalCode
from homeworlds.rules import OFFERED_VARIANTS, Preset, Variant
from tournaments.models import Event, Format, Points, Repeats, TieBreak
from tournaments.models.event import LONGEST_ABOUT, LONGEST_TITLE
from tournaments.plans import EventPlan, usual_tie_breaks, why_no_such_event
from tournaments.presenters.words import FORMAT_NOTES
from tournaments.refusals import EventRefusal
from tournaments.refusals import EventRefusalCode as Code
from tournaments.times import (
    LEAST_ENTRANTS,
    LONGEST_LIVE_ROUND,
    LONGEST_ROUND,
    MOST_ENTRANTS,
    MOST_ROUNDS,
)

SIZES: Final = (3, 4, 5, 6)
CLOCKS: Final = (BRISK, NORMAL, SLOW, LIVE, LONG_LIVE)
LASTS: Final = {
    "": None,
    "1h": timedelta(hours=1),
    "2h": timedelta(hours=2),
    "3h": timedelta(hours=3),
    **{f"{days}d": timedelta(days=days) for days in (7, 10, 14, 21, LONGEST_ROUND.days)},
}
"""By what the form sends; the hours are for live clocks."""
USUAL_LASTS: Final = f"{LONGEST_ROUND.days}d"
FIELD_OF: Final = {
    Code.NO_TITLE: "title",
    Code.NOT_FOR_SO_MANY: "variant",
    Code.FORMAT_IS_FOR_TABLES: "size",
    Code.LIVE_IS_FOR_TWO: "clock",
    Code.WRONG_ROUNDS: "rounds",
    Code.ROUND_NEEDED: "round_lasts",
    Code.ROUND_TOO_LONG: "round_lasts",
    Code.ROUND_TOO_SHORT: "round_lasts",
    Code.WRONG_POINTS: "points",
    Code.WRONG_TIE_BREAKS: "first_break",
    Code.TIE_BREAKS_OF_TWO: "first_break",
    Code.WRONG_ENTRANTS: "most",
    Code.RATING_UPSIDE_DOWN: "rating_to",
    Code.STARTS_TOO_LATE: "starts_at",
    Code.START_NEEDED: "starts_at",
}
"""Beside which a refusal is said; others stand on top."""


def _lasts_label(name: str) -> str:
    lasts = LASTS[name]
    if lasts is not None:
        return amount(lasts)
    return gettext("as long as may be: {days}, with a live clock {hours}").format(
        days=amount(LONGEST_ROUND), hours=amount(LONGEST_LIVE_ROUND)
    )


def _breaks(chosen: Iterable[str], format_: Format) -> tuple[TieBreak, ...]:
    """These first, then what is usual besides; the rating is the last one."""
    first = [TieBreak(each) for each in chosen if each]
    usual = [each for each in usual_tie_breaks(format_) if each not in first]
    return (*first, *usual)


BREAKS: Final = ("first_break", "second_break", "third_break")
_lazy_clock = lazy(clock_label, str)
_lazy_lasts, _lazy_excuses = lazy(_lasts_label, str), lazy(excuses_label, str)
_lazy_vacation, _lazy_sandbox = lazy(vacation_sentence, str), lazy(sandbox_sentence, str)
_lazy_talk, _lazy_take_back = lazy(talk_sentence, str), lazy(take_back_sentence, str)


def _whole(label: Any, initial: int | None, least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, initial=initial, min_value=least, max_value=most, **more)


def _break(label: Any, **more: Any) -> forms.ChoiceField:
    chosen = [(each.value, each.label) for each in TieBreak if each is not TieBreak.RATING]
    return forms.ChoiceField(label=label, choices=[("", _("as usual")), *chosen], required=False, **more)


class Fold(NamedTuple):
    name: str
    title: str
    short: str
    fields: tuple[forms.BoundField, ...]
    is_open: bool


class EventForm(RulesForm):
    title = forms.CharField(
        label=_("Title"), max_length=LONGEST_TITLE, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    format = forms.TypedChoiceField(
        label=_("Format"),
        choices=Format.choices,
        coerce=Format,
        initial=Format.SWISS,
        widget=forms.RadioSelect,
    )
    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        input_formats=["%Y-%m-%dT%H:%M"],
        error_messages={"invalid": _("Choose a day and an hour.")},
    )
    starts_when_full = forms.BooleanField(label=_("It starts as soon as it is full"), required=False)

    size = forms.TypedChoiceField(
        label=_("Seats at a table of pods"),
        choices=[(number, str(number)) for number in SIZES],
        coerce=int,
        initial=4,
    )
    rounds = _whole(_("Rounds, of Swiss and pods"), 5, 1, MOST_ROUNDS)
    round_lasts = forms.ChoiceField(
        label=_("A round lasts at most"),
        choices=[(name, _lazy_lasts(name)) for name in LASTS],
        initial=USUAL_LASTS,
        required=False,
    )
    best_of = forms.TypedChoiceField(
        label=_("A match of a knock-out"),
        choices=[(1, _("a single game")), (3, _("the best of three"))],
        coerce=int,
        initial=1,
    )
    has_final = forms.BooleanField(label=_("Pods all at once end with a table of the best"), required=False)
    late_entry = forms.BooleanField(
        label=_("One may enter until half of the rounds are over"), required=False, initial=True
    )

    least = _whole(_("Players at least"), 4, LEAST_ENTRANTS, MOST_ENTRANTS)
    most = _whole(_("Players at most"), 64, LEAST_ENTRANTS, MOST_ENTRANTS)
    by_invitation = forms.BooleanField(label=_("Only whom the director invites"), required=False)
    company = forms.ChoiceField(label=_("Reliability"), choices=Company.choices, initial=Company.EVERYBODY)
    rating_from = _whole(_("Lowest rating"), None, 0, 4000, required=False)
    rating_to = _whole(_("Highest rating"), None, 0, 4000, required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)

    clock = forms.ChoiceField(
        label=_("Clock"), choices=[(name, _lazy_clock(name)) for name in CLOCKS], initial=NORMAL
    )
    excuses = forms.TypedChoiceField(
        label=_("When time runs out at a table of three and more"),
        choices=[(number, _lazy_excuses(number)) for number in range(MOST_EXCUSES + 1)],
        coerce=int,
        initial=1,
    )
    vacation_allowed = forms.BooleanField(label=_lazy_vacation(True), required=False, initial=True)
    rated = forms.BooleanField(label=_("The games are rated."), required=False, initial=True)
    sandbox_allowed = forms.BooleanField(label=_lazy_sandbox(True), required=False, initial=True)
    talk_allowed = forms.BooleanField(label=_lazy_talk(True), required=False, initial=True)
    take_back_allowed = forms.BooleanField(label=_lazy_take_back(True), required=False, initial=True)

    points = forms.ChoiceField(
        label=_("Points at a table of pods"),
        choices=[(each.value, each.label) for each in (Points.WIN, Points.ORDER)],
        initial=Points.WIN,
        help_text=_(
            "By order of elimination: in Last Captain Standing. In games of two a win is 1, a draw ½."
        ),
    )
    first_break = _break(
        _("Equal points are told apart by"),
        help_text=_("Buchholz and the direct encounter are for games of two."),
    )
    second_break = _break(_("Then by"))
    third_break = _break(_("And then by"))

    about = forms.CharField(
        label=_("About the event"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    repeats = forms.ChoiceField(
        label=_("How often"), choices=Repeats.choices, initial=Repeats.NEVER, required=False
    )

    def __init__(
        self, data: QueryDict | None = None, *, player: Player, now: datetime, club: str = ""
    ) -> None:
        """`club` is the id of one that the player leads, for a form that nobody has filled in yet."""
        self._now = now
        start = (timezone.localtime(now) + timedelta(days=7)).replace(hour=18, minute=0)
        super().__init__(data, initial={"starts_at": start, "club": club})
        self._clubs = {each.club.public_id: each.club for each in clubs_of(player) if each.leads}
        names = [(public_id, club.name) for public_id, club in self._clubs.items()]
        if names:
            self.fields["club"].choices = [("", _("none: for everybody")), *names]
        else:
            del self.fields["club"]

    @property
    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in ("starts_at", "starts_when_full")]

    @property
    def shown_players(self) -> int:
        return self.plan().size

    @property
    def drawn_for(self) -> str:
        """The variant and rule set for which the rules are shown."""
        return f"{self.shown_variant} {self.shown_preset or CUSTOM}"

    @property
    def has_other_rules(self) -> bool:
        """Than those that the page shows."""
        return self.data.get("drawn_for") != self.drawn_for

    @property
    def format_cards(self) -> list[dict[str, Any]]:
        return [
            {"radio": radio, "name": radio.choice_label, "note": gettext(FORMAT_NOTES[Format(each)])}
            for radio, each in zip(self["format"], Format, strict=True)
        ]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        preset, variant = self.shown_preset, self.shown_variant
        if preset is not None and variant not in OFFERED_VARIANTS[preset]:
            code = GameRefusalCode.VARIANT_NOT_OFFERED
            self.add_error("rule_set", sentence(GameRefusal(code, preset=preset, variant=variant)))
        if not self.errors and (refusal := why_no_such_event(self.plan(), self._now)):
            self.refuse(refusal)
        return given

    def refuse(self, refusal: EventRefusal) -> None:
        field = FIELD_OF.get(refusal.code) if isinstance(refusal.code, Code) else None
        self.add_error(field, ValidationError(sentence(refusal)))

    # --- what is chosen

    def _chosen(self) -> dict[str, Any]:
        """What was sent as far as it can be understood, else what is usual."""
        usual = {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
        ticks = {name: bool(usual[name]) for name, field in self.fields.items() if _is_box(field)}
        return {**usual, **ticks, **getattr(self, "cleaned_data", {})}

    def plan(self) -> EventPlan:
        chosen = self._chosen()
        format_ = Format(chosen["format"])
        preset = None if chosen["rule_set"] == CUSTOM else Preset(chosen["rule_set"])
        same = (
            "rounds", "best_of", "has_final", "excuses", "vacation_allowed", "rated",
            "sandbox_allowed", "talk_allowed", "take_back_allowed", "late_entry", "least", "most",
            "starts_at", "starts_when_full", "by_invitation", "rating_from", "rating_to",
        )  # fmt: skip
        return EventPlan(
            title=chosen["title"] or "",
            about=chosen["about"] or "",
            format=format_,
            rules=rules_with(Variant(chosen["variant"]), preset, chosen),
            preset=preset,
            size=2 if format_.is_for_two else int(chosen["size"]),
            clock=PACES[chosen["clock"]],
            points=None if format_.is_for_two else Points(chosen["points"]),
            tie_breaks=_breaks([chosen[name] for name in BREAKS], format_),
            round_lasts=LASTS[chosen["round_lasts"] or ""],
            company=Company(chosen["company"]),
            **{name: chosen[name] for name in same},
        )

    def chosen_club(self) -> Club | None:
        return self._clubs.get(self._chosen().get("club") or "")

    def chosen_repeats(self) -> Repeats:
        return Repeats(self._chosen()["repeats"] or Repeats.NEVER)

    # --- the folds

    def folds(self) -> list[Fold]:
        plan = self.plan()
        event = Event(**plan.fields())
        return [
            self._fold(
                "tables", gettext("Tables and rounds"), _tables_in_short(event),
                "size", "rounds", "round_lasts", "best_of", "has_final", "late_entry",
            ),
            self._fold(
                "entrants", gettext("Who may enter"), _entrants_in_short(event),
                "least", "most", "by_invitation", "company", "rating_from", "rating_to", "club",
            ),
            self._fold(
                "terms", gettext("Terms"), _terms_in_short(event), "clock", "excuses", "vacation_allowed",
                "rated", "sandbox_allowed", "talk_allowed", "take_back_allowed",
            ),
            self._fold(
                "points", gettext("Points and ties"), str(Points(event.points).label), "points", *BREAKS
            ),
            self._fold(
                "more", gettext("More"), str(self.chosen_repeats().label), "about", "repeats"
            ),
        ]  # fmt: skip

    def _fold(self, name: str, title: str, short: str, *fields: str) -> Fold:
        shown = tuple(self[each] for each in fields if each in self.fields)
        return Fold(name, title, short, shown, any(each in self.errors for each in fields))


def _is_box(field: forms.Field) -> bool:
    return isinstance(field, forms.BooleanField)


def _tables_in_short(event: Event) -> str:
    words = []
    if not Format(event.format).is_for_two:
        words.append(gettext("tables of {size}").format(size=event.size))
    if event.format not in (Format.DIVISIONS, Format.KNOCKOUT):
        words.append(ngettext("{number} round", "{number} rounds", event.rounds).format(number=event.rounds))
    if event.format == Format.KNOCKOUT:
        words.append(gettext("a single game") if event.best_of == 1 else gettext("the best of three"))
    if event.round_lasts is not None:
        words.append(gettext("a round at most {time}").format(time=amount(event.round_lasts)))
    return ", ".join(words) or gettext("games end by their clocks")


def _entrants_in_short(event: Event) -> str:
    words = [gettext("{least} to {most} players").format(least=event.least, most=event.most)]
    if event.by_invitation:
        words.append(gettext("by invitation"))
    if event.company != Company.EVERYBODY:
        words.append(str(Company(event.company).label))
    if event.rating_from is not None or event.rating_to is not None:
        words.append(gettext("by rating"))
    return ", ".join(words)


def _terms_in_short(event: Event) -> str:
    rated = gettext("rated") if event.rated else gettext("friendly")
    return f"{clock_in_short(event.pace)}, {rated}"
