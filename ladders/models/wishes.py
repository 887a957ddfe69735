"""Standing wishes for a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game


class Rated(models.TextChoices):
    EITHER = "either", _("rated or friendly")
    RATED = "rated", _("rated only")
    FRIENDLY = "friendly", _("friendly only")


class Matcher(models.Model):
    """One row: whoever lets wishes meet locks it first, so that nobody else does at the same time."""

    ran_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.ran_at)


class Wish(models.Model):
    """Somebody wants a game, and agrees to its beginning as soon as others want the same. It stays until it
    is withdrawn."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wishes")
    players = models.PositiveSmallIntegerField(help_text="At the table, the player among them.")
    variants = models.JSONField(help_text="That the player accepts.")
    clocks = models.JSONField(help_text="That the player accepts, by their names.")
    rated = models.CharField(max_length=8, choices=Rated.choices, default=Rated.EITHER)
    within = models.PositiveSmallIntegerField(
        null=True,
        help_text="So far from the player's may the ratings of the others be; empty: as far as may be.",
    )
    at_once = models.PositiveSmallIntegerField(default=1, help_text="So many of its games may go on at once.")
    created_at = models.DateTimeField()
    waits_since = models.DateTimeField(help_text="Since its last game began, or since it was made.")
    looked_at = models.DateTimeField(null=True, help_text="When others were last sought for it.")
    wants_bot = models.BooleanField(
        default=True, db_default=True, help_text="A bot may play with the player until somebody comes."
    )
    bot_game = models.ForeignKey(
        Game, null=True, on_delete=models.SET_NULL, related_name="+", help_text="With the bot that came last."
    )
    bot_came_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(players__gte=2, players__lte=6), name="wish_players"),
            models.CheckConstraint(condition=Q(at_once__gte=1, at_once__lte=5), name="wish_at_once"),
        ]
        indexes = [
            models.Index(fields=["waits_since", "id"], name="wish_waits"),
            models.Index(fields=["looked_at"], name="wish_looked_at"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.players}"


class WishSeat(models.Model):
    """Somebody's seat in a game that a wish has begun. It outlives the wish."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="wish_seats")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wish_seats")
    wish = models.ForeignKey(
        Wish,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        help_text="Empty once it is withdrawn, and for who has answered another's wish.",
    )
    at = models.DateTimeField()
    waited = models.DurationField(null=True, help_text="So long its wish had waited; empty without one.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="wish_seat_once")]
        indexes = [
            models.Index(fields=["player", "-at"], name="wish_seats_of_player"),
            models.Index(fields=["-at"], condition=Q(waited__isnull=False), name="wish_seats_that_waited"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game_id}"
