"""What people say at a table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

LONGEST_MESSAGE = 2000


class Room(models.TextChoices):
    PLAYERS = "players", _("Players")
    WATCHERS = "watchers", _("Watchers")
    """Players see it after the game."""


class TalkMessage(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="talk")
    room = models.CharField(max_length=8, choices=Room)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=LONGEST_MESSAGE)
    key = models.CharField(max_length=64, help_text="The same key says it once.")
    log_number = models.PositiveIntegerField(help_text="The last number of the log when it was said.")
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, help_text="Taken away by staff.")

    class Meta:
        ordering = ["game_id", "id"]
        constraints = [models.UniqueConstraint(fields=["game", "author", "key"], name="talk_key_once")]
        indexes = [models.Index(fields=["game", "room", "id"], name="talk_of_room")]

    def __str__(self) -> str:
        return f"{self.game_id}: message {self.pk}"


class TalkSeen(models.Model):
    """How far somebody has read."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=8, choices=Room)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    last_message = models.BigIntegerField(default=0, help_text="The id of the last message seen.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "room", "player"], name="talk_seen_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: seen to {self.last_message}"


class Report(models.Model):
    """A message that somebody wants staff to look at."""

    message = models.ForeignKey(TalkMessage, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "reporter"], name="report_once")]
        indexes = [
            models.Index(fields=["created_at"], name="report_open", condition=Q(settled_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"report of message {self.message_id}"
