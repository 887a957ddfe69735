"""Why a ladder refuses something."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.staff.words import SUSPENDED
from board.words.refusals import Code, SiteRefusal


class LadderRefusalCode(Code):
    # coming and going
    PEOPLE_ONLY = (
        "people-only",
        _("The ladder is for players with an account and a confirmed e-mail address."),
    )
    SUSPENDED = "suspended", SUSPENDED
    MEMBERS_ONLY = "members-only", _("This ladder is for members of its club.")
    CLOSED = "closed", _("This ladder is closed: it takes nobody and starts no game any more.")
    BARRED = (
        "barred",
        _("Twice within 90 days you came to no turn of a game. From {until} on you may join again."),
    )
    ALREADY_THERE = "already-there", _("You are on this ladder already.")
    NOT_THERE = "not-there", _("You are not on this ladder. Join it, and you begin at the bottom.")
    LEAVING_ALREADY = "leaving-already", _("You are leaving this ladder already.")
    NOT_LEAVING = "not-leaving", _("You are not about to leave this ladder.")
    LEFT_BY_CHOICE = (
        "left-by-choice",
        _("You have left this ladder. When your games there are over, you can join it again at the bottom."),
    )
    # challenging
    SELF = "self", _("This is you.")
    BELOW = "below", _("This player stands below you. Challenges go upwards.")
    TOO_HIGH = "too-high", _("Too far above you: from place {own} you reach place {highest}.")
    THEY_ARE_NOT_THERE = "they-are-not-there", _("This player is not on this ladder any more.")
    SENT_ENOUGH = (
        "sent-enough",
        (_("You have sent {number} challenges already. You may send more when one ends.")),
    )
    PLAYING_ALREADY = "playing-already", _("A game between you two is running already.")
    TOO_SOON = "too-soon", _("You two have just played here. From {until} on you may challenge again.")
    THEY_ARE_FULL = (
        "they-are-full",
        _("This player has {number} challenges already, as many as at this place one takes."),
    )
    ON_VACATION = "on-vacation", _("You are on vacation. Come back from it to challenge somebody.")
    THEY_ARE_ON_VACATION = "they-are-on-vacation", _("This player is on vacation.")
    IN_LIMBO = "in-limbo", _("You are about to leave this ladder, so you challenge nobody.")
    THEY_ARE_IN_LIMBO = "they-are-in-limbo", _("This player is about to leave the ladder.")
    FRIENDS_ENOUGH = (
        "friends-enough",
        _("You two have met here often: such friends fill at most half of the challenges that one takes."),
    )
    BLOCKS_BELOW = (
        "blocks-below",
        _("You have blocked somebody who could challenge you. Unblock that player, and your place is kept."),
    )
    NOT_NOW = "not-now", _("This player cannot be challenged now.")
    # founding
    OFFICERS_ONLY = "officers-only", _("Only who leads the club can give it a ladder.")
    HAS_ONE = "has-one", _("This club has its ladder already.")
    CLUB_CLOSED = "club-closed", _("This club is closed.")
    NOT_FOR_TWO = "not-for-two", _("These rules are not for two players. Choose others.")
    TOO_FAST = "too-fast", _("Whoever is challenged need not be there: a ladder has no live clock.")


class LadderRefusal(SiteRefusal):
    """Something that cannot be done on a ladder, or by this player."""
