"""Who is what in a club, and leaving it. No game is lost by that: whoever sits somewhere plays on."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import Player
from clubs.limits import MOST_OFFICERS
from clubs.models import Club, ClubAnswer, ClubInvitation, ClubReport, Membership, Role
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services.founding import shut
from clubs.services.locking import (
    check_founder,
    check_leads,
    check_may_act,
    lock_club,
    member_called,
    own_membership,
)
from clubs.signals import member_left
from upkeep.clock import database_now
from upkeep.concerns import why_concerned


@transaction.atomic
def leave_club(*, club_id: int, player: Player) -> Club:
    """Who leaves as the founder is followed by the longest-serving officer, else by the longest-serving
    member; with the last member the club closes.

    Locks the club. Raises ClubRefusal (CLUB_CLOSED, NOT_A_MEMBER).
    """
    club = lock_club(club_id)
    _go(club, own_membership(club, player))
    return club


@transaction.atomic
def remove_member(*, club_id: int, player: Player, member: Player) -> Club:
    """Officers remove members, the founder removes officers too. Only an invitation lets them in again.

    Locks the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, CLUB_CLOSED, NOT_A_MEMBER,
    OFFICERS_ONLY, NO_SUCH_MEMBER, NOT_TO_ONESELF, FOUNDER_ONLY, OWN_CONCERN).
    """
    check_may_act(player)
    club = lock_club(club_id)
    own = check_leads(club, player)
    other = member_called(club, member)
    if other.pk == own.pk:
        raise ClubRefusal(ClubRefusalCode.NOT_TO_ONESELF)
    if other.leads and own.role != Role.FOUNDER:
        raise ClubRefusal(ClubRefusalCode.FOUNDER_ONLY)
    if why := why_concerned(staff=player, done_to=other):
        raise ClubRefusal(ClubRefusalCode.OWN_CONCERN, sentence=why)
    now = database_now()
    _go(club, other)
    ClubInvitation.objects.filter(club=club, player=member).delete()
    ClubInvitation.objects.create(
        club=club, player=member, by=player, created_at=now, answer=ClubAnswer.REMOVED, answered_at=now
    )
    return club


def _go(club: Club, leaving: Membership) -> None:
    """The club must be locked."""
    player, was_founder = leaving.player, leaving.role == Role.FOUNDER
    leaving.delete()
    club.size -= 1
    club.save(update_fields=["size"])
    if was_founder:
        _follow(club)
    member_left.send(sender=Club, club=club, player=player)
    if club.size == 0:
        shut(club, database_now())


def _follow(club: Club) -> None:
    """Who is suspended or closed by staff follows only where nobody else is left."""
    members = Membership.objects.filter(club=club)
    officers = members.filter(role=Role.OFFICER).order_by("-player__is_active", "officer_since", "pk")
    others = members.order_by("-player__is_active", "joined_at", "pk")
    heir = officers.filter(player__is_active=True).first() or others.first()
    if heir is not None:
        _give_role(heir, Role.FOUNDER)


@transaction.atomic
def make_officer(*, club_id: int, player: Player, member: Player) -> Membership:
    """The founder makes a member an officer; who is one stays one.

    Locks the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, CLUB_CLOSED, NOT_A_MEMBER,
    FOUNDER_ONLY, NO_SUCH_MEMBER, NOT_TO_ONESELF, ENOUGH_OFFICERS).
    """
    club, _own, other = _founder_and_other(club_id, player, member)
    officers = Membership.objects.filter(club=club, role=Role.OFFICER).exclude(pk=other.pk)
    if officers.count() >= MOST_OFFICERS:
        raise ClubRefusal(ClubRefusalCode.ENOUGH_OFFICERS, most=MOST_OFFICERS)
    return _give_role(other, Role.OFFICER)


@transaction.atomic
def end_officer(*, club_id: int, player: Player, member: Player) -> Membership:
    """The founder makes an officer a member again. Locks and raises as `make_officer`, but for
    ENOUGH_OFFICERS."""
    _club, _own, other = _founder_and_other(club_id, player, member)
    return _give_role(other, Role.MEMBER)


@transaction.atomic
def hand_over(*, club_id: int, player: Player, member: Player) -> Club:
    """The founder's part goes to another member; who gave it is an officer from then on. Locks and raises as
    `end_officer`."""
    club, own, other = _founder_and_other(club_id, player, member)
    _give_role(own, Role.OFFICER)
    _give_role(other, Role.FOUNDER)
    return club


def _founder_and_other(club_id: int, player: Player, member: Player) -> tuple[Club, Membership, Membership]:
    check_may_act(player)
    club = lock_club(club_id)
    own, other = check_founder(club, player), member_called(club, member)
    if other.pk == own.pk:
        raise ClubRefusal(ClubRefusalCode.NOT_TO_ONESELF)
    return club, own, other


def _give_role(member: Membership, role: Role) -> Membership:
    if member.role == role:
        return member
    member.role = role
    if role == Role.MEMBER:
        member.officer_since = None
    else:
        member.officer_since = member.officer_since or database_now()
    member.save(update_fields=["role", "officer_since"])
    return member


def player_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted, in the deletion's transaction: no club keeps that it was invited, and
    no report what it wrote."""
    ClubInvitation.objects.filter(player=player).delete()
    ClubReport.objects.filter(reporter=player).update(reason="")


def leave_all_clubs(*, player: Player) -> None:
    """Of somebody who is gone, each in a transaction of its own that locks the club; outside of any that
    locks the player, as who acts in a club locks the club first."""
    ClubInvitation.objects.filter(player=player).delete()
    clubs = Membership.objects.filter(player=player).order_by("club")
    for club_id in clubs.values_list("club", flat=True):
        with transaction.atomic():
            club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
            membership = Membership.objects.filter(club=club, player=player).select_related("player").first()
            if membership is not None:
                _go(club, membership)
