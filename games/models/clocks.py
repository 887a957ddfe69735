"""What the clocks of all games have in common."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """When the sweep was last here; one row, locked by whoever moves it on."""

    at = models.DateTimeField()
    tripped_at = models.DateTimeField(
        null=True, help_text="Since when too many clocks run out at once for any to be let fall."
    )
    released_until = models.DateTimeField(null=True, help_text="Until then staff let them fall all the same.")

    def __str__(self) -> str:
        return str(self.at)


class Outage(models.Model):
    """A while in which nobody could play; no clock counts it. Of a short one only live clocks were moved."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    live_only = models.BooleanField()

    class Meta:
        indexes = [models.Index(fields=["ended_at"], name="outage_ended")]

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"
