"""What one does in clubs: founding, coming in, asking others in, leaving, and what those do who lead one."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Player
from accounts.views import people_only
from board.words.refusals import sentence
from clubs.access import club_for
from clubs.models import LONGEST_REASON, Membership, Role
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.selectors import invitation_to
from clubs.services import (
    accept_club_invitation,
    change_club,
    check_may_report,
    close_club,
    decline_club_invitation,
    end_officer,
    found_club,
    hand_over,
    invite_to_club,
    join_club,
    leave_club,
    make_officer,
    remove_member,
    report_club,
    why_not_found,
    withdraw_club_invitation,
    write_news,
)
from pages.clubs.forms import AskForm, ClubForm, NewsForm
from pages.clubs.leading import led_club, membership_for_request
from pages.clubs.one import members_page
from pages.clubs.visiting import do, house_answer, to_club
from upkeep.limits import Limit, check_limit

NEW_CLUBS: Final = Limit("new-clubs", most=5, seconds=86400)
ASKED: Final = Limit("club-invitations", most=60, seconds=3600)
REPORTS: Final = Limit("club-reports", most=20, seconds=3600)


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """The form; with POST the club. Why none can be founded is said in its place."""
    player = request.user
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        check_limit(NEW_CLUBS, player.public_id)
        try:
            club = found_club(player=player, hidden=form.hides, **form.chosen())
        except ClubRefusal as refusal:
            _put(form, refusal)
        else:
            messages.success(request, gettext("The club is founded. Now invite others, or open a table."))
            return to_club(request, club)
    why_not = why_not_found(player)
    context = {"form": form, "why_not": sentence(why_not) if why_not else ""}
    return render(request, "pages/clubs/new.html", context, status=422 if form.errors else 200)


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, public_id: str) -> HttpResponse:
    club = led_club(request, public_id)
    form = ClubForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        try:
            change_club(club_id=club.pk, player=request.user, **form.chosen())
        except ClubRefusal as refusal:
            _put(form, refusal)
        else:
            messages.success(request, gettext("Saved."))
            return to_club(request, club)
    context = {"club": club, "form": form}
    return render(request, "pages/clubs/settings.html", context, status=422 if form.errors else 200)


def _put(form: ClubForm, refusal: ClubRefusal) -> None:
    """Beside what it is about."""
    form.add_error("name" if refusal.code == ClubRefusalCode.CLUB_NAME_TAKEN else None, sentence(refusal))


@require_POST
@login_required
@people_only
def club_news(request: HttpRequest, public_id: str) -> HttpResponse:
    form = NewsForm(request.POST)
    form.is_valid()
    news = form.cleaned_data.get("news", request.POST.get("news", ""))
    return do(request, public_id, write_news, gettext("Saved."), news=news)


@require_POST
@login_required
@people_only
def club_join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Comes in, by an invitation or because everybody may."""
    asked = invitation_to(club_for(request.user, public_id), request.user) is not None
    service = accept_club_invitation if asked else join_club
    return do(request, public_id, service, gettext("You are a member of the club now."))


@require_POST
@login_required
@people_only
def club_decline(request: HttpRequest, public_id: str) -> HttpResponse:
    return do(request, public_id, decline_club_invitation, gettext("You have declined the invitation."))


@require_POST
@login_required
@people_only
def club_invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """By name; why not is said beside it."""
    club, form = led_club(request, public_id), AskForm(request.POST)
    if form.is_valid():
        check_limit(ASKED, request.user.public_id)
        try:
            invite_to_club(club_id=club.pk, player=request.user, invited=form.asked)
        except ClubRefusal as refusal:
            form.add_error("name", sentence(refusal))
        else:
            messages.success(request, gettext("{name} is invited.").format(name=form.asked.name))
            return to_club(request, club, "pages:club_members")
    return members_page(request, club, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@require_POST
@login_required
@people_only
def club_withdraw(request: HttpRequest, public_id: str, invitation: int) -> HttpResponse:
    return do(
        request,
        public_id,
        withdraw_club_invitation,
        gettext("The invitation is withdrawn."),
        back="pages:club_members",
        invitation_id=invitation,
    )


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks once more."""
    if request.method == "POST":
        return do(request, public_id, leave_club, gettext("You have left the club."))
    club = club_for(request.user, public_id)
    own = membership_for_request(request, club)
    return render(request, "pages/clubs/leave.html", {"club": club, "own": own})


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_close(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks once more."""
    if request.method == "POST":
        return do(request, public_id, close_club, gettext("The club is closed."))
    club = club_for(request.user, public_id)
    if membership_for_request(request, club).role != Role.FOUNDER:
        raise house_answer(ClubRefusal(ClubRefusalCode.FOUNDER_ONLY), back=club.get_absolute_url())
    return render(request, "pages/clubs/close.html", {"club": club})


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks what is wrong with what the club says of itself, then tells staff."""
    club = club_for(request.user, public_id)
    try:
        check_may_report(club, request.user)
    except ClubRefusal as refusal:
        raise house_answer(refusal, back=club.get_absolute_url()) from refusal
    if request.method == "POST":
        check_limit(REPORTS, request.user.pk)
        report_club(club=club, player=request.user, reason=request.POST.get("reason", "").replace("\x00", ""))
        messages.success(request, gettext("Thank you. Staff will look at it."))
        return to_club(request, club)
    return render(request, "pages/clubs/report.html", {"club": club, "longest": LONGEST_REASON})


MEMBER_ACTS: Final[dict[str, Callable[..., Any]]] = {
    "officer": make_officer,
    "member": end_officer,
    "founder": hand_over,
    "remove": remove_member,
}
"""By the values of the buttons."""


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_member(request: HttpRequest, public_id: str, member: str) -> HttpResponse:
    """What those who lead the club can do about a member."""
    club = led_club(request, public_id)
    other = get_object_or_404(Player, public_id=member)
    if request.method == "POST":
        service = MEMBER_ACTS.get(request.POST.get("act", ""))
        if service is None:
            raise Http404
        return do(request, public_id, service, gettext("Done."), back="pages:club_members", member=other)
    found = get_object_or_404(Membership.objects.select_related("player"), club=club, player=other)
    own = membership_for_request(request, club)
    context = {
        "club": club,
        "found": found,
        "is_self": found.pk == own.pk,
        "is_founder": own.role == Role.FOUNDER,
        "may_remove": found.pk != own.pk and (own.role == Role.FOUNDER or not found.leads),
    }
    return render(request, "pages/clubs/member.html", context)
