"""Asking staff to look at what a club says of itself."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from clubs.access import membership_of
from clubs.models import LONGEST_REASON, Club, ClubReport
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.signals import club_reported
from upkeep.clock import database_now


@transaction.atomic
def report_club(*, club: Club, player: Player, reason: str) -> ClubReport:
    """What it says now is kept for staff, who get a mail; once, until they have looked.

    Expects a club of `club_for`. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, OWN_WORDS).
    """
    check_may_report(club, player)
    now = database_now()
    report, new = ClubReport.objects.get_or_create(
        club=club,
        reporter=player,
        settled_at=None,
        defaults={
            "said": "\n".join(filter(None, (club.name, club.news, club.about))),
            "reason": reason.strip()[:LONGEST_REASON],
            "created_at": now,
        },
    )
    if new:
        club_reported.send(sender=Club, report=report, now=now)
    return report


def check_may_report(club: Club, player: Player) -> None:
    """Expects a club that the player sees. Raises ClubRefusal (CLUBS_ARE_FOR_PEOPLE, OWN_WORDS)."""
    if not player.is_human:
        raise ClubRefusal(ClubRefusalCode.CLUBS_ARE_FOR_PEOPLE)
    own = membership_of(player, club)
    if own is not None and own.leads:
        raise ClubRefusal(ClubRefusalCode.OWN_WORDS)
