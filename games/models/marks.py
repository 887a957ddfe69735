"""What is found in a game once it is over: chances missed, and strokes that a turn allowed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from homeworlds.rules import Variant


class MarkKind(models.TextChoices):
    MISSED = "missed", _("Missed")
    WALKED_INTO = "walked-into", _("Walked into it")
    UNCHECKED = "unchecked", _("Not checked")


class Marking(models.Model):
    """The work on one finished game; written in the commit that ends it."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="marking")
    checked = models.PositiveIntegerField(default=0, help_text="So many entries of the log are done.")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="When the sweep wakes a worker; empty once done.")

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="marking_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.checked}"


class Mark(models.Model):
    """What homeworlds.hindsight says of one turn."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="marks")
    number = models.PositiveIntegerField(help_text="Of the entry of the log.")
    kind = models.CharField(max_length=11, choices=MarkKind)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who made the turn.",
    )
    seat = models.PositiveSmallIntegerField(null=True, help_text="Who could have played the text.")
    victim = models.PositiveSmallIntegerField(
        null=True, help_text="Who would have fallen; empty: it would have won."
    )
    text = models.TextField(blank=True, help_text="The turn in canonical notation.")

    class Meta:
        ordering = ["game_id", "number", "kind"]
        constraints = [models.UniqueConstraint(fields=["game", "number", "kind"], name="mark_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id}/{self.number}"


class MarkTally(models.Model):
    """What was found in the games of a player that count in the profile: public ones, finished here."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mark_tallies"
    )
    variant = models.CharField(max_length=24, choices=[(str(variant), str(variant)) for variant in Variant])
    games = models.PositiveIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)
    missed_wins = models.PositiveIntegerField(default=0)
    walked_into = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["player_id", "variant"]
        constraints = [models.UniqueConstraint(fields=["player", "variant"], name="mark_tally_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.variant}"
