"""Why somebody cannot have a table of the stairs."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from board.words.refusals import Code, SiteRefusal


class StairsRefusalCode(Code):
    NEEDS_ACCOUNT = (
        "needs-account",
        _("The stairs are for accounts with a confirmed e-mail address. Sign up, and confirm yours."),
    )
    ON_VACATION = "on-vacation", _("You are on vacation. Ask for a table when you are back.")
    TABLES_ENOUGH = (
        "tables-enough",
        _("You play at {most} tables of the stairs. Ask again when one of them is over."),
    )
    NO_VARIANT = "no-variant", _("Choose at least one variant that you would play.")
    NO_SIZE = "no-size", _("Choose at least one number of players.")
    NOT_WAITING = "not-waiting", _("You are not waiting for a table of the stairs.")
    NOT_ON_STAIRS = "not-on-stairs", _("You are not on the stairs.")


class StairsRefusal(SiteRefusal):
    """Something that the stairs do not allow."""
