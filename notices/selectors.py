"""What the outbox says to other apps."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Player
from notices.models import Notice, Thread


def sent_notices(player: Player, key: str) -> QuerySet[Notice]:
    """What the player has been told about this."""
    return Notice.objects.filter(player=player, key=key, sent_at__isnull=False)


def has_muted(player: Player, key: str) -> bool:
    """Whether the player wants no mails about this."""
    return Thread.objects.filter(player=player, key=key, muted=True).exists()
