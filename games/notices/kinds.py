"""The kinds of notice that tell of games. Their key is the game's public id."""

from __future__ import annotations

import enum
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from games.notices import letters, still_true
from notices.kinds import Kind, register


class NoticeKind(enum.StrEnum):
    TURN = "turn"
    INVITATION = "invitation"
    START = "start"
    END = "end"
    DRAW = "draw"
    TERMS = "terms"
    MUSTER = "muster"
    """The table is full: confirm."""
    UNCONFIRMED = "unconfirmed"
    """The player did not, so the seat is open again."""
    REMOVED = "removed"
    CANCELLED = "cancelled"
    CONSENT = "consent"
    WARNING = "warning"
    EXCUSED = "excused"
    ADRIFT = "adrift"
    VACATION = "vacation"
    REPLACED = "replaced"
    SEAT_OPEN = "seat-open"
    """To volunteers: somebody is wanted to play on."""
    REOPENED = "reopened"
    PLAY_ON = "play-on"
    """Who has won on time offers to play on."""
    REPORT = "report"
    """To staff; its key names no game."""


SWITCHES: Final = {
    "mail_turns": _("when it is my turn, or a draw is offered"),
    "mail_invitations": _("when I am invited to a game"),
    "mail_starts": _("when a game of mine starts, or its terms change before"),
    "mail_ends": _("when a game of mine ends, or is given up"),
    "mail_open_seats": _("when somebody stays away from a game and I may play on, once a day at most"),
}
KINDS: Final = (
    Kind(NoticeKind.TURN, "mail_turns", still_true.is_to_move, letters.turn),
    Kind(NoticeKind.INVITATION, "mail_invitations", still_true.is_invited, letters.invitation),
    Kind(NoticeKind.START, "mail_starts", still_true.has_begun, letters.start),
    Kind(NoticeKind.END, "mail_ends", still_true.is_over, letters.end),
    Kind(NoticeKind.DRAW, "mail_turns", still_true.is_asked_for_a_draw, letters.draw),
    Kind(NoticeKind.TERMS, "mail_starts", still_true.must_agree, letters.terms),
    Kind(NoticeKind.MUSTER, "mail_starts", still_true.must_confirm, letters.muster),
    Kind(NoticeKind.UNCONFIRMED, "mail_starts", still_true.has_no_seat, letters.unconfirmed),
    Kind(NoticeKind.REMOVED, "mail_starts", still_true.has_no_seat, letters.removed),
    Kind(NoticeKind.CANCELLED, "mail_ends", still_true.is_cancelled, letters.cancelled),
    Kind(NoticeKind.CONSENT, "mail_turns", still_true.is_asked_to_consent, letters.consent),
    Kind(
        NoticeKind.WARNING,
        "mail_warnings",
        still_true.runs_short,
        letters.warning,
        is_urgent=True,
        wakes=still_true.has_hardly_time,
    ),
    Kind(NoticeKind.EXCUSED, "mail_warnings", still_true.runs_short, letters.excused),
    Kind(NoticeKind.VACATION, "mail_turns", still_true.is_on_vacation, letters.vacation),
    Kind(NoticeKind.ADRIFT, "mail_warnings", still_true.is_away, letters.adrift),
    Kind(NoticeKind.REPLACED, "mail_ends", still_true.has_a_substitute, letters.replaced),
    Kind(NoticeKind.SEAT_OPEN, "mail_open_seats", still_true.is_wanted, letters.seat_open),
    Kind(NoticeKind.REOPENED, "mail_ends", still_true.goes_on, letters.reopened),
    Kind(NoticeKind.PLAY_ON, "mail_ends", still_true.is_asked_to_play_on, letters.play_on),
    Kind(NoticeKind.REPORT, "mail_reports", still_true.is_reported, letters.report),
)


def register_all() -> None:
    for field, when in SWITCHES.items():
        register_switch(field, when)
    register_switch("mail_warnings", _("when my time runs out, or has run out"), locked=True)
    register_switch("mail_reports", _("as staff: when players report something"), for_staff=True)
    register(*KINDS)
