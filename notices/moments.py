"""What outages do to the moments of mails (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from notices.models import AccountMail, Delivery, Digest, Notice, Thread
from upkeep.timekeeping.moments import HAPPENED, WORK, stays


def register_all() -> None:
    for mail in (Notice, Delivery, AccountMail):
        stays(HAPPENED, mail, "created_at", "sent_at")
        stays(WORK, mail, "due_at")
    for held in (Notice, Delivery):
        stays("What was held is not held longer because nothing was sent meanwhile.", held, "held_until")
    stays(HAPPENED, Notice, "seen_at")
    stays(HAPPENED, Digest, "created_at", "sent_at")
    stays("It comes at its hour, whatever was away.", Digest, "due_at")
    stays("Its code is worth nothing after that, wherever it has been.", AccountMail, "good_until")
    stays(HAPPENED, Thread, "mailed_at")
