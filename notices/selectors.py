"""What the outbox says to other apps."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Player
from notices.models import AccountMail, Dropped, Notice, Thread
from upkeep.clock import database_now
from upkeep.kept.compiled_query import CompiledQuery

LONGEST_WAIT: Final = timedelta(hours=2)
LONGEST_AFTER_A_TRY: Final = timedelta(minutes=15)


def sent_notices(player: Player | int, key: str) -> QuerySet[Notice]:
    """What the player has been told about this."""
    return Notice.objects.filter(player=player, key=key, sent_at__isnull=False)


def by_mail(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Those of them that go, or went, by mail too; bells alone show the others."""
    return notices.exclude(dropped__in=[Dropped.SWITCHED_OFF, Dropped.NO_ADDRESS])


def has_muted(player: Player, key: str) -> bool:
    """Whether the player wants no mails about this."""
    return bool(_MUTED(player.pk, key))


_MUTED: Final = CompiledQuery(
    lambda player, key: Thread.objects.filter(player=player, key=key, muted=True).values_list("pk"), int, str
)


def muted_by(players: Collection[Player], key: str) -> set[int]:
    """Who of them wants no mails about this; their ids."""
    muted = Thread.objects.filter(player__in=players, key=key, muted=True)
    return set(muted.values_list("player", flat=True))


def stuck_mails() -> int:
    """How many ought to have been sent: they could have gone long ago, or could not be sent for a while."""
    now = database_now()
    late = Q(tries__gt=0, since__lt=now - LONGEST_AFTER_A_TRY) | Q(since__lt=now - LONGEST_WAIT)
    notices = Notice.objects.annotate(since=Coalesce("held_until", "created_at"))
    mails = AccountMail.objects.annotate(since=F("created_at"))
    return sum(each.filter(late, due_at__isnull=False).count() for each in (notices, mails))
