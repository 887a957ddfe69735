"""What every service begins with: who may act at all, and the locks, the player's before the club's."""

from __future__ import annotations

from accounts.models import Player
from clubs.models import Club, Membership, Role
from clubs.refusals import ClubRefusal, ClubRefusalCode
from upkeep.dates import exact


def check_may_act(player: Player, *, writes: bool = False) -> None:
    """`writes`: something that others read. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED,
    SILENCED)."""
    if not player.is_human or not player.is_active:
        raise ClubRefusal(ClubRefusalCode.CLUBS_ARE_FOR_PEOPLE)
    if player.is_suspended:
        raise ClubRefusal(ClubRefusalCode.SUSPENDED, until=exact(player.suspended_until))
    if writes and player.is_silenced:
        raise ClubRefusal(ClubRefusalCode.SILENCED, until=exact(player.silenced_until))


def lock_club(club_id: int) -> Club:
    """Raises ClubRefusal (CLUB_CLOSED)."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    if club.is_closed:
        raise ClubRefusal(ClubRefusalCode.CLUB_CLOSED)
    return club


def own_membership(club: Club, player: Player) -> Membership:
    """Raises ClubRefusal (NOT_A_MEMBER)."""
    found = Membership.objects.filter(club=club, player=player).select_related("player").first()
    if found is None:
        raise ClubRefusal(ClubRefusalCode.NOT_A_MEMBER)
    return found


def check_leads(club: Club, player: Player) -> Membership:
    """The membership of an officer or the founder. Raises ClubRefusal (NOT_A_MEMBER, OFFICERS_ONLY)."""
    own = own_membership(club, player)
    if not own.leads:
        raise ClubRefusal(ClubRefusalCode.OFFICERS_ONLY)
    return own


def check_founder(club: Club, player: Player) -> Membership:
    """Raises ClubRefusal (NOT_A_MEMBER, FOUNDER_ONLY)."""
    own = own_membership(club, player)
    if own.role != Role.FOUNDER:
        raise ClubRefusal(ClubRefusalCode.FOUNDER_ONLY)
    return own


def member_called(club: Club, player: Player) -> Membership:
    """Of somebody else. Raises ClubRefusal (NO_SUCH_MEMBER)."""
    found = Membership.objects.filter(club=club, player=player).select_related("player").first()
    if found is None:
        raise ClubRefusal(ClubRefusalCode.NO_SUCH_MEMBER)
    return found
