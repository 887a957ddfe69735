"""For tests that send more than one mail about the same."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache
from django.db.models import F

from notices.models import Thread


def an_hour_passes() -> None:
    """Nobody has looked at anything since."""
    cache.clear()
    Thread.objects.update(mailed_at=F("mailed_at") - timedelta(hours=1))
