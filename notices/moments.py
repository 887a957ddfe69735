"""What outages do to the moments of mails (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from notices.models import AccountMail, Notice, Thread
from upkeep.timekeeping.moments import HAPPENED, WORK, stays


def register_all() -> None:
    for mail in (Notice, AccountMail):
        stays(HAPPENED, mail, "created_at", "sent_at")
        stays(WORK, mail, "due_at")
    stays("A mail that was held is not held longer because nothing was sent meanwhile.", Notice, "held_until")
    stays("Its code is worth nothing after that, wherever it has been.", AccountMail, "good_until")
    stays(HAPPENED, Thread, "mailed_at")
