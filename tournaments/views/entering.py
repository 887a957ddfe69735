"""What players do in an event: they enter, leave, withdraw, come back, and vote at their tables."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.views import people_only
from board.words.refusals import sentence
from tournaments.access import event_for_viewer, table_for_viewer
from tournaments.forms.deciding import VoteForm
from tournaments.models import Entry, StandingEntry
from tournaments.presenters.deciding import living_at
from tournaments.refusals import EventRefusal
from tournaments.services.adjudicating import vote
from tournaments.services.co_directing import accept_co_directing, leave_co_directing
from tournaments.services.entering import (
    end_every_edition,
    enter_event,
    enter_every_edition,
    leave_event,
    return_to_event,
    withdraw_from_event,
)
from tournaments.views.visiting import done, house_answer


@require_POST
@login_required
@people_only
def enter(request: HttpRequest, event: str) -> HttpResponse:
    found = event_for_viewer(event, request.user)
    try:
        entry: Entry = enter_event(event_id=found.pk, player=request.user)
    except EventRefusal as refusal:
        raise house_answer(refusal, back=found.get_absolute_url()) from refusal
    if entry.waits:
        return done(request, found, gettext("You are on the waiting list."))
    return done(request, found, gettext("You are entered."))


@require_POST
@login_required
@people_only
def leave(request: HttpRequest, event: str) -> HttpResponse:
    return _do(request, event, leave_event, gettext("You are not in this event any more."))


@require_POST
@login_required
@people_only
def withdraw(request: HttpRequest, event: str) -> HttpResponse:
    said = gettext("You are in no further round. Games that run go on.")
    return _do(request, event, withdraw_from_event, said)


@require_POST
@login_required
@people_only
def come_back(request: HttpRequest, event: str) -> HttpResponse:
    return _do(request, event, return_to_event, gettext("You are back, from the next round on."))


@require_POST
@login_required
@people_only
def direct_too(request: HttpRequest, event: str) -> HttpResponse:
    """Whoever was asked to direct the event beside its director accepts, or declines."""
    if "decline" not in request.POST:
        return _do(request, event, accept_co_directing, gettext("You direct this event too."))
    found = event_for_viewer(event, request.user)
    try:
        leave_co_directing(event_id=found.pk, player=request.user, leaver=request.user)
    except EventRefusal as refusal:
        raise house_answer(refusal, back=found.get_absolute_url()) from refusal
    return done(request, found, gettext("You do not direct this event."))


@require_POST
@login_required
@people_only
def every_edition(request: HttpRequest, event: str) -> HttpResponse:
    """Enters the player for all that follow, or no longer."""
    found = event_for_viewer(event, request.user)
    standing = StandingEntry.objects.filter(series=found.series_id, player=request.user)
    if found.series_id and standing.exists():
        return _do(request, event, end_every_edition, gettext("You enter each edition yourself."))
    return _do(
        request, event, enter_every_edition, gettext("You are entered for every edition that follows.")
    )


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def vote_at_table(request: HttpRequest, event: str, table: int) -> HttpResponse:
    """How the player would have the game adjudicated, should it outlast its round."""
    found = event_for_viewer(event, request.user)
    row = table_for_viewer(found, table)
    form = VoteForm(request.POST if request.method == "POST" else None, living=living_at(row))
    if form.is_valid():
        try:
            vote(table_id=row.pk, player=request.user, seat=form.cleaned_data["seat"])
        except EventRefusal as refusal:
            form.add_error(None, sentence(refusal))
        else:
            return done(request, found, gettext("Your vote is noted; you may change it until the end."))
    context = {"event": found, "table": row, "form": form}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/vote.html", context, status=status)


def _do(request: HttpRequest, event: str, service: Callable[..., Any], said: str) -> HttpResponse:
    found = event_for_viewer(event, request.user)
    try:
        service(event_id=found.pk, player=request.user)
    except EventRefusal as refusal:
        raise house_answer(refusal, back=found.get_absolute_url()) from refusal
    return done(request, found, said)
