"""The page of the bell."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from notices.bell.page import bell_of
from notices.bell.subjects import standing_of
from notices.services import see

PUSH: Final = "push"


@login_required
@require_safe
@never_cache
def bell(request: HttpRequest) -> HttpResponse:
    """Looking at it reads nothing: what it leads to does, or “all seen”."""
    player = request.user
    context = {
        "bell": bell_of(player),
        "standing": standing_of(player),
        "days_kept": settings.NOTICES_KEPT_DAYS,
        "is_silent": PUSH not in player.told_by,
        "has_mail": player.has_mail,
    }
    return render(request, "notices/bell.html", context)


@require_POST
@login_required
def all_seen(request: HttpRequest) -> HttpResponse:
    """All that the page showed; what has come since is new."""
    last = request.POST.get("last", "")
    if last.isascii() and last.isdigit() and len(last) < 19:
        see(player=request.user, up_to=int(last))
    return HttpResponseRedirect(reverse("notices:bell"), status=303)
