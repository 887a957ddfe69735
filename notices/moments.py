"""What outages do to the moments of mails (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from notices.feeds.models import CalendarMark, FeedLink
from notices.hooks.models import Hook, HookPost
from notices.models import AccountMail, Delivery, Digest, Notice, PushDevice, Thread
from upkeep.timekeeping.moments import HAPPENED, WORK, stays


def register_all() -> None:
    for mail in (Notice, Delivery, AccountMail, HookPost):
        stays(HAPPENED, mail, "created_at", "sent_at")
        stays(WORK, mail, "due_at")
    for held in (Notice, Delivery):
        stays("What was held is not held longer because nothing was sent meanwhile.", held, "held_until")
    stays(HAPPENED, Notice, "seen_at")
    stays(HAPPENED, Hook, "created_at", "tried_at", "failing_since", "off_at")
    stays(HAPPENED, FeedLink, "made_at")
    stays(HAPPENED, CalendarMark, "changed_at")
    stays(HAPPENED, Digest, "created_at", "sent_at")
    stays("It comes at its hour, whatever was away.", Digest, "due_at")
    stays("Its code is worth nothing after that, wherever it has been.", AccountMail, "good_until")
    stays(HAPPENED, Thread, "mailed_at")
    stays(HAPPENED, PushDevice, "created_at", "last_reached_at", "failing_since", "tested_at", "arrived_at")
