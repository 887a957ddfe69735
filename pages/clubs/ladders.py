"""The ladder of a club: how the club's page shows it, and how those who lead the club begin one."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.views import people_only
from board.words.refusals import sentence
from board.words.rules import preset_name, variant_name
from clubs.access import ClubViewer
from clubs.models import Club
from games.clocks.paces import BRISK, NORMAL, SAVED, SLOW
from games.clocks.words import clock_in_short
from homeworlds.rules import DEFAULT_PRESET, OFFERED_VARIANTS, Preset, Variant, player_numbers, preset_rules
from ladders.ladder.access import ladders_seen_by
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.services import found_ladder
from ladders.ladder.services.founding import why_not_found
from ladders.models import Ladder, Rung
from ladders.terms import LADDER_PACE
from pages.clubs.leading import led_club

LADDER: Final = "ladder"
PACES: Final = {LADDER: LADDER_PACE, **SAVED}
"""By the names that the form sends; the first is that of the site's ladder."""


class ClubLadder(NamedTuple):
    """A ladder in the page of its club."""

    name: str
    address: str
    said: str


def ladders_of_club(club: Club, viewer: ClubViewer) -> tuple[ClubLadder, ...]:
    """Those that the viewer may see; two queries at most."""
    found = ladders_seen_by(viewer).filter(club=club).first()
    if found is None:
        return ()
    return (ClubLadder(found.title, found.get_absolute_url(), _said(found, viewer)),)


def _said(ladder: Ladder, viewer: ClubViewer) -> str:
    """The rules, and the viewer's place or how many are there."""
    rules = variant_name(Variant(ladder.variant))
    own = None if viewer.is_anonymous else Rung.objects.filter(ladder=ladder, player=viewer).first()
    if own is not None:
        return gettext("{rules} · you are at place {place}").format(rules=rules, place=own.place)
    players = ngettext("{number} player", "{number} players", ladder.size).format(number=ladder.size)
    return f"{rules} · {players}"


def may_begin_ladder(club: Club) -> bool:
    """For those who lead the club."""
    return not Ladder.objects.filter(club=club).exists()


def _rules_for_two() -> dict[str, tuple[Variant, Preset]]:
    """By what the form sends."""
    return {
        f"{variant}-{preset}": (variant, preset)
        for variant in Variant
        for preset in Preset
        if variant in OFFERED_VARIANTS[preset] and 2 in player_numbers(variant, preset)
    }


RULES: Final = _rules_for_two()


def _rules_label(variant: Variant, preset: Preset) -> str:
    return f"{variant_name(variant)} · {preset_name(preset)}"


def _clock_label(name: str) -> str:
    titles = {
        LADDER: gettext("As on the ladder of the site"),
        BRISK: gettext("Brisk"),
        NORMAL: gettext("Normal"),
        SLOW: gettext("Slow"),
    }
    return gettext("{title}: {sentence}").format(title=titles[name], sentence=clock_in_short(PACES[name]))


_lazy_rules, _lazy_clock = lazy(_rules_label, str), lazy(_clock_label, str)


class LadderForm(forms.Form):
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=[(name, _lazy_rules(*rules)) for name, rules in RULES.items()],
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=_("Time"), choices=[(name, _lazy_clock(name)) for name in PACES], widget=forms.RadioSelect
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"rules": f"{Variant.BINARY}-{DEFAULT_PRESET}", "clock": LADDER})


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_ladder(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form; with POST the ladder. Why none can be begun is said in its place."""
    club = led_club(request, public_id)
    form = LadderForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        variant, preset = RULES[form.cleaned_data["rules"]]
        try:
            ladder = found_ladder(
                club=club,
                by=request.user,
                rules=preset_rules(preset, variant),
                preset=preset,
                clock=PACES[form.cleaned_data["clock"]],
            )
        except LadderRefusal as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, gettext("The ladder stands. Whoever joins it begins at the bottom."))
            return HttpResponseRedirect(ladder.get_absolute_url(), status=HTTPStatus.SEE_OTHER)
    why_not = why_not_found(club, request.user)
    context = {"club": club, "form": form, "why_not": sentence(why_not) if why_not else ""}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "pages/clubs/ladder.html", context, status=status)
