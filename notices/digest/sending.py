"""Daily mails that are due: claimed, tried and settled as notices are; settled, one is due again on its next
day."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db.models import Min, QuerySet

from accounts.models import Player
from accounts.reading import as_read_by
from accounts.selectors import confirmed_address
from notices.digest.letter import NAME, compose, content_of
from notices.digest.times import next_moment
from notices.hours import zone_of
from notices.models import Digest, Dropped
from notices.outbox import claimed, given_up, put_off, settle
from notices.sending import hand_over, mail_server
from upkeep.clock import database_now


def due_digests(now: datetime) -> QuerySet[Digest]:
    return Digest.objects.filter(due_at__isnull=False, due_at__lte=now)


def oldest_due(now: datetime) -> datetime | None:
    found: datetime | None = due_digests(now).aggregate(first=Min("due_at"))["first"]
    return found


def next_digests() -> list[Digest]:
    """Some that can go, and the caller's from now on; none also while the mail server is left alone."""
    if mail_server.rests():
        return []
    now = database_now()
    return claimed(due_digests(now).select_related("player"), now)


def send_digest(digest: Digest) -> bool:
    """Makes the try that was claimed; whether a mail was sent. None goes where nothing waits and nothing has
    happened, unless its player wants one all the same."""
    now, player = database_now(), digest.player
    if not wants_digest(player):
        Digest.objects.filter(pk=digest.pk).update(due_at=None, dropped=Dropped.SWITCHED_OFF)
        return False
    scheduled = next_moment(digest.at, digest.weekdays, zone_of(player), digest.created_at)
    if scheduled > now:  # the player lives by another clock since it was reckoned
        put_off(digest, scheduled)
        return False
    digest.goes_on(told_until=now, next_at=next_moment(digest.at, digest.weekdays, zone_of(player), now))
    if given_up(digest):
        return False
    address = confirmed_address(player)
    if not address:
        settle(digest, dropped=Dropped.NO_ADDRESS)
        return False
    with as_read_by(player):
        content = content_of(digest, now)
    if content.is_empty and not digest.when_nothing:
        settle(digest, dropped=Dropped.NOTHING)
        return False
    return hand_over(digest, player, address, partial(compose, digest, address, content), now)


def wants_digest(player: Player) -> bool:
    return player.is_active and not player.deleted_at and player.mail_at_all and NAME in player.told_by
