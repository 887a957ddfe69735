"""Sending by the channels besides mail what stands in the outbox: claimed, judged and settled like a mail.

A message is sent once, with the exception of `notices.sending`: who is killed between the other end's answer
and the next statement sends it again, with the same id.
"""

from __future__ import annotations

import functools
import logging
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Min, QuerySet

from accounts.reading import as_read_by
from notices.channels import Channel, Failed, Gone, Later, registered, wanted_by
from notices.judging import Try, has_to_wait, judged
from notices.kinds import Kind, UnknownKind, kind_named, urgent_kinds
from notices.models import LONGEST_ANSWER, Delivery, Dropped
from notices.outbox import aim, claimed, count_try, give_back, given_up, keep_answer, put_off, settle
from upkeep.clock import database_now
from upkeep.due import Work, add_work
from upkeep.kept.compiled_query import CompiledQuery

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
                claim=functools.partial(next_of, channel),
                do=functools.partial(deliver, channel),
                late=channel.late,
                part="worker",
                give_back=give_back,
            )
        )


def due(channel: str, now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(channel=channel, due_at__isnull=False, due_at__lte=now)


def oldest_due(channel: str, now: datetime) -> datetime | None:
    found: datetime | None = due(channel, now).aggregate(first=Min("due_at"))["first"]
    return found


def next_of(channel: Channel) -> list[Delivery]:
    """Tries that are the caller's from now on. Warnings go first."""
    if channel.server is not None and channel.server.rests():
        return []
    now, urgent = database_now(), urgent_kinds()
    ready = due(channel.name, now).select_related("notice__player")
    return claimed(ready.filter(notice__kind__in=urgent), now) or claimed(
        ready.exclude(notice__kind__in=urgent), now
    )


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
    made = _judged(channel, delivery, kind)
    if isinstance(made, Dropped):
        settle(delivery, dropped=made)
        return False
    if has_to_wait(delivery, notice, made):
        return False
    if delivery.target != Delivery.TO_ALL:
        return _sent(channel, delivery, made)
    # One of the targets at once, for what has just been judged need not be found and judged again.
    first = _spread(channel, delivery, made.now)
    return first is not None and _sent(channel, first, made)


def _judged(channel: Channel, delivery: Delivery, kind: Kind) -> Try | Dropped:
    notice = delivery.notice
    if notice.dropped == Dropped.TAKEN_BACK:
        return Dropped.TAKEN_BACK
    if channel.skips_seen and notice.seen_at and notice.seen_at > delivery.created_at:
        return Dropped.SEEN
    return judged(notice, kind, database_now(), wanted=channel.name in wanted_by(notice.player, kind.topic))


def _sent(channel: Channel, delivery: Delivery, made: Try) -> bool:
    now = made.now
    try:
        with as_read_by(delivery.notice.player):
            channel.send(delivery, made)
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


def _spread(channel: Channel, delivery: Delivery, now: datetime) -> Delivery | None:
    """One delivery for each target there is now and that has none; the first try of one of them is the
    caller's. A single one takes the place of the whole, which most are."""
    targets = channel.targets(delivery.notice.player)
    written = {target for (target,) in _TARGETS(delivery.notice_id, channel.name)}
    if Delivery.TO_ALL not in written:  # another worker has aimed it since this one claimed it
        return None
    left = [target for target in targets if target not in written]
    if len(left) == 1 and written == {Delivery.TO_ALL}:
        return delivery if aim(delivery, left[0]) else None
    return _spread_out(channel.name, delivery, left, now, Dropped.SPREAD if targets else Dropped.NO_TARGET)


@transaction.atomic
def _spread_out(
    channel: str, delivery: Delivery, targets: list[int], now: datetime, why: Dropped
) -> Delivery | None:
    """Whoever settles the whole is alone in doing so."""
    if not settle(delivery, dropped=why):
        return None
    made = [
        Delivery(notice=delivery.notice, channel=channel, target=target, created_at=now, due_at=now)
        for target in targets
    ]
    if made:
        count_try(made[0], now)
        Delivery.objects.bulk_create(made)
        made[0].due_at = now  # as of any that is claimed
    return made[0] if made else None


_TARGETS: Final = CompiledQuery(
    lambda notice, channel: Delivery.objects.filter(notice=notice, channel=channel).values_list("target"),
    int,
    str,
)
