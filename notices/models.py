"""The outbox: notices written in the commit that makes the news, sent later by a worker."""

from __future__ import annotations

import enum

from django.conf import settings
from django.db import models
from django.db.models import Q


class Dropped(enum.StrEnum):
    """Why a notice was not sent."""

    STALE = "stale"
    TAKEN_BACK = "taken-back"
    """What it tells of."""
    SWITCHED_OFF = "switched-off"
    NO_ADDRESS = "no-address"
    REFUSED = "refused"
    """The mail server says that there is no such address."""
    TOO_MANY_TRIES = "too-many-tries"
    UNKNOWN_KIND = "unknown-kind"
    """No app has registered it, for as long as it was tried."""


class Notice(models.Model):
    """One mail to one player. `news` tells it from others of its kind and key: the log number of a turn."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40, help_text="A name that an app has registered.")
    # Empty, so unlike any other, in what the previous release writes while a site is upgraded.
    key = models.CharField(  # noqa: DJ001
        max_length=64, null=True, help_text="What it is about, as its app calls it: a game's public id."
    )
    news = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="When a worker may take it; empty once settled.")
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    dropped = models.CharField(max_length=40, blank=True, help_text="Why it was not sent.")
    # Only the previous release fills it. It goes with the next, and so does the constraint on it.
    game = models.BigIntegerField(null=True, db_column="game_id", editable=False)

    class Meta:
        db_table = "games_notice"
        constraints = [
            # The key comes first, so that those without one are found quickly.
            models.UniqueConstraint(fields=["key", "player", "kind", "news"], name="notice_told_once"),
            models.UniqueConstraint(fields=["player", "game", "kind", "news"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="notice_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["created_at"], name="notice_settled", condition=Q(due_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}/{self.news}"
