"""Who is told what of a club, whether it is still true, and how it is said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from accounts.models import Player
from accounts.selectors import blocked_among
from clubs.access import clubs_seen_by
from clubs.hooks import address_of
from clubs.models import Club, ClubAnswer, ClubInvitation
from notices.bell.subjects import Subject, add_subjects
from notices.kinds import Kind, Letter, Link, register, said
from notices.models import Notice
from notices.services import tell

_PREFIX: Final = "club-"
NAME: Final = "club-invitation"
"""The key of such a notice names the club, its news the invitation."""


def register_all() -> None:
    add_subjects(subjects)
    register_switch("mail_clubs", _("when I am invited to a club"), is_seldom=True)
    register(
        Kind(
            NAME,
            switch="mail_clubs",
            is_still_true=is_asked,
            letter=letter,
            line=said(_("You are invited to the club.")),
        )
    )


def notify_invited(invitation: ClubInvitation, now: datetime) -> None:
    """In the transaction of the invitation."""
    tell(
        kind=NAME,
        key=key_of(invitation.club),
        news=invitation.pk,
        players=[invitation.player],
        by=invitation.by,
        now=now,
    )


def key_of(club: Club) -> str:
    """By which notices call it."""
    return f"{_PREFIX}{club.public_id}"


def subjects(player: Player, notices: Sequence[Notice]) -> dict[str, Subject]:
    """Of the clubs in the bell that the player may see."""
    ids = [str(notice.key).removeprefix(_PREFIX) for notice in notices if str(notice.key).startswith(_PREFIX)]
    clubs = clubs_seen_by(player).filter(public_id__in=ids) if ids else []
    return {key_of(club): Subject(club.name, club.get_absolute_url(), gettext("Club")) for club in clubs}


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
