"""Who is Evil in a game of Good vs Evil, and what proves that nobody chose it."""

from __future__ import annotations

from django.db import models

from games.models.game import Game, Seat
from homeworlds.outcome import Alignment


class SecretAlignment(models.Model):
    """Who is Evil. Read and written by `games.log.alignments` only, so that nothing else can tell."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="+")
    alignment = models.CharField(
        max_length=1, choices=[(str(alignment), alignment.name) for alignment in Alignment]
    )
    salt = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="Opens the seat’s hash in the deal; empty without a deal that can be proven.",
    )

    def __str__(self) -> str:
        return f"secret of seat {self.seat_id}"


class Deal(models.Model):
    """What proves the deal of a game of Good vs Evil (`homeworlds.deal`). `games.log.deals` alone reads and
    writes it."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seal = models.CharField(
        max_length=100, help_text="Gives the seed together with the site’s own key, which no database holds."
    )
    seed_hash = models.CharField(max_length=64, unique=True)
    seed = models.CharField(max_length=64, blank=True, help_text="From the start on.")
    hashes = models.JSONField(default=list, help_text="Of the seats by place, from the start on.")

    def __str__(self) -> str:
        return f"deal of game {self.game_id}"
