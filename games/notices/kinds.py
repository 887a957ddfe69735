"""The kinds of notice that tell of games. Their key is the game's public id."""

from __future__ import annotations

import enum
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from games.notices import letters, still_true
from games.notices.about import game_of
from notices.kinds import Kind, register, said


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
    TALK = "talk"
    """Somebody writes; registered by `games.talk.telling`."""
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
    Kind(
        NoticeKind.TURN,
        "mail_turns",
        still_true.is_to_move,
        letters.turn,
        game_of,
        line=said(_("It is your turn.")),
        again_until=still_true.answer_until,
    ),
    Kind(
        NoticeKind.INVITATION,
        "mail_invitations",
        still_true.is_invited,
        letters.invitation,
        game_of,
        line=said(_("You are invited.")),
    ),
    Kind(
        NoticeKind.START,
        "mail_starts",
        still_true.has_begun,
        letters.start,
        game_of,
        line=said(_("The game has begun.")),
    ),
    Kind(
        NoticeKind.END,
        "mail_ends",
        still_true.is_over,
        letters.end,
        game_of,
        line=said(_("The game is over.")),
    ),
    Kind(
        NoticeKind.DRAW,
        "mail_turns",
        still_true.is_asked_for_a_draw,
        letters.draw,
        game_of,
        line=said(_("A draw is offered.")),
    ),
    Kind(
        NoticeKind.TERMS,
        "mail_starts",
        still_true.must_agree,
        letters.terms,
        game_of,
        line=said(_("The terms have changed: agree anew.")),
    ),
    Kind(
        NoticeKind.MUSTER,
        "mail_starts",
        still_true.must_confirm,
        letters.muster,
        game_of,
        line=said(_("The table is full: say that you are there.")),
    ),
    Kind(
        NoticeKind.UNCONFIRMED,
        "mail_starts",
        still_true.has_no_seat,
        letters.unconfirmed,
        game_of,
        line=said(_("You did not confirm in time: your seat is open again.")),
    ),
    Kind(
        NoticeKind.REMOVED,
        "mail_starts",
        still_true.has_no_seat,
        letters.removed,
        game_of,
        line=said(_("You have lost your seat.")),
    ),
    Kind(
        NoticeKind.CANCELLED,
        "mail_ends",
        still_true.is_cancelled,
        letters.cancelled,
        game_of,
        line=said(_("The game was given up.")),
    ),
    Kind(
        NoticeKind.CONSENT,
        "mail_turns",
        still_true.is_asked_to_consent,
        letters.consent,
        game_of,
        line=said(_("Something is proposed about the clocks.")),
    ),
    Kind(
        NoticeKind.WARNING,
        "mail_warnings",
        still_true.runs_short,
        letters.warning,
        game_of,
        is_urgent=True,
        wakes=still_true.has_hardly_time,
        line=said(_("Your time runs out soon.")),
    ),
    Kind(
        NoticeKind.EXCUSED,
        "mail_warnings",
        still_true.runs_short,
        letters.excused,
        game_of,
        line=said(_("Your time ran out; you are excused.")),
    ),
    Kind(
        NoticeKind.VACATION,
        "mail_turns",
        still_true.is_on_vacation,
        letters.vacation,
        game_of,
        line=said(_("Your time ran out: your vacation has begun.")),
    ),
    Kind(
        NoticeKind.ADRIFT,
        "mail_warnings",
        still_true.is_away,
        letters.adrift,
        game_of,
        line=said(_("Your time ran out: your seat is adrift.")),
    ),
    Kind(
        NoticeKind.REPLACED,
        "mail_ends",
        still_true.has_a_substitute,
        letters.replaced,
        game_of,
        line=said(_("A substitute has your seat.")),
    ),
    Kind(
        NoticeKind.SEAT_OPEN,
        "mail_open_seats",
        still_true.is_wanted,
        letters.seat_open,
        game_of,
        line=said(_("Somebody is wanted to play on.")),
    ),
    Kind(
        NoticeKind.REOPENED,
        "mail_ends",
        still_true.goes_on,
        letters.reopened,
        game_of,
        line=said(_("The game goes on.")),
    ),
    Kind(
        NoticeKind.PLAY_ON,
        "mail_ends",
        still_true.is_asked_to_play_on,
        letters.play_on,
        game_of,
        line=said(_("The winner offers to play on.")),
    ),
    Kind(
        NoticeKind.REPORT,
        "mail_reports",
        still_true.is_reported,
        letters.report,
        line=said(_("A player has reported something.")),
    ),
)


def register_all() -> None:
    for field, when in SWITCHES.items():
        register_switch(field, when)
    register_switch("mail_warnings", _("when my time runs out, or has run out"), locked=True)
    register_switch("mail_reports", _("as staff: when players report something"), for_staff=True)
    register(*KINDS)
