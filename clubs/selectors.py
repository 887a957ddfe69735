"""Clubs and who is in them, in few queries however many there are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, IntegerField, QuerySet, Value, When

from accounts.models import Player
from accounts.selectors import blocked_with
from clubs.access import ClubViewer
from clubs.models import Club, ClubAnswer, ClubInvitation, Membership, Role
from clubs.names import club_key


def is_name_taken(name: str, *, by_other_than: Club | None = None) -> bool:
    """Whether a club that everybody sees has this name or one that looks like it; of hidden ones this tells
    nothing."""
    same = Club.objects.filter(name_key=club_key(name), hidden=False, closed_at__isnull=True)
    if by_other_than is not None and by_other_than.pk is not None:
        same = same.exclude(pk=by_other_than.pk)
    return same.exists()


def club_ids_of(player: Player) -> set[int]:
    """Of the clubs that the player is in, by their keys."""
    return set(Membership.objects.filter(player=player).values_list("club_id", flat=True))


def clubs_of(player: Player) -> list[Membership]:
    """The player's, by name, with their clubs; the hidden ones too: for the player alone."""
    own = Membership.objects.filter(player=player).select_related("club")
    return list(own.order_by("club__name_key", "pk"))


def clubs_shown_of(player: Player) -> list[Club]:
    """Those that everybody may see, by name."""
    return list(Club.objects.filter(memberships__player=player, hidden=False).order_by("name_key", "pk"))


def open_clubs(words: str = "") -> QuerySet[Club]:
    """Those that everybody sees, the biggest first; with part of the name."""
    found = Club.objects.filter(hidden=False, closed_at__isnull=True)
    if words.strip():
        found = found.filter(name__icontains=words.strip())
    return found.order_by("-size", "name_key", "pk")


_RANK = Case(
    When(role=Role.FOUNDER, then=Value(0)),
    When(role=Role.OFFICER, then=Value(1)),
    default=Value(2),
    output_field=IntegerField(),
)


def members_of(club: Club) -> QuerySet[Membership]:
    """The founder first, then officers, then members, the longest-serving first."""
    members = Membership.objects.filter(club=club).select_related("player")
    return members.annotate(rank=_RANK).order_by("rank", "joined_at", "pk")


def asked_by(club: Club) -> list[ClubInvitation]:
    """The invitations that wait for an answer, the latest first; for those who lead the club."""
    waiting = ClubInvitation.objects.filter(club=club, answer=ClubAnswer.WAITING)
    return list(waiting.select_related("player", "by").order_by("-created_at", "-pk"))


@dataclass(frozen=True, slots=True)
class AskedIn:
    """An invitation as whoever is invited reads it."""

    club: Club
    by: Player
    at: datetime


def club_invitations_for(player: Player) -> list[AskedIn]:
    """Those that wait for the player's answer, the oldest first; not of people with whom there is a block."""
    blocks = blocked_with(player)
    waiting = (
        ClubInvitation.objects.filter(player=player, answer=ClubAnswer.WAITING)
        .exclude(by__in=blocks.values("owner"))
        .exclude(by__in=blocks.values("other"))
    )
    found = waiting.select_related("club", "by").order_by("created_at", "pk")
    return [AskedIn(each.club, each.by, each.created_at) for each in found]


def invitation_to(club: Club, viewer: ClubViewer) -> AskedIn | None:
    """The viewer's own, while it waits."""
    if viewer.is_anonymous:
        return None
    return next((each for each in club_invitations_for(viewer) if each.club == club), None)
