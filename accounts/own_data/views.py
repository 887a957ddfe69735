"""The page from which a player takes everything away."""

from __future__ import annotations

from typing import Final

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.own_data.export import export_of
from upkeep.limits import Limit, check_limit

EXPORTS: Final = Limit("exports", most=10, seconds=3600)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=lambda request: request.method == "POST")
def own_data(request: HttpRequest) -> HttpResponse:
    """Says what is in the file; POST gives it, once the password has been shown lately. A guest has none."""
    if request.method != "POST":
        return render(request, "accounts/own_data.html")
    check_limit(EXPORTS, request.user.pk)
    name = f"homeworlds-{request.user.public_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(export_of(request.user), content_type="application/json", headers=headers)
