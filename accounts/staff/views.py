"""What staff did with a player, for the player to read."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.staff.news import acts_are_read
from accounts.staff.selectors import acts_for
from accounts.staff.words import words_of

PER_PAGE: Final = 50


@login_required
@require_safe
def staff_acts(request: HttpRequest) -> HttpResponse:
    """Each with its date and reason, and where to write to; from then on they are read."""
    page = Paginator(acts_for(request.user), PER_PAGE).get_page(request.GET.get("page", 1))
    rows = [{"words": words_of(act), "at": act.at, "reason": act.reason} for act in page]
    acts_are_read(request.user)
    return render(request, "accounts/staff_acts.html", {"rows": rows, "page": page})
