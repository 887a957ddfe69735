"""A club: what one can do next, its tables, its members."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from board.words.refusals import sentence
from clubs.access import club_for, membership_of
from clubs.models import Club, Joining, Role
from clubs.notices import key_of
from clubs.selectors import asked_by, invitation_to, members_of
from clubs.services import why_not_join
from games.lists import games_of_club, paged
from games.models import Status
from notices.bell.unseen import see_on_page
from pages.clubs.forms import AskForm, NewsForm
from pages.clubs.ladders import ladders_of_club, may_begin_ladder
from tournaments.presenters.listing import events_of_club
from upkeep.clock import database_now

TABLES_SHOWN: Final = 20
GAMES_SHOWN: Final = 5
MEMBERS_SHOWN: Final = 12
PER_PAGE: Final = 50
STATES: Final = {"": Status.RUNNING, "finished": Status.FINISHED}
"""In addresses."""


@require_safe
def club(request: HttpRequest, public_id: str) -> HttpResponse:
    """As many queries however many members and games it has."""
    found, user = club_for(request.user, public_id), request.user
    see_on_page(request, key_of(found))
    own = membership_of(user, found)
    invitation = None if own else invitation_to(found, user)
    refusal = why_not_join(found, user) if user.is_authenticated and own is None else None
    context = {
        "club": found,
        "own": own,
        "leads": own is not None and own.leads,
        "is_founder": own is not None and own.role == Role.FOUNDER,
        "may_report": user.is_authenticated and user.is_human and not (own is not None and own.leads),
        "invitation": invitation,
        "may_join": user.is_authenticated and own is None and refusal is None,
        "may_log_in": user.is_anonymous and found.joining == Joining.OPEN and not found.is_closed,
        "why_not": sentence(refusal) if refusal else "",
        "tables": games_of_club(found, user, Status.OPEN, per_page=TABLES_SHOWN) if own else None,
        "running": games_of_club(found, user, Status.RUNNING, per_page=GAMES_SHOWN),
        "finished": games_of_club(found, user, Status.FINISHED, per_page=GAMES_SHOWN),
        "members": members_of(found)[:MEMBERS_SHOWN],
        "more_members": max(0, found.size - MEMBERS_SHOWN),
        "ladders": ladders_of_club(found, user),
        "may_begin_ladder": own is not None and own.leads and may_begin_ladder(found),
        "events": events_of_club(found, user, database_now()),
        "news_form": NewsForm(initial={"news": found.news}),
    }
    return render(request, "pages/clubs/club.html", context)


@require_safe
def club_games(request: HttpRequest, public_id: str) -> HttpResponse:
    """Those that go on, or the finished ones, a page at a time."""
    found, state = club_for(request.user, public_id), request.GET.get("state", "")
    state = state if state in STATES else ""
    context = {
        "club": found,
        "listing": games_of_club(found, request.user, STATES[state], page=request.GET.get("page", 1)),
        "query": f"state={state}&" if state else "",
        "heading": gettext("Finished games") if state else gettext("Running games"),
    }
    return render(request, "pages/clubs/games.html", context)


@require_safe
def club_members(request: HttpRequest, public_id: str) -> HttpResponse:
    return members_page(request, club_for(request.user, public_id), AskForm())


def members_page(request: HttpRequest, found: Club, form: AskForm, status: int = 200) -> HttpResponse:
    """With whom one may ask in, for those who lead the club."""
    own = membership_of(request.user, found)
    leads = own is not None and own.leads
    context = {
        "club": found,
        "own": own,
        "leads": leads,
        "is_founder": own is not None and own.role == Role.FOUNDER,
        "listing": paged(members_of(found), request.GET.get("page", 1), PER_PAGE, tuple),
        "asked": asked_by(found) if leads else [],
        "form": form,
        "query": "",
    }
    return render(request, "pages/clubs/members.html", context, status=status)
