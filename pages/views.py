"""Pages that show several things together: the home page and the lists of games."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.sessions import guide_step
from games.forms.new_game import new_key
from games.lists import GameRow, games_of
from games.lists import open_games as games_that_are_open
from games.lobby.waiting import invitations_for
from games.models import Status
from pages.forms import OpenGamesForm
from pages.guide import step_offered
from pages.living import living_table

SHOWN_AT_HOME = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and for a player what waits."""
    waiting, invitations = [], []
    if request.user.is_authenticated:
        invitations = invitations_for(request.user)
        first = games_of(request.user, per_page=SHOWN_AT_HOME).rows
        waiting = [row for row in first if row.waits_for_viewer]
    living = None if waiting else living_table()
    context = {
        "waiting": waiting,
        "invitations": invitations,
        "living": living,
        "key": new_key(),
        "learn_step": step_offered(guide_step(request)),
    }
    return render(request, "pages/home.html", context)


@require_safe
def living(request: HttpRequest) -> HttpResponse:
    """The fragment with the table of the home page, 204 while it is the one after which was asked."""
    now = living_table()
    if request.GET.get("after") == now["version"]:
        return HttpResponse(status=204)
    return render(request, "pages/_living.html", {"living": now})


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """The public games that wait for players, as many of them as one asks for."""
    form = OpenGamesForm(request.GET, player=request.user)
    listing = games_that_are_open(request.user, wanted=form.wanted(), page=request.GET.get("page", 1))
    context = {"listing": listing, "form": form, "query": form.query()}
    return render(request, "pages/open_games.html", context)


@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    listing = games_of(request.user, page=request.GET.get("page", 1))
    return render(
        request,
        "pages/my_games.html",
        {
            "listing": listing,
            "sections": _sections(listing.rows),
            "waiting": sum(row.waits_for_viewer for row in listing.rows),
            "invitations": invitations_for(request.user),
            "key": new_key(),
            "learn_step": step_offered(guide_step(request)),
        },
    )


def _sections(rows: Iterable[GameRow]) -> list[tuple[str, list[GameRow]]]:
    """The rows, sorted already, under headings."""
    return [(heading, list(group)) for heading, group in groupby(rows, _heading)]


def _heading(row: GameRow) -> str:
    if row.waits_for_viewer:
        return gettext("Your turn")
    return {
        Status.RUNNING: gettext("Others are to move"),
        Status.OPEN: gettext("Waiting for players"),
        Status.FINISHED: gettext("Finished"),
        Status.CANCELLED: gettext("Cancelled"),
    }[Status(row.game.status)]
