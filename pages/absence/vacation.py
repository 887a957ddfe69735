"""A player's own vacation: what is left of it, going, coming back, and the games that do not wait."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.vacation.arithmetic import A_MONTH, AT_JOINING, LEAST, MOST
from accounts.vacation.keeping import budget_of, vacation_of
from accounts.views import people_only
from games.clocks.words import amount
from games.lists import GameRow, rows_of
from games.services import end_own_vacation, go_on_vacation
from pages.mine import games_heeding_no_vacation
from upkeep.clock import local_now
from upkeep.dates import exact

DAY: Final = timedelta(days=1)
MOST_LISTED: Final = 20
"""Of the games that do not wait."""


class VacationForm(forms.Form):
    last_day = forms.DateField(
        label=_("Last day of your vacation"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        input_formats=["%Y-%m-%d"],
        error_messages={"required": _("Choose a day."), "invalid": _("Choose a day.")},
    )

    def __init__(self, data: Any = None, *, first: date, last: date) -> None:
        """The days among which it can be chosen."""
        super().__init__(data, initial={"last_day": last})
        self.fields["last_day"].widget.attrs |= {"min": first.isoformat(), "max": last.isoformat()}


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    player, now = request.user, local_now()
    if request.method == "POST" and "back" in request.POST:
        if end_own_vacation(player=player):
            messages.success(request, gettext("Your vacation is over: your clocks run again."))
        return redirect("pages:vacation")
    first, last = _days_to_choose(player, now)
    form = VacationForm(request.POST if request.method == "POST" else None, first=first, last=last)
    if form.is_valid():
        try:
            go_on_vacation(player=player, until=_end_of(form.cleaned_data["last_day"]))
        except ValidationError as refusal:
            form.add_error("last_day", refusal)
        else:
            messages.success(request, gettext("You are on vacation: your clocks stand still."))
            return redirect("pages:vacation")
    going_on = vacation_of(player, now)
    context = {
        "form": form,
        "may_begin": first <= last,
        "until": exact(going_on.until) if going_on else "",
        "left": amount(budget_of(player).held(now)),
        "at_joining": amount(AT_JOINING),
        "a_month": amount(A_MONTH),
        "most": amount(MOST),
        "least": amount(LEAST),
        "running_on": running_on(player),
    }
    return render(request, "pages/vacation.html", context, status=422 if form.errors else 200)


def running_on(player: Player) -> Sequence[GameRow]:
    """The player's games whose clocks heed no vacation."""
    return rows_of(games_heeding_no_vacation(player)[:MOST_LISTED], player, of=player)


def _days_to_choose(player: Player, now: datetime) -> tuple[date, date]:
    """The first and the last that can be the last one of a vacation; the first is later if none can."""
    earliest, latest = now + LEAST, now + budget_of(player).held(now)
    # A day ends with the midnight after it.
    first = timezone.localtime(earliest).date()
    last = timezone.localtime(latest).date() - DAY
    return (first if _end_of(first - DAY) < earliest else first - DAY), last


def _end_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day + DAY, time()))
