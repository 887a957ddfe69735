"""The house's own pages for what goes wrong, and the few other answers that are no page."""

import sys

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from upkeep.answers import (
    TooManyRequests,
    bare_page,
    cannot_now,
    is_from_here,
    render_answer,
    sent_by,
)
from upkeep.away.errors import what_is_away


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    # A session that could not be saved is a bad request to Django, whatever was the reason.
    if away := what_is_away(exception):
        return cannot_now(request, away)
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Somebody has logged in anew meanwhile, say. Nothing was done; what a page of this site sent stands in
    the answer, with a form that can be sent, and scripts get the token that their page lacks."""
    ours = is_from_here(request)
    context = {"sent": sent_by(request), "again": True} if ours else {}
    answer = render(request, "403_csrf.html", context, status=403)
    if ours and "HX-Request" in request.headers:
        answer["X-Reason"], answer["X-Token"] = "token", get_token(request)
    return answer


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    return render_answer(request, TooManyRequests(retry_after=300))


def server_error(request: HttpRequest) -> HttpResponse:
    if away := what_is_away(sys.exc_info()[1]):
        return cannot_now(request, away)
    # Without the request no context processor runs: this page must come even when the database is away.
    return bare_page("500.html", 500, {})


@require_safe
@cache_control(max_age=24 * 3600, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", "Disallow: /accounts/", "Disallow: /admin/"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
