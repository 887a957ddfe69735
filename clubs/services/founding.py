"""A club from its founding to its end, and what it says of itself."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.locking import lock_player
from accounts.models import Player
from clubs.limits import MOST_CLUBS, MOST_FOUNDED
from clubs.models import (
    LONGEST_ABOUT,
    LONGEST_NEWS,
    Club,
    ClubAnswer,
    ClubInvitation,
    Joining,
    Membership,
    Role,
)
from clubs.names import check_club_name
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.selectors import is_name_taken
from clubs.services.locking import check_founder, check_leads, check_may_act, lock_club
from clubs.signals import club_closed, club_renamed
from upkeep.clock import database_now


@transaction.atomic
def found_club(
    *, player: Player, name: str, about: str = "", joining: Joining = Joining.OPEN, hidden: bool = False
) -> Club:
    """A new club with its founder in it. Whether it is `hidden` stays so; a hidden one is by invitation.

    Locks the player. Raises ValidationError (as `check_club_name`) and ClubRefusal (CLUBS_ARE_FOR_PEOPLE,
    SUSPENDED, SILENCED, FOUNDED_ENOUGH, IN_ENOUGH_CLUBS, CLUB_NAME_TAKEN).
    """
    check_may_act(player, writes=True)
    name = check_club_name(name)
    player = lock_player(player)
    if refusal := why_not_found(player):
        raise refusal
    now = database_now()
    club = Club(
        name=name,
        about=_tidy(about)[:LONGEST_ABOUT],
        joining=Joining.INVITED if hidden else joining,
        hidden=hidden,
        size=1,
        created_at=now,
    )
    _save_name(club)
    Membership.objects.create(club=club, player=player, role=Role.FOUNDER, joined_at=now, officer_since=now)
    return club


def why_not_found(player: Player) -> ClubRefusal | None:
    """Why the player cannot found a club now, whatever it is called."""
    try:
        check_may_act(player, writes=True)
    except ClubRefusal as refusal:
        return refusal
    own = Membership.objects.filter(player=player)
    if own.filter(role=Role.FOUNDER).count() >= MOST_FOUNDED:
        return ClubRefusal(ClubRefusalCode.FOUNDED_ENOUGH, most=MOST_FOUNDED)
    if own.count() >= MOST_CLUBS:
        return ClubRefusal(ClubRefusalCode.IN_ENOUGH_CLUBS, most=MOST_CLUBS)
    return None


@transaction.atomic
def change_club(*, club_id: int, player: Player, name: str, about: str, joining: Joining) -> Club:
    """The founder or an officer says anew what the club is. Its games are told of a new name.

    Locks the club. Raises ValidationError (as `check_club_name`) and ClubRefusal (CLUBS_ARE_FOR_PEOPLE,
    SUSPENDED, SILENCED, CLUB_CLOSED, NOT_A_MEMBER, OFFICERS_ONLY, CLUB_NAME_TAKEN).
    """
    check_may_act(player, writes=True)
    name = check_club_name(name)
    club = lock_club(club_id)
    check_leads(club, player)
    club.about = _tidy(about)[:LONGEST_ABOUT]
    club.joining = Joining.INVITED if club.hidden else joining
    give_club_name(club, name)
    return club


def give_club_name(club: Club, name: str) -> None:
    """The club, which must be locked, is saved with the name. Raises ClubRefusal (CLUB_NAME_TAKEN)."""
    renamed, club.name = name != club.name, name
    _save_name(club)
    if renamed:
        club_renamed.send(sender=Club, club=club)


def _save_name(club: Club) -> None:
    if not club.hidden and is_name_taken(club.name, by_other_than=club):
        raise ClubRefusal(ClubRefusalCode.CLUB_NAME_TAKEN)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as taken:  # by somebody else, just now
        raise ClubRefusal(ClubRefusalCode.CLUB_NAME_TAKEN) from taken


@transaction.atomic
def write_news(*, club_id: int, player: Player, news: str) -> Club:
    """The line on top of the club's page; empty takes it away.

    Locks the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, SILENCED, CLUB_CLOSED, NOT_A_MEMBER,
    OFFICERS_ONLY).
    """
    check_may_act(player, writes=True)
    club = lock_club(club_id)
    check_leads(club, player)
    club.news = " ".join(_tidy(news).split())[:LONGEST_NEWS]
    club.news_at = database_now() if club.news else None
    club.save(update_fields=["news", "news_at"])
    return club


@transaction.atomic
def close_club(*, club_id: int, player: Player) -> Club:
    """The founder ends the club for good: nobody is a member any more, and its games go on.

    Locks the club. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, SUSPENDED, CLUB_CLOSED, NOT_A_MEMBER,
    FOUNDER_ONLY).
    """
    check_may_act(player)
    club = lock_club(club_id)
    check_founder(club, player)
    shut(club, database_now())
    return club


def shut(club: Club, now: datetime) -> None:
    """The club must be locked."""
    waiting = ClubInvitation.objects.filter(club=club, answer=ClubAnswer.WAITING)
    waiting.update(answer=ClubAnswer.WITHDRAWN, answered_at=now)
    Membership.objects.filter(club=club).delete()
    club.closed_at, club.size = now, 0
    club.save(update_fields=["closed_at", "size"])
    club_closed.send(sender=Club, club=club)


def _tidy(text: str) -> str:
    return text.replace("\x00", "").replace("\r\n", "\n").strip()
