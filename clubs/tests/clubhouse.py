"""Clubs for tests, and many people at once."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import Player
from clubs.models import Club, Membership
from clubs.services import accept_club_invitation, found_club, invite_to_club, join_club


def club_of(founder: Player, *members: Player, hidden: bool = False, name: str = "Orion") -> Club:
    """The members come in one after the other."""
    club = found_club(player=founder, name=name, hidden=hidden)
    for member in members:
        if hidden:
            invite_to_club(club_id=club.pk, player=founder, invited=member)
            accept_club_invitation(club_id=club.pk, player=member)
        else:
            join_club(club_id=club.pk, player=member)
    club.refresh_from_db()
    return club


def fill(club: Club, size: int) -> None:
    """With people who never log in, up to this size."""
    first = Player.objects.count()
    names = [f"m{first + number}x" for number in range(size - club.size)]
    players = Player.objects.bulk_create(
        [Player(name=name, name_key=f"{name}key", public_id=f"p{name}"[:10]) for name in names]
    )
    now = timezone.now()
    Membership.objects.bulk_create(
        [Membership(club=club, player=player, joined_at=now) for player in players]
    )
    Club.objects.filter(pk=club.pk).update(size=size)
    club.refresh_from_db()


def clubs_called(names: list[str]) -> None:
    """Clubs that everybody sees, with nobody in them."""
    now = timezone.now()
    Club.objects.bulk_create(
        [Club(name=name, name_key=name.lower(), created_at=now, size=n % 7) for n, name in enumerate(names)]
    )
