"""How what is done in clubs is answered: with the club as it is then, or with the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from board.words.refusals import sentence
from clubs.access import club_for, may_see
from clubs.models import Club
from clubs.refusals import ClubRefusal, ClubRefusalCode
from upkeep.answers import Conflict, Forbidden

NOT_YOURS: Final = {
    ClubRefusalCode.CLUBS_ARE_FOR_PEOPLE,
    ClubRefusalCode.SUSPENDED,
    ClubRefusalCode.SILENCED,
    ClubRefusalCode.NOT_A_MEMBER,
    ClubRefusalCode.OFFICERS_ONLY,
    ClubRefusalCode.OWN_WORDS,
    ClubRefusalCode.FOUNDER_ONLY,
}


def house_answer(refusal: ClubRefusal, *, back: str) -> Conflict | Forbidden:
    return (Forbidden if refusal.code in NOT_YOURS else Conflict)(sentence(refusal), back=back)


def do(
    request: HttpRequest,
    public_id: str,
    service: Callable[..., Any],
    told: str,
    *,
    back: str = "pages:club",
    **more: Any,
) -> HttpResponse:
    """Does it and goes back, or to the list of clubs if there is no such club for the player any more. Raises
    Http404, Forbidden and Conflict."""
    club = club_for(request.user, public_id)
    try:
        service(club_id=club.pk, player=request.user, **more)
    except ClubRefusal as refusal:
        raise house_answer(refusal, back=club.get_absolute_url()) from refusal
    messages.success(request, told)
    return to_club(request, club, back)


def to_club(request: HttpRequest, club: Club, back: str = "pages:club") -> HttpResponse:
    address = reverse(back, args=[club.public_id]) if may_see(request.user, club) else reverse("pages:clubs")
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)
