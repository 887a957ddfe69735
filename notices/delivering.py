"""Sending by the channels besides mail what stands in the outbox: claimed, judged and settled like a mail.

A message is sent once, with the exception of `notices.sending`: who is killed between the other end's answer
and the next statement sends it again, with the same id.
"""

from __future__ import annotations

import functools
import logging
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Min, QuerySet

from accounts.reading import as_read_by
from notices.channels import Channel, Failed, Gone, Later, registered, wanted_by
from notices.judging import has_to_wait, reason_to_drop
from notices.kinds import Kind, UnknownKind, kind_named, urgent_kinds
from notices.models import LONGEST_ANSWER, Delivery, Dropped
from notices.outbox import claimed, count_try, given_up, keep_answer, put_off, settle
from upkeep.clock import database_now
from upkeep.due import Work, add_work

logger = logging.getLogger(__name__)


def add_works() -> None:
    """Of each channel that is registered by now."""
    for channel in registered().values():
        add_work(
            Work(
                channel.name,
                channel.title,
                channel.task,
                due=(functools.partial(due, channel.name),),
                since=functools.partial(oldest_due, channel.name),
                claim=functools.partial(_next_of, channel),
                do=functools.partial(deliver, channel),
                late=channel.late,
                part="worker",
            )
        )


def due(channel: str, now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(channel=channel, due_at__isnull=False, due_at__lte=now)


def oldest_due(channel: str, now: datetime) -> datetime | None:
    found: datetime | None = due(channel, now).aggregate(first=Min("due_at"))["first"]
    return found


def _next_of(channel: Channel) -> Delivery | None:
    """Warnings go first."""
    if channel.server is not None and channel.server.rests():
        return None
    ready = due(channel.name, database_now()).select_related("notice__player")
    urgent = urgent_kinds()
    return claimed(ready.filter(notice__kind__in=urgent)) or claimed(ready.exclude(notice__kind__in=urgent))


def deliver(channel: Channel, delivery: Delivery) -> bool:
    """Makes the try that was claimed; whether the other end has taken the message. A try that is put off was
    none. Raises what judging and composing raise; the try counts all the same."""
    notice = delivery.notice
    try:
        kind = kind_named(notice.kind)
    except UnknownKind as error:
        logger.error("Delivery %s cannot be sent. %s", delivery.pk, error)
        given_up(delivery, Dropped.UNKNOWN_KIND)
        return False
    if given_up(delivery):
        return False
    if reason := _reason_to_drop(channel, delivery, kind):
        settle(delivery, dropped=reason)
        return False
    if has_to_wait(delivery, notice, kind):
        return False
    if delivery.target == Delivery.TO_ALL:
        return _sent_to_first(channel, delivery)
    return _sent(channel, delivery)


def _reason_to_drop(channel: Channel, delivery: Delivery, kind: Kind) -> Dropped | None:
    notice = delivery.notice
    if notice.dropped == Dropped.TAKEN_BACK:
        return Dropped.TAKEN_BACK
    if channel.skips_seen and notice.seen_at and notice.seen_at > delivery.created_at:
        return Dropped.SEEN
    return reason_to_drop(notice, kind, wanted=channel.name in wanted_by(notice.player, kind.topic))


def _sent(channel: Channel, delivery: Delivery) -> bool:
    now = database_now()
    try:
        with as_read_by(delivery.notice.player):
            channel.send(delivery)
    except Later as later:
        put_off(delivery, max(now + later.after, delivery.due_at or now))
    except Gone as gone:
        settle(delivery, dropped=Dropped.REFUSED, answer=_words(gone))
    except Failed as failed:
        logger.warning("Delivery %s by %s was not taken: %s.", delivery.pk, channel.name, _words(failed))
        keep_answer(delivery, _words(failed))
    else:
        settle(delivery, sent_at=now)
        return True
    return False


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:LONGEST_ANSWER]


def _sent_to_first(channel: Channel, delivery: Delivery) -> bool:
    """Spreads it, and goes on with one of the targets, for what has just been judged need not be found and
    judged again."""
    first = _spread(channel, delivery)
    return first is not None and _sent(channel, first)


def _spread(channel: Channel, delivery: Delivery) -> Delivery | None:
    """One delivery for each target there is now; the first try of one of them is the caller's. Written again
    each stays one, and none is."""
    now, notice = database_now(), delivery.notice
    targets = list(channel.targets(notice.player))
    made = [
        Delivery(notice=notice, channel=channel.name, target=target, created_at=now, due_at=now)
        for target in targets
    ]
    first = made[0] if made else None
    if first is not None:
        count_try(first, now)
    try:
        with transaction.atomic():
            Delivery.objects.bulk_create(made)
            settle(delivery, dropped=Dropped.SPREAD if made else Dropped.NO_TARGET)
    except IntegrityError:
        _spread_again(channel, delivery, targets, now)
        return None
    if first is not None:
        first.due_at = now  # as of any that is claimed
    return first


@transaction.atomic
def _spread_again(channel: Channel, delivery: Delivery, targets: list[int], now: datetime) -> None:
    """Where some are written already."""
    made = [
        Delivery(notice=delivery.notice, channel=channel.name, target=target, created_at=now, due_at=now)
        for target in targets
    ]
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    settle(delivery, dropped=Dropped.SPREAD)
