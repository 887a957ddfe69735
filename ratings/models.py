"""What the results of finished games add up to. All follows from the games: `count_results` rebuilds it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from homeworlds.rules import Variant


class PlayerTally(models.Model):
    """The public games of a variant that a player has finished here, by result."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tallies")
    variant = models.CharField(max_length=24, choices=[(str(variant), str(variant)) for variant in Variant])
    won = models.PositiveIntegerField(default=0)
    shared = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "games_playertally"  # where it was before this app was
        constraints = [models.UniqueConstraint(fields=["player", "variant"], name="player_tally_once")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.variant}"

    @property
    def played(self) -> int:
        return self.won + self.shared + self.drawn + self.lost


class PairTally(models.Model):
    """The public games that two players have finished here together; `one` has the lower id."""

    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    one_won = models.PositiveIntegerField(default=0, help_text="And the other did not.")
    other_won = models.PositiveIntegerField(default=0, help_text="And the one did not.")
    both_won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    neither = models.PositiveIntegerField(default=0, help_text="Somebody else won.")

    class Meta:
        db_table = "games_pairtally"  # where it was before this app was
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="pair_tally_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="pair_tally_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"
