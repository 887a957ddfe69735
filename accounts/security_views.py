"""Where one is logged in, and taking the account back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.addresses import TooLate, change_of, may_be_undone, undo_address_change
from accounts.logged_in import forget_session, forget_sessions, places_of
from accounts.models import AddressChange
from accounts.views import people_only
from upkeep.answers import Conflict, Gone


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """Lists where the player is logged in; POST ends the session it names, or all, this browser's too."""
    if request.method == "POST" and "session" in request.POST:
        return _end_one(request, request.POST["session"])
    if request.method == "POST":
        forget_sessions(player=request.user)
        logout(request)
        messages.success(request, _("You are logged out everywhere."))
        return redirect("account_login")
    places = places_of(request.user, current=request.session.session_key)
    return render(request, "accounts/sessions.html", {"places": places})


def _end_one(request: HttpRequest, pk: str) -> HttpResponse:
    if pk.isdecimal() and forget_session(player=request.user, pk=int(pk)):
        messages.success(request, _("That browser is logged out."))
    else:
        messages.info(request, _("That browser was logged out already."))
    return redirect("account_sessions")


@require_http_methods(["GET", "HEAD", "POST"])
def address_undo(request: HttpRequest, token: str) -> HttpResponse:
    """Asks, then gives the account back to the reader of the old address; a look changes nothing."""
    try:
        change = change_of(token)
    except (BadSignature, AddressChange.DoesNotExist) as error:
        raise Http404 from error
    if request.method == "POST":
        try:
            undo_address_change(change=change)
        except ValidationError as refusal:
            raise Conflict(str(refusal.messages[0])) from refusal
        logout(request)
        change.refresh_from_db()
    elif change.undone_at is None and not may_be_undone(change):
        raise Gone(str(TooLate().messages[0]))
    return render(request, "accounts/address_undo.html", {"change": change})
