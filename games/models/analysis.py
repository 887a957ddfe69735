"""How the balance of a finished game moved."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q

from games.models.game import Game

BETTER: Final = "better"
"""In an address, beside the kinds of marks: the turn that would have been better."""


class Analysis(models.Model):
    """The work on one finished game and what it found: one row a game, however long it was."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="analysis")
    checked = models.PositiveIntegerField(default=0, help_text="So many positions are done.")
    readings = models.JSONField(
        default=list,
        help_text="For each position the number of its entry, how many turns were looked ahead, each seat’s "
        "chance and that after the best turn in thousandths, and the best turn in notation.",
    )
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="When the sweep wakes a worker; empty once done.")

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [models.Index(fields=["due_at"], name="analysis_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.checked}"
