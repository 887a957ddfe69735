"""The page of an event, its progress, its log, and what can be taken away of it."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Player
from games.lists import Listing
from notices.bell.unseen import see_on_page
from tournaments.access import event_for_viewer
from tournaments.models import Event
from tournaments.notices import key_of
from tournaments.presenters.doing import doing_in
from tournaments.presenters.export import event_json, standings_csv
from tournaments.presenters.looking import acts_of
from tournaments.presenters.page import Asked, entrants_of, progress_page, running_page, seeded
from tournaments.presenters.words import facts_of, start_words, tags_of, ties
from tournaments.rights import why_not_direct
from tournaments.sheet import count_results
from tournaments.words import act_sentence
from upkeep.clock import database_now

ACTS_PER_PAGE: Final = 50
ACTS_SHOWN: Final = 5
STOP_POLLING: Final = 286


@require_safe
def event(request: HttpRequest, event: str) -> HttpResponse:
    """Before the start its announcement, then standings and tables."""
    found, viewer, now = event_for_viewer(event, request.user), request.user, database_now()
    see_on_page(request, key_of(found))
    context: dict[str, Any] = {
        "event": found,
        "tags": tags_of(found),
        "facts": facts_of(found),
        "ties": ties(found),
        "doing": doing_in(found, viewer, now),
        "lines": [(act, act_sentence(act)) for act in acts_of(found)[:ACTS_SHOWN]],
    }
    if found.started_at is None:
        entered, waiting = entrants_of(found)
        context |= {"entered": entered, "waiting": waiting, "start": start_words(found, now)}
        context |= {"entrants": seeded(found, entered, viewer), "percent": 100 * len(entered) // found.most}
        return render(request, "tournaments/announced.html", context)
    asked = Asked(*(request.GET.get(name, "") for name in ("division", "page", "round", "tables", "why")))
    page = running_page(found, viewer, now, asked)
    context |= {"page": page, "query": _query(asked, "division", "round", "tables")}
    context["query_of_tables"] = _query(asked, "division", "page", "round")
    return render(request, "tournaments/event.html", context)


def _query(asked: Asked, *kept: str) -> str:
    """What stays when one turns a page of the standings, or of the tables."""
    values = [(name, getattr(asked, name)) for name in kept]
    return "".join(f"{name}={value}&" for name, value in values if value.isascii() and value.isdigit())


@require_safe
def progress(request: HttpRequest, event: str) -> HttpResponse:
    """How far the event is, for its page, which asks every minute: nothing where nothing has happened."""
    found = event_for_viewer(event, request.user)
    if request.GET.get("seen") == f"{found.last_number}-{count_results(found)}":
        return HttpResponse(status=204)
    page = progress_page(found, database_now())
    status = 200 if page.runs else STOP_POLLING
    return render(request, "tournaments/_progress.html", {"event": found, "progress": page}, status=status)


@require_safe
def log(request: HttpRequest, event: str) -> HttpResponse:
    """All that was done, the last first."""
    found = event_for_viewer(event, request.user)
    pages = Paginator(acts_of(found), ACTS_PER_PAGE)
    shown = pages.get_page(request.GET.get("page", 1))
    lines = tuple((act, act_sentence(act)) for act in shown.object_list)
    listing = Listing(lines, shown.number, pages.num_pages, pages.count)
    directs = isinstance(request.user, Player) and why_not_direct(found, request.user) is None
    context = {"event": found, "listing": listing, "query": "", "directs": directs}
    return render(request, "tournaments/log.html", context)


@require_safe
def standings_file(request: HttpRequest, event: str) -> HttpResponse:
    found = event_for_viewer(event, request.user)
    words = standings_csv(found, request.user)
    return HttpResponse(words, content_type="text/csv; charset=utf-8", headers=_as_file(found, "csv"))


@require_safe
def event_file(request: HttpRequest, event: str) -> HttpResponse:
    found = event_for_viewer(event, request.user)
    return JsonResponse(event_json(found, request.user), headers=_as_file(found, "json"))


def _as_file(found: Event, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="event-{found.public_id}.{ending}"'}
