"""Why something cannot be done in a club."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from board.words.refusals import Code, SiteRefusal


class ClubRefusalCode(Code):
    # who may act at all
    CLUBS_ARE_FOR_PEOPLE = (
        "clubs-are-for-people",
        _("Clubs are for players with an account. Sign up first; your games stay yours."),
    )
    SUSPENDED = (
        "club-suspended",
        _("Staff have suspended you until {until}: until then you do nothing in clubs but leave."),
    )
    SILENCED = (
        "club-silenced",
        _("Staff have muted you until {until}: until then you write nothing that others read."),
    )
    CLUB_CLOSED = "club-closed", _("This club has closed.")
    # founding
    FOUNDED_ENOUGH = "founded-enough", _("Nobody is the founder of more than {most} clubs.")
    CLUB_NAME_TAKEN = "club-name-taken", _("There is a club of this name, or of one that looks like it.")
    # becoming a member
    IN_ENOUGH_CLUBS = "in-enough-clubs", _("Nobody is in more than {most} clubs. Leave another one first.")
    CLUB_FULL = "club-full", _("This club is full: it has {most} members.")
    MEMBER_ALREADY = "member-already", _("You are a member of this club already.")
    BY_INVITATION = "by-invitation", _("One becomes a member of this club by invitation only.")
    REMOVED_BEFORE = (
        "removed-before",
        _("You were removed from this club. Only an invitation lets you in again."),
    )
    CLUB_INVITATION_GONE = "club-invitation-gone", _("This invitation holds no longer.")
    # asking others in
    CANNOT_BE_ASKED = "cannot-be-asked", _("This player cannot be invited to the club.")
    ASKED_ALREADY = "asked-already", _("{name} is invited already.")
    IS_MEMBER_ALREADY = "is-member-already", _("{name} is a member already.")
    DECLINED_LATELY = (
        "declined-lately",
        _("{name} has declined an invitation to this club in the last {days} days."),
    )
    TOO_MANY_ASKED = "too-many-asked", _("{most} invitations wait for an answer. Withdraw one first.")
    # inside
    NOT_A_MEMBER = "not-a-member", _("You are no member of this club.")
    NO_SUCH_MEMBER = "no-such-member", _("This player is no member of the club any more.")
    OWN_CONCERN = "club-own-concern", "{sentence}"
    OFFICERS_ONLY = "officers-only", _("Only the founder and the officers of the club can do this.")
    FOUNDER_ONLY = "founder-only", _("Only the founder of the club can do this.")
    NOT_TO_ONESELF = "not-to-oneself", _("You cannot do this to yourself. You can leave the club.")
    OWN_WORDS = "own-words", _("You lead this club: you can change what it says yourself.")
    ENOUGH_OFFICERS = "enough-officers", _("A club has at most {most} officers.")


class ClubRefusal(SiteRefusal):
    """Something that cannot be done in a club, or by this player."""
