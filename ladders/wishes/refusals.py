"""Why a wish for a game cannot be."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from board.words.refusals import Code, SiteRefusal


class WishRefusalCode(Code):
    NEEDS_ACCOUNT = (
        "needs-account",
        _("To find a game this way you need an account with a confirmed e-mail address."),
    )
    WISHES_ENOUGH = (
        "wishes-enough",
        _("You have {most} standing wishes already. Withdraw one first."),
    )
    NO_VARIANT = "no-variant", _("So many players play none of the variants that you chose.")
    NO_CLOCK = "no-clock", _("Choose at least one clock.")
    WISH_GONE = "wish-gone", _("This wish is withdrawn, or its player has enough games by it just now.")
    OWN_WISH = "own-wish", _("This is your own wish.")
    DOES_NOT_FIT = "does-not-fit", _("You and this wish do not fit together just now.")
    PLAYING_ALREADY = (
        "playing-already",
        _("You play with {name} by a wish already. Play with others meanwhile."),
    )
    ON_VACATION = "on-vacation", _("You are on vacation. Your wishes wait until you are back.")


class WishRefusal(SiteRefusal):
    """Something that standing wishes do not allow."""
