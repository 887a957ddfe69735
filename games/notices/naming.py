"""The previous release knows a notice's game by its number. It goes with the next release."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.models import Game
from notices.models import Notice


def without_key(now: datetime | None = None) -> QuerySet[Notice]:
    """At any moment."""
    return Notice.objects.filter(key__isnull=True)


def name_games_of_notices() -> int:
    """Gives the notices that the previous release wrote during an upgrade the key of their game; how many."""
    return sum(_name_game(notice) for notice in without_key())


@transaction.atomic
def _name_game(notice: Notice) -> bool:
    """Where this release has told the same already, it is one notice too many."""
    key = Game.objects.filter(pk__in=[notice.game]).values_list("public_id", flat=True).first() or ""
    told = Notice.objects.filter(key=key, player=notice.player_id, kind=notice.kind, news=notice.news)
    if told.exists():
        notice.delete()
        return False
    return bool(Notice.objects.filter(pk=notice.pk).update(key=key))
