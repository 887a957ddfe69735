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
from notices.digest.forms import HourForm, HoursForm
from notices.digest.letter import NAME
from notices.digest.links import read_off_token
from notices.digest.services import change_hour, end_digest, mail_each_turn, save_hours
from notices.models import Digest


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
    """Asks, then ends it, or has it come at another hour, or a mail for each turn instead; a mail program's
    look at the link changes nothing."""
    try:
        public_id = read_off_token(token)
    except BadSignature as error:
        raise Http404 from error
    player = get_object_or_404(Player, public_id=public_id, deleted_at=None)
    hour = HourForm(request.POST or None)
    if request.method == "POST":
        _change(player, request.POST.get("act", ""), hour)
        player.refresh_from_db()
    context = {
        "player": player,
        "is_on": NAME in player.told_by,
        "at": Digest.objects.filter(player=player).values_list("at", flat=True).first(),
        "hours": hour.fields["at"].choices,
        "each_turn": player.mail_at_all and player.mail_turns,
    }
    return render(request, "notices/digest_off.html", context)


def _change(player: Player, act: str, hour: HourForm) -> None:
    """Programs say no act: they end it."""
    if act == "hour":
        if hour.is_valid() and NAME in player.told_by:
            change_hour(player=player, at=hour.cleaned_data["at"])
    elif act == "turns":
        mail_each_turn(player=player)
    else:
        end_digest(player=player)
