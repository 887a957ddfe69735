"""What staff may do to clubs. Each act needs a reason, and is written down in the same commit."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from board.words.refusals import sentence
from clubs.models import Club, ClubReport, Membership, Role
from clubs.names import check_club_name
from clubs.refusals import ClubRefusal
from clubs.services.founding import give_club_name, shut
from clubs.services.locking import lock_club
from upkeep.clock import database_now
from upkeep.services import write_down_act

WORDS_OF_ACTS: Final = {
    "rename_club": _("Staff have given a club of yours another name."),
    "clear_club": _("Staff have taken away what a club of yours says of itself."),
    "close_club": _("Staff have closed a club of yours."),
    "look_at_club": _("Staff have looked at a hidden club of yours."),
}


@transaction.atomic
def rename_club(*, staff: Player, club: Club, reason: str, name: str) -> None:
    """Locks the club. Raises ValidationError (no_reason, club_refusal, and what is wrong with the name)."""
    club = _locked(club)
    try:
        give_club_name(club, check_club_name(name))
    except ClubRefusal as refusal:
        raise _invalid(refusal) from refusal
    _write_down("rename_club", staff, club, reason)
    _settle(club)


@transaction.atomic
def clear_club(*, staff: Player, club: Club, reason: str) -> None:
    """Takes away what the club says of itself and its news, of a closed one too. Locks the club. Raises
    ValidationError (no_reason)."""
    club = _locked_in_any_state(club)
    club.about, club.news, club.news_at = "", "", None
    club.save(update_fields=["about", "news", "news_at"])
    _write_down("clear_club", staff, club, reason)
    _settle(club)


@transaction.atomic
def close_club_as_staff(*, staff: Player, club: Club, reason: str) -> None:
    """As if its founder closed it. Locks the club. Raises ValidationError (no_reason, club_refusal)."""
    club = _locked(club)
    _write_down("close_club", staff, club, reason)
    shut(club, database_now())
    _settle(club)


@transaction.atomic
def settle_club_reports(*, staff: Player, club: Club, reason: str) -> None:
    """Staff has looked, and what the club says stays. Locks the club. Raises ValidationError (no_reason)."""
    club = _locked_in_any_state(club)
    # That a club was reported is for staff only, and so is that they left it.
    _write_down("settle_club_reports", staff, club, reason, internal=True)
    _settle(club)


@transaction.atomic
def look_at_club(*, staff: Player, club: Club, reason: str) -> None:
    """Lets staff look at a hidden club; those who lead it read that they did. Raises ValidationError
    (no_reason)."""
    _write_down("look_at_club", staff, club, reason)


def _settle(club: Club) -> None:
    """Acts of staff answer the reports that wait."""
    ClubReport.objects.filter(club=club, settled_at=None).update(settled_at=database_now())


def _locked_in_any_state(club: Club) -> Club:
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _locked(club: Club) -> Club:
    try:
        return lock_club(club.pk)
    except ClubRefusal as refusal:
        raise _invalid(refusal) from refusal


def _invalid(refusal: ClubRefusal) -> ValidationError:
    return ValidationError(sentence(refusal), code="club_refusal")


def _write_down(act: str, staff: Player, club: Club, reason: str, *, internal: bool = False) -> None:
    """It concerns those who lead the club."""
    leaders = Membership.objects.filter(club=club).exclude(role=Role.MEMBER)
    write_down_act(
        staff=staff,
        act=act,
        done_to=club,
        public_id=club.public_id,
        reason=reason,
        concerns=[each.player for each in leaders.select_related("player")],
        internal=internal,
    )
