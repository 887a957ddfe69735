"""How often a player is written to about the same: never while looking at it, never twice within an hour."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError
from django.db.models import Q

from notices.models import Notice, Thread
from notices.presence import AWAY_AFTER, last_open
from upkeep.kept.compiled_query import CompiledQuery

BETWEEN: Final = timedelta(hours=1)
SHOWN_WITHIN: Final = timedelta(seconds=10)
"""So long at most until an open page shows what has happened."""


class Hour:
    """Within the block: whether this mail may go now. If so, no other about the same goes for an hour, unless
    `is_used` is still False at the end of the block."""

    def __init__(self, busy_until: datetime | None) -> None:
        self.busy_until = busy_until
        self.is_used = False


def looked_at(notice: Notice) -> datetime | None:
    """When its player last had the page open, if that was within two minutes."""
    return last_open(player=notice.player.public_id, key=notice.key or "")


def has_been_shown(notice: Notice, looked: datetime) -> bool:
    """Whether the page that is, or was, open has told the player already."""
    return looked > notice.created_at + SHOWN_WITHIN


def next_look(looked: datetime) -> datetime:
    return looked + AWAY_AFTER


@contextmanager
def hour_of(notice: Notice, now: datetime) -> Iterator[Hour]:
    """Taken by a compare-and-set: of two workers with two notices one waits. A worker that dies holds up the
    others, but not the next try of its own notice."""
    taken = {"mailed_at": now, "mailed_notice": notice.pk}
    thread, is_new = _thread_of(notice, taken)
    before = {name: None if is_new else getattr(thread, name) for name in taken}
    own = Thread.objects.filter(pk=thread.pk)
    free = Q(mailed_at=None) | Q(mailed_at__lte=now - BETWEEN) | Q(mailed_notice=notice.pk)
    if not is_new and not own.filter(free).update(**taken):
        mailed_at = own.values_list("mailed_at", flat=True).first()
        yield Hour((mailed_at or now) + BETWEEN)
        return
    hour = Hour(None)
    try:
        yield hour
    finally:
        if not hour.is_used:
            own.filter(mailed_notice=notice.pk).update(**before)
            # A thread of which nothing is known any more would be forgotten by nobody.
            own.filter(muted=False, mailed_at=None).delete()


def _thread_of(notice: Notice, taken: dict[str, Any]) -> tuple[Thread, bool]:
    """Whether it is new, and so taken. As `get_or_create`, without its transaction and savepoint."""
    player, key = notice.player_id, notice.key or ""
    for found in _THREAD(player, key):
        return found, False
    try:
        return Thread.objects.create(player_id=player, key=key, **taken), True
    except IntegrityError:
        return Thread.objects.get(player_id=player, key=key), False


_THREAD: Final = CompiledQuery(lambda player, key: Thread.objects.filter(player_id=player, key=key), int, str)
