"""Sending what stands in the outbox.

A mail is sent once, with one exception that no client of SMTP can rule out: the worker is killed after
the mail server has accepted the mail and before the database has been told. All that can be done before
is done before, so that gap holds one UPDATE. The mail that is then sent again has the same Message-ID,
by which the receiving side can drop it. The other choice, telling the database first, would lose it.
"""

from __future__ import annotations

import logging
import smtplib
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeAlias

from django.core.mail import EmailMessage

from accounts.addresses import address_refused, address_works
from accounts.models import Player
from accounts.selectors import confirmed_address
from notices.judging import Try, has_to_wait, hold, judged, wants_by_mail
from notices.kinds import Kind, UnknownKind, kind_named
from notices.letters import compose, compose_account_mail
from notices.mail_line import MailLine
from notices.models import LONGEST_ANSWER, AccountMail, Dropped, Notice, Outgoing
from notices.outbox import (
    account_mails_waiting,
    claim,
    claim_next,
    give_back,
    given_up,
    keep_answer,
    notices_waiting,
    put_off,
    settle,
)
from notices.pacing import hour_of
from upkeep.breaker import Breaker
from upkeep.clock import database_now

Composed: TypeAlias = Callable[[], EmailMessage]
logger = logging.getLogger(__name__)
mail_server: Final = Breaker("mail server", seconds=30, slow=5)
mail_line: Final = MailLine()

LATE: Final = timedelta(seconds=5)
NO_SUCH_ADDRESS: Final = frozenset({550, 551, 553})
"""Codes by which a mail server refuses an address for good."""


def send_notice(*, notice_id: int, tries: int) -> bool:
    """Makes one try, the one that follows `tries` others; whether a mail was sent.

    Delivered twice it sends once. What is not true any more is dropped. Not atomic: the claim must
    stand before the mail goes out. Raises what judging and composing raise; the try counts all the same.
    """
    notice = notices_waiting().filter(pk=notice_id, tries=tries).select_related("player").first()
    return notice is not None and claim(notice) and _try_notice(notice)


def next_mails() -> Sequence[Notice | AccountMail]:
    """Some that can go, and the caller's from now on; none also while the mail server is left alone."""
    return [] if mail_server.rests() else claim_next()


def try_mail(mail: Notice | AccountMail) -> bool:
    """Makes the try that `next_mails` has claimed, as `send_notice` does. None is made while the mail server
    is left alone since then."""
    if mail_server.rests():
        give_back([mail])
        return False
    return _try_notice(mail) if isinstance(mail, Notice) else _try_account_mail(mail)


def _try_notice(notice: Notice) -> bool:
    try:
        kind = kind_named(notice.kind)
    except UnknownKind as error:
        # While a site is upgraded, the next release may know the kind.
        logger.error("Notice %s cannot be sent. %s", notice.pk, error)
        given_up(notice, Dropped.UNKNOWN_KIND)
        return False
    if given_up(notice):
        return False
    address = confirmed_address(notice.player)
    made = _judged(notice, kind, address)
    if isinstance(made, Dropped):
        settle(notice, dropped=made)
        return False
    if has_to_wait(notice, notice, made):
        return False
    # So many others wait that this one goes without its picture, which costs four times the rest.
    is_late = notice.due_at is not None and made.now - notice.due_at > LATE
    composed = partial(compose, notice, address, made.write, drawn=not is_late)
    if kind.is_urgent:
        return hand_over(notice, notice.player, address, composed, made.now)
    return _send_in_its_hour(notice, address, composed, made.now)


def _send_in_its_hour(notice: Notice, address: str, composed: Composed, now: datetime) -> bool:
    """Not within an hour after another mail about the same."""
    with hour_of(notice, now) as hour:
        if hour.busy_until:
            hold(notice, hour.busy_until)
            return False
        hour.is_used = hand_over(notice, notice.player, address, composed, now)
        return hour.is_used


def send_account_mail(*, mail_id: int, tries: int) -> bool:
    """The same for a mail about an account; one with a code only as long as the code is worth something."""
    mail = account_mails_waiting().filter(pk=mail_id, tries=tries).select_related("player").first()
    return mail is not None and claim(mail) and _try_account_mail(mail)


def _try_account_mail(mail: AccountMail) -> bool:
    if given_up(mail):
        return False
    now = database_now()
    if mail.good_until and mail.good_until <= now:
        settle(mail, dropped=Dropped.STALE, answer=mail.answer)
        return False
    return hand_over(mail, mail.player, mail.address, partial(compose_account_mail, mail), now)


def _judged(notice: Notice, kind: Kind, address: str) -> Try | Dropped:
    if not address:
        return Dropped.NO_ADDRESS
    return judged(notice, kind, database_now(), wanted=wants_by_mail(notice.player, kind))


def hand_over(mail: Outgoing, player: Player | None, address: str, composed: Composed, now: datetime) -> bool:
    """A mail server that is away costs no mail its tries. One that is slow is given
    a rest, for what else the worker has to do."""
    if not mail_server.closed():
        _wait_for_server(mail)
        return False
    message = composed()
    began, well = time.monotonic(), False
    try:
        connection, since = mail_line.take()
    except OSError as error:  # smtplib's exceptions are of this kind too
        mail_server.trip(error)
        _wait_for_server(mail)
        return False
    try:
        connection.send_messages([message])
        # Before the connection is closed politely, which takes another round trip.
        settle(mail, sent_at=now)
        well = True
    except smtplib.SMTPRecipientsRefused as refused:
        _refused(mail, player, address, refused)
        return False
    except OSError as error:
        logger.warning("%s %s was not sent: %s.", mail._meta.object_name, mail.pk, type(error).__name__)
        if isinstance(error, smtplib.SMTPResponseException):
            keep_answer(mail, _in_words(error.smtp_code, error.smtp_error))
        return False
    finally:
        mail_server.worked(time.monotonic() - began)
        mail_line.give_back(connection, since, well=well)
    if player is not None:
        address_works(player=player)
    return True


def _wait_for_server(mail: Outgoing) -> None:
    soon = database_now() + timedelta(seconds=mail_server.seconds)
    put_off(mail, max(soon, mail.due_at or soon))


def _refused(
    mail: Outgoing, player: Player | None, address: str, refused: smtplib.SMTPRecipientsRefused
) -> None:
    """For good where there is no such address, which its player is told on the site. With other codes, a full
    mailbox say, or a server that takes nothing from this one, it is tried again."""
    code, words = next(iter(refused.recipients.values()))
    answer = _in_words(code, words)
    if code not in NO_SUCH_ADDRESS or " 5.7." in answer:
        logger.warning("%s %s was refused with %s.", mail._meta.object_name, mail.pk, code)
        keep_answer(mail, answer)
        return
    settle(mail, dropped=Dropped.REFUSED, answer=answer)
    if player is not None:
        address_refused(player=player, address=address)


def _in_words(code: int, words: bytes | str) -> str:
    text = words.decode(errors="replace") if isinstance(words, bytes) else str(words)
    return " ".join(f"{code} {text}".split())[:LONGEST_ANSWER]
