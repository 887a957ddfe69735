"""What somebody has tried and keeps. In no export, no mail and no page of staff."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

LONGEST_LINE_NAME = 60
SHARE_TOKEN_LENGTH = 32


class SandboxLine(models.Model):
    """Turns that were tried and kept, from a position of a game or from one that was pasted.

    Each line holds all its turns; `parent` only says from which line it branches off.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(
        "games.Game",
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Empty: a pasted position.",
    )
    number = models.PositiveIntegerField(
        null=True, help_text="The entry of the game's log after which it starts; 0: the empty table."
    )
    root = models.TextField(blank=True, help_text="The pasted position in notation.")
    rules = models.JSONField(default=dict, help_text="Of a pasted position: variant and every option.")
    parent = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="branches")
    name = models.CharField(max_length=LONGEST_LINE_NAME)
    turns = models.TextField(help_text="In canonical notation, one a line.")
    share_token = models.CharField(
        max_length=SHARE_TOKEN_LENGTH, blank=True, help_text="Empty: for its owner only."
    )
    created_at = models.DateTimeField()

    class Meta:
        db_table = "games_sandboxline"  # where it was before this app was
        ordering = ["number", "id"]
        indexes = [models.Index(fields=["owner", "game"], name="sandbox_of_game")]
        constraints = [
            models.CheckConstraint(
                condition=Q(game__isnull=False, number__isnull=False, root="")
                | (Q(game__isnull=True, number__isnull=True) & ~Q(root="")),
                name="sandbox_of_game_or_pasted",
            ),
            models.CheckConstraint(
                condition=Q(share_token="") | Q(game__isnull=False), name="sandbox_pasted_unshared"
            ),
            models.UniqueConstraint(
                fields=["share_token"], name="sandbox_share_token", condition=~Q(share_token="")
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.pk}"

    def texts(self) -> tuple[str, ...]:
        """The turns, each in notation."""
        return tuple(self.turns.split("\n"))
