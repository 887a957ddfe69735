"""Who may do what in a club, for the pages that only members have."""

from __future__ import annotations

from django.http import HttpRequest

from clubs.access import club_for, membership_of
from clubs.models import Club, Membership
from clubs.refusals import ClubRefusal, ClubRefusalCode
from pages.clubs.visiting import house_answer


def led_club(request: HttpRequest, public_id: str) -> Club:
    """A club that the viewer leads. Raises Http404, Forbidden, and Conflict for a closed club."""
    club = club_for(request.user, public_id)
    if not membership_for_request(request, club).leads:
        raise house_answer(ClubRefusal(ClubRefusalCode.OFFICERS_ONLY), back=club.get_absolute_url())
    return club


def membership_for_request(request: HttpRequest, club: Club) -> Membership:
    """The viewer's. Raises Conflict for a closed club, and Forbidden."""
    if club.is_closed:
        raise house_answer(ClubRefusal(ClubRefusalCode.CLUB_CLOSED), back=club.get_absolute_url())
    own = membership_of(request.user, club)
    if own is None:
        raise house_answer(ClubRefusal(ClubRefusalCode.NOT_A_MEMBER), back=club.get_absolute_url())
    return own
