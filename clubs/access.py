"""Who may have what of clubs. Every view fetches its club here; to whoever may not see it there is none."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from accounts.models import Player
from clubs.models import Club, ClubAnswer, ClubInvitation, Membership

ClubViewer: TypeAlias = Player | AnonymousUser


def clubs_seen_by(viewer: ClubViewer) -> QuerySet[Club]:
    """Those that everybody sees, closed ones too, and the hidden ones where the viewer is a member or is
    invited; for use inside other queries as well."""
    return Club.objects.filter(_seen_by(viewer))


def _seen_by(viewer: ClubViewer) -> Q:
    if viewer.is_anonymous:
        return Q(hidden=False)
    member = Membership.objects.filter(club=OuterRef("pk"), player=viewer)
    invited = ClubInvitation.objects.filter(club=OuterRef("pk"), player=viewer, answer=ClubAnswer.WAITING)
    return Q(hidden=False) | Q(Exists(member)) | Q(Exists(invited))


def club_for(viewer: ClubViewer, public_id: str) -> Club:
    """Raises Http404, alike for a club that is not and for one that the viewer may not see."""
    found = clubs_seen_by(viewer).filter(public_id=public_id).first()
    if found is None:
        raise Http404
    return found


def may_see(viewer: ClubViewer, club: Club) -> bool:
    return not club.hidden or clubs_seen_by(viewer).filter(pk=club.pk).exists()


def membership_of(viewer: ClubViewer, club: Club) -> Membership | None:
    """The viewer's own; None for whoever is no member."""
    if viewer.is_anonymous:
        return None
    return Membership.objects.filter(club=club, player=viewer).first()


def concern_of_club(staff: Player, club: Club) -> str:
    """Why an act of staff on the club is somebody's own concern (`upkeep.concerns`)."""
    if not Membership.objects.filter(club=club, player=staff).exists():
        return ""
    return gettext("You are a member of this club: a member of staff who is not can do this.")
