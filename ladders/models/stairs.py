"""The stairs: their log, which is the truth, and what stands by it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game
from upkeep.models import AppendOnly


class Stairs(models.Model):
    """One row. Whoever writes of the stairs locks it first, after a game and before anything else of them: so
    the numbers of the log tell the order in which things happened, and no two seatings are drawn at once."""

    last_number = models.PositiveBigIntegerField(default=0, help_text="Of the log.")
    last_day = models.DateField(help_text="Of the last seating: there is one a day.")

    def __str__(self) -> str:
        return f"{self.last_number}, {self.last_day}"


class StairsSeason(models.Model):
    """A time at whose end all begin lower again; its order is kept."""

    number = models.PositiveSmallIntegerField(unique=True)
    began_on = models.DateField()
    ended_on = models.DateField(null=True, help_text="Empty while it lasts.")

    def __str__(self) -> str:
        return str(self.number)


class StairsPlayer(models.Model):
    """Somebody on the stairs, as the log left it."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stairs")
    step = models.PositiveSmallIntegerField(default=1)
    began_at_step = models.PositiveSmallIntegerField(default=1, help_text="In this season.")
    played = models.PositiveIntegerField(default=0, help_text="Tables of this season that are over.")
    won = models.PositiveIntegerField(default=0)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, help_text="The step is kept for who comes back.")
    asked_at = models.DateTimeField(null=True, help_text="Since when a table is waited for.")
    passed = models.PositiveSmallIntegerField(
        default=0, help_text="How many seatings have passed over the player since."
    )
    variants = models.JSONField(default=list, help_text="That the player accepts.")
    sizes = models.JSONField(default=list, help_text="Of tables that the player accepts.")

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(step__gte=1), name="stairs_first_step")]
        indexes = [
            models.Index(
                fields=["-step", "-won", "played", "player"],
                name="stairs_order",
                condition=Q(left_at__isnull=True),
            ),
            models.Index(fields=["asked_at"], name="stairs_waiting", condition=Q(asked_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on step {self.step}"


class StairsTable(models.Model):
    """A table that was drawn."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="stairs_table")
    season = models.ForeignKey(StairsSeason, on_delete=models.PROTECT, related_name="tables")
    day = models.DateField(help_text="Of the seating.")
    settled_number = models.PositiveBigIntegerField(
        null=True, help_text="Of the event in the log; empty while it is played."
    )

    class Meta:
        indexes = [models.Index(fields=["-day", "-game"], name="stairs_tables_of_day")]

    def __str__(self) -> str:
        return f"{self.game_id} of {self.day}"


class StairsSeat(models.Model):
    """Who was seated there, in turn order, whoever may play on for them."""

    table = models.ForeignKey(StairsTable, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stairs_seats"
    )
    number = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(help_text="When the table was drawn.")
    change = models.SmallIntegerField(null=True, help_text="By how many steps it moved the player.")

    class Meta:
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="stairs_seat_number")]
        indexes = [
            models.Index(fields=["player", "-table"], name="stairs_seats_of_player"),
            models.Index(fields=["player"], name="stairs_seats_running", condition=Q(change__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.table_id}"


class StairsStanding(models.Model):
    """Where somebody stood when a season was over."""

    season = models.ForeignKey(StairsSeason, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stairs_standings"
    )
    place = models.PositiveIntegerField()
    step = models.PositiveSmallIntegerField()
    played = models.PositiveIntegerField()
    won = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="stairs_standing_once")]
        indexes = [models.Index(fields=["season", "place"], name="stairs_standing_order")]

    def __str__(self) -> str:
        return f"{self.place}: {self.player_id}, season {self.season_id}"


class StairsEvent(AppendOnly):
    """What happened on the stairs: the truth, only ever added to."""

    class Kind(models.TextChoices):
        JOINED = "joined"
        ASKED = "asked"
        WITHDREW = "withdrew"
        SEATED = "seated"
        SEATING = "seating"
        """The seating of a day is over; it says whom it has passed over."""
        SETTLED = "settled"
        REOPENED = "reopened"
        """The game goes on after all: what its end had moved is moved back."""
        MOVED = "moved"
        LEFT = "left"
        SEASON = "season"
        """A season is over, and the next begins."""

    number = models.PositiveBigIntegerField(unique=True, help_text="From 1, without gaps: see Stairs.")
    at = models.DateTimeField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="+")
    step = models.PositiveSmallIntegerField(null=True, help_text="Of the player, from then on.")
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["player", "-number"], name="stairs_events_of_player"),
            models.Index(fields=["game"], name="stairs_events_of_game", condition=Q(game__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"
