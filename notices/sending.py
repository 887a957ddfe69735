"""Sending what stands in the outbox.

Each try is claimed by a compare-and-set on its number, which also sets when the next one is due: a task
delivered twice sends once, and a notice on which a worker dies or raises holds up no other.

A mail is sent once, with one exception that no client of SMTP can rule out: the worker is killed after
the mail server has accepted the mail and before the database has been told. All that can be done before
is done before, so that gap holds one UPDATE. The mail that is then sent again has the same Message-ID,
by which the receiving side can drop it. The other choice, telling the database first, would lose it.
"""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import QuerySet

from accounts.selectors import confirmed_addresses
from notices.kinds import Kind, UnknownKind, kind_named
from notices.letters import compose
from notices.models import Dropped, Notice
from notices.wake import wake_notice
from upkeep.breaker import Breaker
from upkeep.clock import database_now

logger = logging.getLogger(__name__)
mail_server: Final = Breaker("mail server", seconds=30)

MOST_TRIES: Final = 8
"""The pauses double: at three minutes for the first the last try comes after six hours."""
WOKEN_AT_ONCE: Final = 100
FORGOTTEN_AT_ONCE: Final = 500
LONGEST_WAIT: Final = 12
"""In sweeps: so long at most until a notice is woken again whose call got lost."""


def send_notice(*, notice_id: int, tries: int) -> bool:
    """Makes one try, the one that follows `tries` others; whether a mail was sent.

    Delivered twice it sends once. What is not true any more is dropped. Not atomic: the claim must
    stand before the mail goes out. Raises what composing raises; the next try is due all the same.
    """
    notice = _waiting().filter(pk=notice_id, tries=tries).select_related("player").first()
    if notice is None:
        return False
    try:
        kind = kind_named(notice.kind)
    except UnknownKind as error:
        _set_aside(notice, error)
        return False
    address = confirmed_addresses([notice.player]).get(notice.player_id, "")
    if reason := _reason_to_drop(notice, kind, address):
        _settle(notice, dropped=reason)
        return False
    # A server that is away costs no notice its tries: the sweep wakes it again.
    if not mail_server.closed():
        return False
    if not _claim(notice):
        return False  # another worker makes this try
    return _send(notice, address)


def _waiting() -> QuerySet[Notice]:
    """Without those of the previous release that nobody has given a key yet."""
    return Notice.objects.filter(due_at__isnull=False, key__isnull=False)


def _claim(notice: Notice) -> bool:
    pause = timedelta(seconds=settings.MAIL_RETRY_SECONDS * 2**notice.tries)
    unclaimed = Notice.objects.filter(pk=notice.pk, tries=notice.tries, due_at__isnull=False)
    return bool(unclaimed.update(tries=notice.tries + 1, due_at=database_now() + pause))


def _set_aside(notice: Notice, error: UnknownKind) -> None:
    """Tried again like a mail that failed: while a site is upgraded, the next release may know the kind."""
    logger.error("Notice %s cannot be sent. %s", notice.pk, error)
    if notice.tries >= MOST_TRIES:
        _settle(notice, dropped=Dropped.UNKNOWN_KIND)
    else:
        _claim(notice)


def _reason_to_drop(notice: Notice, kind: Kind, address: str) -> Dropped | None:
    player = notice.player
    if notice.tries >= MOST_TRIES:
        return Dropped.TOO_MANY_TRIES
    if not address or not player.is_active or player.deleted_at:
        return Dropped.NO_ADDRESS
    if not getattr(player, kind.switch):
        return Dropped.SWITCHED_OFF
    return None if kind.is_still_true(notice) else Dropped.STALE


def _send(notice: Notice, address: str) -> bool:
    mail = compose(notice, address)
    now = database_now()
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:  # smtplib's exceptions are of this kind too
        mail_server.trip(error)
        return False
    mail_server.worked()
    try:
        connection.send_messages([mail])
        # Before the connection is closed politely, which takes another round trip.
        _settle(notice, sent_at=now)
    except smtplib.SMTPRecipientsRefused as refused:
        return _refused(notice, refused)
    except OSError as error:
        logger.warning("Notice %s was not sent: %s.", notice.pk, type(error).__name__)
        return False
    finally:
        connection.close()
    return True


def _refused(notice: Notice, refused: smtplib.SMTPRecipientsRefused) -> bool:
    """For good with a code of 500 and more; with others, a full mailbox say, it is tried again."""
    if all(code >= 500 for code, _words in refused.recipients.values()):
        _settle(notice, dropped=Dropped.REFUSED)
    return False


def _settle(notice: Notice, *, sent_at: datetime | None = None, dropped: str = "") -> None:
    unsettled = Notice.objects.filter(pk=notice.pk, due_at__isnull=False)
    unsettled.update(due_at=None, sent_at=sent_at, dropped=dropped)


def wake_overdue_notices() -> int:
    """Wakes a worker for each notice that is due: its call got lost, or its last try failed; how many.

    Each is put off first, longer each time, so that the sweeps do not fill the queue with the same.
    """
    now = database_now()
    overdue = _waiting().filter(due_at__lte=now).order_by("due_at")[:WOKEN_AT_ONCE]
    return sum(_wake_again(notice, now) for notice in overdue.only("tries", "created_at", "due_at"))


@transaction.atomic
def _wake_again(notice: Notice, now: datetime) -> bool:
    sweep = timedelta(seconds=settings.SWEEP_SECONDS)
    pause = min(max(now - notice.created_at, sweep), LONGEST_WAIT * sweep)
    unchanged = Notice.objects.filter(pk=notice.pk, tries=notice.tries, due_at=notice.due_at)
    woken = unchanged.update(due_at=now + pause)
    if woken:
        wake_notice(notice_id=notice.pk, tries=notice.tries)
    return bool(woken)


def forget_old_notices() -> int:
    """Deletes settled notices older than NOTICES_KEPT_DAYS, so many at once; how many."""
    old = database_now() - timedelta(days=settings.NOTICES_KEPT_DAYS)
    settled = Notice.objects.filter(due_at__isnull=True, created_at__lt=old).order_by("created_at")
    found = list(settled.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    return Notice.objects.filter(pk__in=found).delete()[0] if found else 0
