"""When one is told, and ending the daily mail by the link in it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from notices.digest.forms import HoursForm
from notices.digest.letter import NAME
from notices.digest.links import read_off_token
from notices.digest.services import end_digest, save_hours


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hours(request: HttpRequest) -> HttpResponse:
    player = request.user
    form = HoursForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        save_hours(player=player, **form.cleaned_data)
        messages.success(request, gettext("Your settings are saved."))
        return redirect("notices:switches")
    return render(request, "notices/when.html", {"form": form}, status=422 if form.errors else 200)


@csrf_exempt  # mail programs press this button themselves (RFC 8058); the signed address is the permission
@require_http_methods(["GET", "HEAD", "POST"])
def digest_off(request: HttpRequest, token: str) -> HttpResponse:
    """Asks, then ends it; a mail program's look at the link changes nothing."""
    try:
        public_id = read_off_token(token)
    except BadSignature as error:
        raise Http404 from error
    player = get_object_or_404(Player, public_id=public_id, deleted_at=None)
    if request.method == "POST":
        end_digest(player=player)
        player.refresh_from_db()
    return render(request, "notices/digest_off.html", {"player": player, "is_on": NAME in player.told_by})
