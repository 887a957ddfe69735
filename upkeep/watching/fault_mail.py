"""Telling staff of errors by mail: by a worker that the sweep wakes, so that nobody ever waits for it."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import mail_admins
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from upkeep.clock import database_now
from upkeep.models import Fault
from upkeep.queue import enqueue

logger = logging.getLogger(__name__)
REPORT_TASK: Final = "upkeep.tasks.report_faults"
PAUSE: Final = timedelta(hours=1)
"""Between two mails of the same fault, and the time in which there are at most `MOST` in all."""
MOST: Final = 10
AGAIN: Final = timedelta(minutes=5)
"""After a mail that could not be sent."""
KEPT: Final = timedelta(days=30)


def forgotten(now: datetime) -> QuerySet[Fault]:
    return Fault.objects.filter(last_at__lt=now - KEPT)


def wake_reporter() -> None:
    """A step of the sweep, which must not wait for a mail server."""
    now = database_now()
    forgotten(now).delete()
    if _left(now) and untold(now).exists():
        enqueue(REPORT_TASK)


def report_faults() -> None:
    """What could not be sent waits five minutes."""
    now = database_now()
    due = list(untold(now).order_by("first_at")[: _left(now)])
    waiting = untold(now).count() - len(due)
    for fault in due:
        if not _report(fault, now, waiting):
            return


def _left(now: datetime) -> int:
    if not settings.ADMINS:
        return 0
    return max(MOST - Fault.objects.filter(mailed_at__gt=now - PAUSE).count(), 0)


def untold(now: datetime) -> QuerySet[Fault]:
    return Fault.objects.filter(Q(mailed_at=None) | Q(mailed_at__lte=now - PAUSE), untold__gt=0)


def _report(fault: Fault, now: datetime, waiting: int) -> bool:
    """Claims the fault, then sends: two sweeps at once do not tell it twice. Whether the mail has left."""
    claimed = Fault.objects.filter(pk=fault.pk, mailed_at=fault.mailed_at, untold__gt=0)
    if not claimed.update(mailed_at=now, untold=F("untold") - fault.untold):
        return True
    try:
        with translation.override(settings.LANGUAGE_CODE):
            mail_admins(*_letter(fault, waiting))
    except OSError as error:  # smtplib's errors are such too
        logger.warning("The report of an error could not be mailed: %s.", type(error).__name__)
        Fault.objects.filter(pk=fault.pk).update(
            mailed_at=now - PAUSE + AGAIN, untold=F("untold") + fault.untold
        )
        return False
    return True


def _letter(fault: Fault, waiting: int) -> tuple[str, str]:
    often = ngettext("It happened once.", "It happened %(count)d times since the last mail.", fault.untold)
    page = settings.SITE_URL + reverse("admin:upkeep_fault_changelist")
    lines = [
        often % {"count": fault.untold},
        _("The same error is mailed at most once an hour, and ten errors in all: %(page)s") % {"page": page},
    ]
    if waiting:
        words = ngettext("Another error waits.", "%(count)d other errors wait.", waiting)
        lines.append(words % {"count": waiting})
    return f"{fault.process or 'site'}: {fault.headline}", "\n".join([*lines, "", fault.text])
