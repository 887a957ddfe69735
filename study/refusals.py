"""Why a line that was tried cannot be kept so."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from board.words.refusals import Code, SiteRefusal


class StudyRefusalCode(Code):
    NOTHING_TRIED = "nothing-tried", _("There is no turn to keep yet. Try one first.")
    TOO_MANY_LINES = (
        "too-many-lines",
        _("You have kept {most} lines here, and there is no room for more. Delete one first."),
    )
    LINE_CHANGED = "line-changed", _("This line has other turns by now. Keep yours as a line of its own.")


class StudyRefusal(SiteRefusal):
    """Something that cannot be done with what was tried."""
