"""Rows of the outbox: claimed for a try, put off, settled, found by the sweep, and forgotten in the end.

Each try is claimed by a compare-and-set on its number, which also sets when the next one is due: a task
delivered twice sends once, and a mail on which a worker dies, or whatever raises, holds up no other and is
given up after MOST_TRIES.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet

from notices.models import AccountMail, Dropped, Notice, Outgoing, Thread
from notices.wake import wake_account_mail, wake_notice
from upkeep.clock import database_now
from upkeep.due import wake_due

MOST_TRIES: Final = 8
"""The pauses double: at three minutes for the first the last try comes after six hours."""
WOKEN_AT_ONCE: Final = 100
FORGOTTEN_AT_ONCE: Final = 500
LONGEST_WAIT: Final = 12
"""Times LOST_SECONDS: so long at most until a mail is woken again whose call got lost."""


def first_due(now: datetime) -> datetime:
    """When the sweep takes what was written now, if the call gets lost."""
    return now + timedelta(seconds=settings.LOST_SECONDS)


def notices_waiting() -> QuerySet[Notice]:
    """Without those of the previous release that nobody has given a key yet."""
    return Notice.objects.filter(due_at__isnull=False, key__isnull=False)


def account_mails_waiting() -> QuerySet[AccountMail]:
    return AccountMail.objects.filter(due_at__isnull=False)


def claim(mail: Outgoing) -> bool:
    """Counts the try, which from now on is the caller's alone; False when another worker makes it."""
    pause = timedelta(seconds=settings.MAIL_RETRY_SECONDS * 2**mail.tries)
    claimed = _row(mail).filter(tries=mail.tries).update(tries=mail.tries + 1, due_at=database_now() + pause)
    mail.tries += claimed
    return bool(claimed)


def put_off(mail: Outgoing, until: datetime, **more: Any) -> None:
    """Gives the claimed try back: it was none, and the next is due then."""
    _row(mail).filter(tries=mail.tries).update(tries=mail.tries - 1, due_at=until, **more)


def settle(mail: Outgoing, *, sent_at: datetime | None = None, dropped: str = "", answer: str = "") -> None:
    _row(mail).update(due_at=None, sent_at=sent_at, dropped=dropped, answer=answer, **mail.not_kept())


def keep_answer(mail: Outgoing, answer: str) -> None:
    """Of a mail server that may say something else to the next try."""
    _row(mail).update(answer=answer)


def given_up(mail: Outgoing, why: Dropped = Dropped.TOO_MANY_TRIES) -> bool:
    """Whether the claimed try is one too many; the mail is settled then."""
    if mail.tries <= MOST_TRIES:
        return False
    settle(mail, dropped=why, answer=mail.answer)
    return True


def _row(mail: Outgoing) -> QuerySet[Outgoing]:
    return type(mail)._base_manager.filter(pk=mail.pk, due_at__isnull=False)


def wake_overdue_notices() -> int:
    """Wakes a worker for each mail that is due: its call got lost, or its last try failed; how many."""
    longest = LONGEST_WAIT * timedelta(seconds=settings.LOST_SECONDS)
    names = {"due": "due_at", "since": "created_at", "state": "tries"}
    codes = wake_due(
        account_mails_waiting().only(*names.values()),
        wake=lambda mail: wake_account_mail(mail_id=mail.pk, tries=mail.tries),
        most=WOKEN_AT_ONCE,
        longest=longest,
        **names,
    )
    return codes + wake_due(
        notices_waiting().only(*names.values()),
        wake=lambda notice: wake_notice(notice_id=notice.pk, tries=notice.tries),
        most=WOKEN_AT_ONCE,
        longest=longest,
        **names,
    )


def forget_old_notices() -> int:
    """Deletes settled mails older than NOTICES_KEPT_DAYS, so many at once, and what is known of threads that
    nobody muted and that have been quiet for a day; how many."""
    old = database_now() - timedelta(days=settings.NOTICES_KEPT_DAYS)
    settled = {"due_at__isnull": True, "created_at__lt": old}
    return (
        _forget(Notice.objects.filter(**settled).order_by("created_at"))
        + _forget(AccountMail.objects.filter(**settled).order_by("created_at"))
        + _forget(Thread.objects.filter(muted=False, mailed_at__lt=database_now() - timedelta(days=1)))
    )


def _forget(rows: QuerySet[Any]) -> int:
    found = list(rows.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    return rows.model._base_manager.filter(pk__in=found).delete()[0] if found else 0
