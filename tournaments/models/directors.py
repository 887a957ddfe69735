"""Who directs an event beside its director."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.event import Event


class CoDirector(models.Model):
    """Somebody whom the director has asked to direct beside him; once accepted he may do nearly all that the
    director may."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="co_directors")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="co_directs")
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="co_director_once")]

    def __str__(self) -> str:
        return f"{self.player_id} of {self.event_id}"
