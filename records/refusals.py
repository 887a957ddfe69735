"""Why something is no record."""

from __future__ import annotations


class NotARecord(ValueError):
    """What was read is no record of a finished game; the text is a sentence that says why."""
