"""Whether others can count on a player's turns."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Reliability(models.Model):
    """What the last public games of a player say, as a worker has counted them last. All follows from the
    games: `count_reliability` rebuilds it. Without a row nothing is known of the player yet."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reliability"
    )
    tier = models.CharField(max_length=8, help_text="As games.clocks.reliability judges the figures.")
    finished = models.PositiveSmallIntegerField(
        default=0, help_text="Games with other people; no more are counted than are looked at."
    )
    judged = models.PositiveSmallIntegerField(default=0, help_text="Those of the last ones with a clock.")
    turns = models.PositiveIntegerField(default=0, db_default=0, help_text="Made in these in time.")
    missed = models.PositiveSmallIntegerField(
        default=0, help_text="Turns missed in these that are not made up for."
    )
    left = models.PositiveSmallIntegerField(
        default=0, help_text="So many of these were left, and it is not made up for."
    )

    due_at = models.DateTimeField(
        null=True, help_text="Since when there is something new to count, or when it is tried again."
    )

    class Meta:
        verbose_name_plural = "reliabilities"
        indexes = [
            models.Index(fields=["due_at"], name="reliability_due", condition=models.Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.tier}"
