"""Asking somebody in, and coming in."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.locking import lock_player
from accounts.models import Player, Quiet
from accounts.selectors import blocked_among
from clubs.hooks import post_joined
from clubs.limits import ASKED_AGAIN_AFTER, MOST_ASKED, MOST_CLUBS, MOST_MEMBERS
from clubs.models import Club, ClubAnswer, ClubInvitation, Joining, Membership
from clubs.notices import notify_invited
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services.locking import check_leads, check_may_act, lock_club
from upkeep.clock import database_now


@transaction.atomic
def invite_to_club(*, club_id: int, player: Player, invited: Player) -> ClubInvitation:
    """The founder or an officer asks somebody in, who gets a notice.

    Locks the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, CLUB_CLOSED, NOT_A_MEMBER,
    OFFICERS_ONLY, CANNOT_BE_ASKED, IS_MEMBER_ALREADY, ASKED_ALREADY, DECLINED_LATELY, TOO_MANY_ASKED).
    """
    check_may_act(player)
    club = lock_club(club_id)
    check_leads(club, player)
    now = database_now()
    _check_can_be_asked(club, player, invited, now)
    ClubInvitation.objects.filter(club=club, player=invited).delete()  # the answers of before
    invitation = ClubInvitation.objects.create(club=club, player=invited, by=player, created_at=now)
    notify_invited(invitation, now)
    return invitation


def _check_can_be_asked(club: Club, inviter: Player, invited: Player, now: datetime) -> None:
    """One sentence for all that is nobody's business: who blocks whom, and who is gone."""
    members = Membership.objects.filter(club=club)
    if members.filter(player=invited).exists():
        raise ClubRefusal(ClubRefusalCode.IS_MEMBER_ALREADY, name=invited.name)
    inside = members.values("player")
    blocks = Quiet.objects.filter(
        Q(owner=invited, other__in=inside) | Q(owner__in=inside, other=invited), kind=Quiet.Kind.BLOCK
    )
    reachable = invited.is_human and invited.is_active
    if not reachable or blocked_among(invited.pk, [inviter.pk]) or blocks.exists():
        raise ClubRefusal(ClubRefusalCode.CANNOT_BE_ASKED)
    asked = ClubInvitation.objects.filter(club=club)
    waiting = asked.filter(answer=ClubAnswer.WAITING)
    if waiting.filter(player=invited).exists():
        raise ClubRefusal(ClubRefusalCode.ASKED_ALREADY, name=invited.name)
    declined = asked.filter(player=invited, answer=ClubAnswer.DECLINED)
    if declined.filter(answered_at__gt=now - ASKED_AGAIN_AFTER).exists():
        days = ASKED_AGAIN_AFTER.days
        raise ClubRefusal(ClubRefusalCode.DECLINED_LATELY, name=invited.name, days=days)
    if waiting.count() >= MOST_ASKED:
        raise ClubRefusal(ClubRefusalCode.TOO_MANY_ASKED, most=MOST_ASKED)


@transaction.atomic
def withdraw_club_invitation(*, club_id: int, player: Player, invitation_id: int) -> None:
    """Locks the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, CLUB_CLOSED, NOT_A_MEMBER,
    OFFICERS_ONLY, CLUB_INVITATION_GONE)."""
    check_may_act(player)
    club = lock_club(club_id)
    check_leads(club, player)
    waiting = ClubInvitation.objects.filter(pk=invitation_id, club=club, answer=ClubAnswer.WAITING)
    if not waiting.update(answer=ClubAnswer.WITHDRAWN, answered_at=database_now()):
        raise ClubRefusal(ClubRefusalCode.CLUB_INVITATION_GONE)


@transaction.atomic
def accept_club_invitation(*, club_id: int, player: Player) -> Membership:
    """Whoever is invited becomes a member.

    Locks the player, then the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, CLUB_CLOSED,
    CLUB_INVITATION_GONE, MEMBER_ALREADY, IN_ENOUGH_CLUBS, CLUB_FULL).
    """
    check_may_act(player)
    player = lock_player(player)
    club = lock_club(club_id)
    if not _waiting(club, player).exists():
        raise ClubRefusal(ClubRefusalCode.CLUB_INVITATION_GONE)
    return _enter(club, player)


@transaction.atomic
def decline_club_invitation(*, club_id: int, player: Player) -> None:
    """Whoever is invited stays out, and is asked again after a while at the earliest.

    Locks the club. Raises ClubRefusal (CLUB_CLOSED, CLUB_INVITATION_GONE).
    """
    club = lock_club(club_id)
    if not _waiting(club, player).update(answer=ClubAnswer.DECLINED, answered_at=database_now()):
        raise ClubRefusal(ClubRefusalCode.CLUB_INVITATION_GONE)


@transaction.atomic
def join_club(*, club_id: int, player: Player) -> Membership:
    """Comes into a club that everybody may join; an invitation that waits is accepted by that.

    Locks the player, then the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, CLUB_CLOSED,
    BY_INVITATION, REMOVED_BEFORE, MEMBER_ALREADY, IN_ENOUGH_CLUBS, CLUB_FULL).
    """
    check_may_act(player)
    player = lock_player(player)
    club = lock_club(club_id)
    if not _waiting(club, player).exists() and (closed := _why_no_open_door(club, player)):
        raise closed
    return _enter(club, player)


def why_not_join(club: Club, player: Player) -> ClubRefusal | None:
    """Why a player who is no member cannot become one now, by an invitation that waits or without one."""
    try:
        check_may_act(player)
    except ClubRefusal as refusal:
        return refusal
    if club.is_closed:
        return ClubRefusal(ClubRefusalCode.CLUB_CLOSED)
    if not _waiting(club, player).exists() and (closed := _why_no_open_door(club, player)):
        return closed
    return _why_no_room(club, player)


def _waiting(club: Club, player: Player) -> QuerySet[ClubInvitation]:
    return ClubInvitation.objects.filter(club=club, player=player, answer=ClubAnswer.WAITING)


def _why_no_open_door(club: Club, player: Player) -> ClubRefusal | None:
    if club.joining != Joining.OPEN:
        return ClubRefusal(ClubRefusalCode.BY_INVITATION)
    if ClubInvitation.objects.filter(club=club, player=player, answer=ClubAnswer.REMOVED).exists():
        return ClubRefusal(ClubRefusalCode.REMOVED_BEFORE)
    return None


def _why_no_room(club: Club, player: Player) -> ClubRefusal | None:
    own = Membership.objects.filter(player=player)
    if own.filter(club=club).exists():
        return ClubRefusal(ClubRefusalCode.MEMBER_ALREADY)
    if own.count() >= MOST_CLUBS:
        return ClubRefusal(ClubRefusalCode.IN_ENOUGH_CLUBS, most=MOST_CLUBS)
    if club.size >= MOST_MEMBERS:
        return ClubRefusal(ClubRefusalCode.CLUB_FULL, most=MOST_MEMBERS)
    return None


def _enter(club: Club, player: Player) -> Membership:
    """Both must be locked. What was answered before is forgotten with it."""
    if refusal := _why_no_room(club, player):
        raise refusal
    now = database_now()
    _waiting(club, player).update(answer=ClubAnswer.ACCEPTED, answered_at=now)
    ClubInvitation.objects.filter(club=club, player=player, answer=ClubAnswer.REMOVED).delete()
    entered = Membership.objects.create(club=club, player=player, joined_at=now)
    club.size += 1
    club.save(update_fields=["size"])
    post_joined(club, entered, now)
    return entered
