"""The secret links by which a player's calendar and feeds are read without logging in."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models


def new_token() -> str:
    return secrets.token_urlsafe(24)


class FeedLink(models.Model):
    """Whoever has the token reads them; a new one ends it."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    token = models.CharField(max_length=40, unique=True, default=new_token)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id}"


class CalendarMark(models.Model):
    """How often an entry of somebody's calendar has changed, as calendars want to know."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    uid = models.CharField(max_length=64)
    said = models.CharField(max_length=32, help_text="A fingerprint of what it says.")
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "uid"], name="calendar_mark_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.uid} {self.sequence}"
