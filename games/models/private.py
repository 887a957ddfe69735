"""What somebody keeps of a game for himself. In no export, no mail and no page of staff."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.game import Game

LONGEST_NOTE = 4000


class GameNote(models.Model):
    """What a person writes down about a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_NOTE, blank=True)
    number = models.PositiveIntegerField(default=0, help_text="Raised by every change.")
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="note_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: note {self.pk}"
