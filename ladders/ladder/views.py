"""The pages of a ladder of two, and what can be done there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.views import people_only
from board.words.refusals import sentence
from board.words.rules import preset_name, variant_name
from games.clocks.words import clock_sentence
from homeworlds.rules import Preset, Variant
from ladders.ladder.access import ladder_for_viewer, ladders_seen_by
from ladders.ladder.notices import key_of
from ladders.ladder.presenters.chart import draw_places, sample
from ladders.ladder.presenters.course import Sign, course_of
from ladders.ladder.presenters.history import history_of
from ladders.ladder.presenters.page import ladder_page
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.services import (
    challenge,
    come_back,
    join_ladder,
    leave_ladder,
    offer_game,
    site_ladder,
)
from ladders.models import Ladder, Rung
from notices.bell.unseen import see_on_page
from upkeep.answers import Conflict
from upkeep.clock import local_now
from upkeep.dates import day

WIDE, NARROW = (640, 200), (340, 170)
MOST_LADDERS = 50


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """The site's ladder, and those of the viewer's clubs."""
    viewer = request.user
    site_ladder()
    seen = ladders_seen_by(viewer).filter(closed_at__isnull=True).order_by("club_id", "pk")
    shown = seen.filter(club__isnull=True)
    places: dict[int, int] = {}
    if viewer.is_authenticated:
        shown |= seen.filter(club__memberships__player=viewer)
        places = dict(Rung.objects.filter(player=viewer).values_list("ladder", "place"))
    rows = [
        {"ladder": ladder, "place": places.get(ladder.pk), "variant": variant_name(Variant(ladder.variant))}
        for ladder in sorted(shown.distinct()[:MOST_LADDERS], key=lambda each: each.club is not None)
    ]
    stood_on = any(row["ladder"].size for row in rows)
    return render(request, "ladders/ladders.html", {"rows": rows, "stood_on": stood_on})


@require_safe
def ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    """Who stands where, and whom the viewer may challenge."""
    found, viewer, now = _ladder(request, ladder), request.user, local_now()
    see_on_page(request, key_of(found))
    page = ladder_page(found, viewer, now, page=request.GET.get("page", ""))
    context: dict[str, Any] = {
        "ladder": found,
        "page": page,
        "variant": variant_name(Variant(found.variant)),
        "preset": preset_name(Preset(found.preset) if found.preset else None),
        "clock": clock_sentence(found.pace),
        "listing": {
            "page": page.page,
            "pages": page.pages,
            "previous": page.previous,
            "next": page.following,
        },
    }
    if page.figures is not None and isinstance(viewer, Player):
        context |= _course(found, viewer, page.figures.place, now)
    return render(request, "ladders/ladder.html", context)


def _ladder(request: HttpRequest, public_id: str) -> Ladder:
    site_ladder()
    return ladder_for_viewer(public_id, request.user)


def _course(found: Ladder, player: Player, place: int, now: datetime) -> dict[str, Any]:
    stands = course_of(found, player)
    wide, narrow = [draw_places(stands, now, place, *size, day) for size in (WIDE, NARROW)]
    return {
        "stands": stands[::-1],
        "wide": wide,
        "narrow": narrow,
        "won": sample(Sign.WON),
        "lost": sample(Sign.LOST),
    }


@require_safe
def events(request: HttpRequest, ladder: str) -> HttpResponse:
    """All that has happened, the last first."""
    found = _ladder(request, ladder)
    listing = history_of(found, request.GET.get("page", ""))
    return render(request, "ladders/events.html", {"ladder": found, "listing": listing})


@require_POST
@login_required
@people_only
def join(request: HttpRequest, ladder: str) -> HttpResponse:
    said = gettext("You are on the ladder. Challenge somebody within 14 days.")
    return _done(request, ladder, join_ladder, said)


@require_POST
@login_required
@people_only
def leave(request: HttpRequest, ladder: str) -> HttpResponse:
    said = gettext("You leave the ladder. Games that run there are played on, and count.")
    return _done(request, ladder, leave_ladder, said)


@require_POST
@login_required
@people_only
def back(request: HttpRequest, ladder: str) -> HttpResponse:
    return _done(request, ladder, come_back, gettext("You are back, and stay where you are."))


@require_POST
@login_required
@people_only
def offer(request: HttpRequest, ladder: str) -> HttpResponse:
    said = gettext("You offer a game: for a week one player more may challenge you, and your place is kept.")
    return _done(request, ladder, offer_game, said)


@require_POST
@login_required
@people_only
def send_challenge(request: HttpRequest, ladder: str, player: str) -> HttpResponse:
    """Goes to the game, which has begun."""
    found = _ladder(request, ladder)
    other = get_object_or_404(Player, public_id=player)
    try:
        made = challenge(ladder_id=found.pk, player=request.user, other=other)
    except LadderRefusal as refusal:
        raise Conflict(sentence(refusal), back=found.get_absolute_url()) from refusal
    messages.success(request, gettext("The game against {name} has begun.").format(name=other.name))
    return _to(reverse("games:table", args=[made.game.public_id]))


def _done(request: HttpRequest, ladder: str, service: Callable[..., object], said: str) -> HttpResponse:
    found = _ladder(request, ladder)
    try:
        service(ladder_id=found.pk, player=request.user)
    except LadderRefusal as refusal:
        raise Conflict(sentence(refusal), back=found.get_absolute_url()) from refusal
    messages.success(request, said)
    return _to(found.get_absolute_url())


def _to(address: str) -> HttpResponse:
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)
