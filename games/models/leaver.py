"""Deleted players who have left something behind."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Leaver(models.Model):
    """A deleted player with games to be settled; written in the deletion's own transaction."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="When the sweep takes it up (again).")

    def __str__(self) -> str:
        return f"{self.player_id} leaves"
