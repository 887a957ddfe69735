"""The page of the stairs, and what is done there."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.views import people_only
from board.words.refusals import SiteRefusal, sentence
from games.clocks.words import amount, clock_sentence
from ladders.models import StairsSeason
from ladders.stairs import looking
from ladders.stairs.forms import AskForm
from ladders.stairs.services.asking import ask_for_table, leave_stairs, withdraw_from_seating
from ladders.stairs.times import MOST_TABLES, SEASON_DAYS, next_seating, season_ends
from ladders.terms import LADDER_PACE
from upkeep.clock import database_now
from upkeep.dates import when


@require_safe
def stairs(request: HttpRequest) -> HttpResponse:
    """What one can do next, one's step, the tables of the day, who stands where, the seasons."""
    return _page(request)


@require_POST
@login_required
@people_only
def ask(request: HttpRequest) -> HttpResponse:
    """Asks for a table, or changes what is accepted."""
    form = AskForm(request.POST, own=None)
    if not form.is_valid():
        return _page(request, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        ask_for_table(player=request.user, **form.cleaned_data)
    except SiteRefusal as refusal:
        return _refused(request, refusal)
    return _done(request, gettext("You wait for a table."))


@require_POST
@login_required
@people_only
def withdraw(request: HttpRequest) -> HttpResponse:
    try:
        withdraw_from_seating(player=request.user)
    except SiteRefusal as refusal:
        return _refused(request, refusal)
    return _done(request, gettext("You wait for no table any more."))


@require_POST
@login_required
@people_only
def leave(request: HttpRequest) -> HttpResponse:
    try:
        leave_stairs(player=request.user)
    except SiteRefusal as refusal:
        return _refused(request, refusal)
    return _done(request, gettext("You have left the stairs. If you come back, your step is kept."))


@require_safe
def season(request: HttpRequest, number: int) -> HttpResponse:
    """The order at the end of a season; the one that lasts is on the page of the stairs."""
    found = get_object_or_404(StairsSeason, number=number)
    if found.ended_on is None:
        return redirect("ladders:stairs")
    listing = looking.order_of_season(found, request.user, request.GET.get("page", 1))
    return render(request, "ladders/stairs_season.html", {"season": found, "listing": listing, "query": ""})


def _refused(request: HttpRequest, refusal: SiteRefusal) -> HttpResponse:
    messages.error(request, sentence(refusal))
    return _page(request, status=HTTPStatus.CONFLICT)


def _done(request: HttpRequest, words: str) -> HttpResponse:
    messages.success(request, words)
    return HttpResponseRedirect(reverse("ladders:stairs"), status=HTTPStatus.SEE_OTHER)


def _page(request: HttpRequest, *, form: AskForm | None = None, status: int = HTTPStatus.OK) -> HttpResponse:
    viewer, now = request.user, database_now()
    own = looking.own_row(viewer)
    stands = own if own and own.left_at is None else None
    refusal = looking.why_no_table(viewer, now) if viewer.is_authenticated and not viewer.is_guest else None
    change = stands.step - stands.began_at_step if stands else 0
    place = looking.place_of(stands) if stands else None
    listing = looking.who_stands_where(viewer, request.GET.get("page", 1))
    lasts = StairsSeason.objects.filter(ended_on=None).first()
    at = next_seating(now)
    context: dict[str, Any] = {
        "own": stands,
        "change": change,
        "change_down": -change,
        "waits": stands is not None and stands.asked_at is not None,
        "why_not": sentence(refusal) if refusal else "",
        "form": form or AskForm(own=own),
        "crowd": looking.crowd_of(stands),
        "next_at": at,
        "next_words": when(at),
        "next_in": amount(at - now),
        "mine": looking.own_tables(viewer),
        "steps": looking.steps_drawn(own),
        "listing": listing,
        "place": place,
        "own_page": looking.page_of(place) if place else None,
        "season": lasts,
        "season_ends": season_ends(lasts.began_on) if lasts else None,
        "seasons": looking.seasons_over(),
        "season_days": SEASON_DAYS,
        "most_tables": MOST_TABLES,
        "clock": clock_sentence(LADDER_PACE),
        "query": "",
        **_tables_of_the_day(request),
    }
    return render(request, "ladders/stairs.html", context, status=status)


def _tables_of_the_day(request: HttpRequest) -> dict[str, Any]:
    day = looking.last_day()
    if day is None:
        return {"day": None, "tables": [], "more_tables": 0}
    shown, number = looking.tables_of(day, request.user), looking.how_many_tables(day)
    return {"day": day, "tables": shown, "more_tables": number - len(shown)}
