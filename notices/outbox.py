"""Rows of the outbox: found when they are due, claimed for a try, put off, settled, forgotten in the end.

Each try is claimed by counting it, which also sets when the next one is due: of two workers one sends, and a
mail on which a worker dies, or whatever raises, holds up no other and is given up after MOST_TRIES. First
tries are claimed together, which costs less than each by itself; what was tried before is claimed alone, for
it may be what workers die on.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, QuerySet

from notices.kinds import urgent_kinds
from notices.models import AccountMail, Delivery, Dropped, Notice, Outgoing, Thread
from upkeep.clock import database_now

Mail = TypeVar("Mail", bound=Outgoing)
MOST_TRIES: Final = 8
"""The pauses double: at three minutes for the first the last try comes after six hours."""
TOGETHER: Final = 10
"""So many first tries at most are one worker's at a time."""
FORGOTTEN_AT_ONCE: Final = 500


def notices_waiting() -> QuerySet[Notice]:
    """Without those of the previous release that nobody has given a key yet."""
    return Notice.objects.filter(due_at__isnull=False, key__isnull=False)


def account_mails_waiting() -> QuerySet[AccountMail]:
    return AccountMail.objects.filter(due_at__isnull=False)


def claim(mail: Outgoing) -> bool:
    """Counts the try, which from now on is the caller's alone; False when another worker makes it."""
    claimed = (
        _row(mail)
        .filter(tries=mail.tries)
        .update(tries=mail.tries + 1, due_at=database_now() + _pause_after(mail))
    )
    mail.tries += claimed
    return bool(claimed)


def count_try(mail: Outgoing, now: datetime) -> None:
    """Of a row that is not written yet: whoever writes it makes the try."""
    mail.due_at = now + _pause_after(mail)
    mail.tries += 1


def _pause_after(mail: Outgoing) -> timedelta:
    return timedelta(seconds=settings.MAIL_RETRY_SECONDS * 2**mail.tries)


def put_off(mail: Outgoing, until: datetime, **more: Any) -> None:
    """Gives the claimed try back: it was none, and the next is due then."""
    _row(mail).filter(tries=mail.tries).update(tries=mail.tries - 1, due_at=until, **more)


def aim(delivery: Delivery, target: int) -> bool:
    """The claimed try is one to this target alone; whether nobody has aimed or settled it yet."""
    whole = Delivery.objects.filter(pk=delivery.pk, due_at__isnull=False, target=Delivery.TO_ALL)
    delivery.target = target
    return bool(whole.update(target=target))


def settle(mail: Outgoing, *, sent_at: datetime | None = None, dropped: str = "", answer: str = "") -> bool:
    """Whether it was not settled yet."""
    settled = {"due_at": None, "sent_at": sent_at, "dropped": dropped, "answer": answer}
    return bool(_row(mail).update(**settled | mail.not_kept()))


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


def due_account_mails(now: datetime) -> QuerySet[AccountMail]:
    return account_mails_waiting().filter(due_at__lte=now)


def due_notices(now: datetime) -> QuerySet[Notice]:
    return notices_waiting().filter(due_at__lte=now)


def oldest_due(now: datetime) -> datetime | None:
    """When the mail could go first that has waited longest since then; None while none can."""
    waiting: tuple[QuerySet[Any], ...] = (due_account_mails(now), due_notices(now))
    moments = [rows.aggregate(first=Min("due_at"))["first"] for rows in waiting]
    return min((moment for moment in moments if moment is not None), default=None)


def claim_next() -> Sequence[Notice | AccountMail]:
    """Tries of mails that could go, from now on the caller's: those about accounts go first, for somebody
    sits before the page, then warnings; empty: there is none."""
    now = database_now()
    notices = due_notices(now).select_related("player")
    urgent = urgent_kinds()
    return (
        claimed(due_account_mails(now).select_related("player"), now)
        or claimed(notices.filter(kind__in=urgent), now)
        or claimed(notices.exclude(kind__in=urgent), now)
    )


@transaction.atomic
def claimed(due: QuerySet[Mail], now: datetime) -> list[Mail]:
    """The tries of the first of these that nobody else is claiming. They are the caller's for the pause after
    a try, which is longer than `upkeep.due.SECONDS`, and say when they were due before."""
    found = due.order_by("due_at").select_for_update(of=("self",), no_key=True, skip_locked=True)[:TOGETHER]
    mails = list(takewhile(lambda mail: mail.tries == 0, found)) or list(found[:1])
    if mails:
        own = type(mails[0])._base_manager.filter(pk__in=[mail.pk for mail in mails])
        own.update(tries=F("tries") + 1, due_at=now + _pause_after(mails[0]))
    for mail in mails:
        mail.tries += 1
    return mails


def give_back(mails: Sequence[Outgoing]) -> None:
    """Claimed tries that were not begun: each is due as it was. One after another, for others lock several of
    these rows in an order of their own."""
    for mail in mails:
        if mail.due_at is not None:
            put_off(mail, mail.due_at)


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
