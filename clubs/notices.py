"""Who is told what of a club, whether it is still true, and how it is said."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from accounts.selectors import blocked_among
from clubs.hooks import address_of
from clubs.models import ClubAnswer, ClubInvitation
from notices.kinds import Kind, Letter, Link, register
from notices.models import Notice
from notices.services import tell

NAME: Final = "club-invitation"
"""The key of such a notice names the club, its news the invitation."""


def register_all() -> None:
    register_switch("mail_clubs", _("when I am invited to a club"))
    register(Kind(NAME, switch="mail_clubs", is_still_true=is_asked, letter=letter))


def notify_invited(invitation: ClubInvitation, now: datetime) -> None:
    """In the transaction of the invitation."""
    tell(
        kind=NAME,
        key=f"club-{invitation.club.public_id}",
        news=invitation.pk,
        players=[invitation.player],
        by=invitation.by,
        now=now,
    )


def is_asked(notice: Notice) -> bool:
    waiting = ClubInvitation.objects.filter(
        pk=notice.news, player=notice.player, answer=ClubAnswer.WAITING, club__closed_at__isnull=True
    ).first()
    return waiting is not None and not blocked_among(notice.player_id, [waiting.by_id])


def letter(notice: Notice) -> Letter:
    invitation = ClubInvitation.objects.select_related("club", "by").get(pk=notice.news)
    club, name = invitation.club, invitation.by.name
    said = gettext("{name} invites you to the club “{club}” on this site.").format(name=name, club=club.name)
    hidden = gettext("It is a hidden club: nobody but its members and the invited know of it.")
    return Letter(
        subject=gettext("{name} invites you to the club “{club}”").format(name=name, club=club.name),
        paragraphs=(said, *([hidden] if club.hidden else []), gettext("By this link you accept or decline.")),
        link=Link(gettext("Your invitation"), address_of(club)),
    )
