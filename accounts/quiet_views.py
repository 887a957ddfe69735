"""Muting and blocking, and the list of those who are."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player, Quiet
from accounts.quiet import end_quiet, quiet, quiet_for, quiets_of
from accounts.views import people_only
from upkeep.answers import Conflict

NOBODY = "none"


@login_required
@people_only
@require_safe
def quiets(request: HttpRequest) -> HttpResponse:
    """Whom the player has muted or blocked."""
    return render(request, "accounts/quiets.html", {"quiets": quiets_of(request.user)})


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def quiet_one(request: HttpRequest, public_id: str) -> HttpResponse:
    """Says what muting and blocking do, and does it or takes it back."""
    other = get_object_or_404(Player, public_id=public_id, kind=Player.Kind.HUMAN)
    back = _back(request)
    if other == request.user:
        raise Conflict(_("Only other people can be muted or blocked."), back=back)
    if request.method == "POST":
        _change(request, other, back)
        return HttpResponseRedirect(back, status=HTTPStatus.SEE_OTHER)
    context = {"other": other, "now": quiet_for(request.user, other), "next": back}
    return render(request, "accounts/quiet.html", context)


def _change(request: HttpRequest, other: Player, back: str) -> None:
    wish = request.POST.get("kind", "")
    name = {"name": other.name}
    if wish == NOBODY:
        end_quiet(player=request.user, other=other)
        messages.success(request, _("You hear %(name)s again.") % name)
        return
    if wish not in Quiet.Kind.values:
        raise Conflict(_("This form was incomplete. Please send it again."), back=back)
    try:
        quiet(player=request.user, other=other, kind=Quiet.Kind(wish))
    except ValidationError as refusal:
        raise Conflict(str(refusal.message), back=back) from refusal
    done = _("%(name)s is blocked.") if wish == Quiet.Kind.BLOCK else _("%(name)s is muted.")
    messages.success(request, done % name)


def _back(request: HttpRequest) -> str:
    given = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        given, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return given if safe else reverse("account_quiets")
