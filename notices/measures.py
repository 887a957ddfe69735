"""What is measured of the outbox for those who watch the site: each by small queries.

What waits for its player to look away, or for the hour after another mail, is none of their business.
"""

from __future__ import annotations

from django.db.models import Min
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from notices.models import AccountMail, Notice
from notices.selectors import stuck_mails
from upkeep.clock import database_now
from upkeep.watching.alarms import Trouble, add_alarm
from upkeep.watching.measures import gauge
from upkeep.watching.run_by import manage


@gauge("homeworlds_outbox_notices", "Mails that could go and have been neither sent nor dropped.")
def outbox_waiting() -> int:
    notices = Notice.objects.filter(due_at__isnull=False).exclude(held_until__gt=database_now())
    return notices.count() + AccountMail.objects.filter(due_at__isnull=False).count()


@gauge("homeworlds_outbox_oldest_seconds", "For how long the mail could have gone that has waited longest.")
def oldest_in_outbox() -> float:
    now = database_now()
    notices = Notice.objects.filter(due_at__isnull=False).aggregate(
        since=Min(Coalesce("held_until", "created_at"))
    )
    mails = AccountMail.objects.filter(due_at__isnull=False).aggregate(since=Min("created_at"))
    waiting = [(now - found["since"]).total_seconds() for found in (notices, mails) if found["since"]]
    return max(0.0, *waiting) if waiting else 0.0


def of_mails() -> Trouble | None:
    count = stuck_mails()
    words = ngettext_lazy(
        "A mail waits too long: “%(command)s ADDRESS” says whether mail leaves.",
        "%(count)d mails wait too long: “%(command)s ADDRESS” says whether mail leaves.",
        "count",
    )
    return Trouble(words, {"count": count, "command": manage("sendtestemail")}) if count else None


add_alarm("notices", _("Notices"), of_mails)
