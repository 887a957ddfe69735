"""What staff have done with somebody, told to whom it concerns, unless it has been read on the site."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from accounts.models import Player
from accounts.staff.selectors import acts_for
from accounts.staff.words import words_of
from notices.bell.subjects import Subject, add_subjects
from notices.kinds import Brief, Kind, Letter, Link, register, said
from notices.models import Notice
from notices.services import tell
from upkeep.clock import database_now
from upkeep.models import StaffAct

NAME: Final = "staff-act"


def register_all() -> None:
    register_switch(
        "mail_acts",
        _("when staff have done something that concerns me"),
        locked=True,
        is_seldom=True,
    )
    register(
        Kind(
            NAME,
            switch="mail_acts",
            is_still_true=is_unread,
            letter=letter,
            line=said(_("Staff have done something that concerns you.")),
        )
    )
    add_subjects(subjects)


def on_staff_act(sender: object, *, act: StaffAct, concerns: Collection[Player], **more: Any) -> None:
    """In the transaction of the act."""
    if concerns:
        players = Player.objects.filter(pk__in=[player.pk for player in concerns])
        tell(kind=NAME, key=f"act-{act.pk}", news=act.pk, players=players, by=None, now=database_now())


def subjects(player: Player, notices: Sequence[Notice]) -> dict[str, Subject]:
    """Of acts of staff: all acts of staff lead to one page."""
    acts = {str(notice.key) for notice in notices if notice.kind == NAME}
    of_acts = Subject(gettext("What staff did"), reverse("account_acts"))
    return dict.fromkeys(acts, of_acts)


def is_unread(notice: Notice) -> bool:
    return notice.player.acts_unread and acts_for(notice.player).filter(pk=notice.news).exists()


def letter(notice: Notice) -> Letter:
    act = acts_for(notice.player).get(pk=notice.news)
    reason = gettext("Their reason: {reason}").format(reason=act.reason)
    return Letter(
        subject=words_of(act),
        brief=Brief(words_of(act), reason),
        paragraphs=(
            words_of(act),
            reason,
            gettext("The page behind the link says whom you can write to if you think that this is wrong."),
        ),
        link=Link(gettext("What staff did"), settings.SITE_URL + reverse("account_acts")),
    )
