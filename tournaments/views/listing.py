"""The list of events, and the form in which one announces another."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from accounts.views import people_only
from board.words.refusals import sentence
from games.forms.rules import adapted
from tournaments.forms.new import EventForm
from tournaments.presenters.foretold import forecast_sentence
from tournaments.presenters.listing import event_list
from tournaments.refusals import EventRefusal
from tournaments.rights import why_not_open
from tournaments.services.opening import open_event
from tournaments.views.visiting import done
from upkeep.clock import database_now
from upkeep.limits import Limit, check_limit

NEW_EVENTS: Final = Limit("new-events", most=10, seconds=86400)
FORECASTS: Final = Limit("event-forecasts", most=300, seconds=3600)


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The viewer's own first, then what one can enter, what runs, and what is over."""
    found = event_list(request.user, database_now(), request.GET.get("page", 1))
    return render(request, "tournaments/events.html", {"found": found, "listing": found.over, "query": ""})


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form; with POST the event, unless somebody only wants to know what to expect. Why none can be
    opened is said in its place."""
    player: Player = request.user
    if "show" in request.POST:
        form = _chosen_so_far(request, request.POST)
    else:
        sent = request.POST if request.method == "POST" else None
        form = EventForm(sent, player=player, now=database_now(), club=request.GET.get("club", ""))
    if form.is_valid() and "show" not in request.POST:
        check_limit(NEW_EVENTS, player.public_id)
        try:
            event = open_event(
                director=player, plan=form.plan(), club=form.chosen_club(), repeats=form.chosen_repeats()
            )
        except EventRefusal as refusal:
            form.refuse(refusal)
        else:
            return done(
                request, event, gettext("The event is announced. Invite others, or enter it yourself.")
            )
    why_not = why_not_open(player)
    context = {
        "form": form,
        "why_not": sentence(why_not) if why_not else "",
        "forecast": forecast_sentence(form.plan()) if why_not is None else "",
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/new.html", context, status=status)


@login_required
@people_only
@require_safe
def new_shown(request: HttpRequest) -> HttpResponse:
    """What the choices of the form come to: its rules, the lines of its folds, and what to expect."""
    check_limit(FORECASTS, request.user.public_id)
    form = _chosen_so_far(request, request.GET)
    context = {"form": form, "forecast": forecast_sentence(form.plan())}
    return render(request, "tournaments/_new_shown.html", context)


def _chosen_so_far(request: HttpRequest, data: QueryDict) -> EventForm:
    """The form half-way: only what cannot go together is said."""
    form = EventForm(adapted(data), player=request.user, now=database_now())
    for name in form.errors.keys() - {"variant", "rule_set"}:
        del form.errors[name]
    return form
