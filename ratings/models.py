"""What the results of finished games add up to. All follows from the games: `count_results` rebuilds the
tallies, `recompute_ratings` the ratings."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models import Game
from homeworlds.rules import Variant
from ratings.arithmetic.glicko import Rating
from ratings.arithmetic.rating_list import Pool, Reason
from ratings.arithmetic.standing import Standing
from ratings.what_counts import Reason as WhyNot
from upkeep.models import AppendOnly

POOLS = [(str(pool), str(pool)) for pool in Pool]


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


class RatingCounter(models.Model):
    """The number of the last event that concerns ratings; one row. Whoever changes ratings locks it first: so
    the numbers tell the order in which ratings changed, and no two games change them at once."""

    last_number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.last_number)


class RatedResult(models.Model):
    """How a game with the terms of a rated one has ended: all that a recomputation needs to know of it.

    Written once, in the transaction that finishes the game. A game that goes on after all gets another one
    when it ends again; the first is withdrawn.
    """

    class Withdrawn(models.TextChoices):
        REOPENED = "reopened"
        EXCLUDED = "excluded"

    number = models.PositiveBigIntegerField(unique=True, help_text="Of the event: see RatingCounter.")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rated_results")
    pool = models.CharField(max_length=16, choices=POOLS)
    ended_at = models.DateTimeField()
    places = models.JSONField(help_text="By order of moves; each is a `Place`: player, score, ...")
    weights = models.JSONField(
        default=list,
        db_default=[],
        help_text="Of comparisons that weigh less, or are with somebody who had met few: see `Weighed`.",
    )
    why_not = models.CharField(
        max_length=20,
        blank=True,
        choices=[(str(reason), str(reason)) for reason in WhyNot],
        help_text="Why it did not count when it ended.",
    )
    withdrawn = models.CharField(max_length=8, blank=True, choices=Withdrawn.choices)
    withdrawn_number = models.PositiveBigIntegerField(null=True, help_text="Of the event that withdrew it.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(withdrawn=""), name="rated_result_stands_once"
            )
        ]
        indexes = [
            models.Index(fields=["game"], condition=Q(withdrawn="reopened"), name="rated_result_reopened")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.game_id}"


class PlayerRating(models.Model):
    """A player's rating in a pool, as the last of its changes left it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=16, choices=POOLS)
    number = models.PositiveBigIntegerField(help_text="Of the event that changed it last.")
    rating = models.FloatField()
    deviation = models.FloatField(help_text="On the day of the last game.")
    games = models.PositiveIntegerField(help_text="That counted in this pool.")
    day = models.FloatField(help_text="Of the last of them, in days since 1970-01-01 UTC.")
    back_to = models.FloatField(
        null=True, help_text="While an absence has left it wide: so far up it finds back by that."
    )
    listed_until = models.DateTimeField(
        null=True, help_text="As long as it stands in the list, if no other game comes; null: not at all."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "pool"], name="player_rating_once")]
        indexes = [
            models.Index(
                # The earlier pages of the list are skipped in the index alone.
                fields=["pool", "-rating", "player", "listed_until"],
                name="player_rating_in_list",
                condition=Q(listed_until__isnull=False),
            ),
            models.Index(
                # Here the list is counted: days repeat, so this is smaller than the table.
                fields=["pool", "listed_until"],
                name="player_rating_listed",
                condition=Q(listed_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}: {self.rating:.1f}"

    @property
    def standing(self) -> Standing:
        return Standing(Rating(self.rating, self.deviation), self.games, self.day, self.back_to)


class RatingChange(AppendOnly):
    """What one event did to one player's rating. Rows are only ever added; that a game counts no longer is
    said by more rows."""

    class Why(models.TextChoices):
        WON = Reason.WON
        DREW = Reason.DREW
        LOST = Reason.LOST
        LEFT = Reason.LEFT
        ABSENT = Reason.ABSENT
        WITHDRAWN = "withdrawn"
        """An earlier game counts no longer, and all that came after it was computed anew."""
        RECOMPUTED = "recomputed"
        """All was computed anew, by `recompute_ratings`, and came out otherwise than it stood."""

    number = models.PositiveBigIntegerField(help_text="Of the event: see RatingCounter.")
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        related_name="rating_changes",
        help_text="If several were withdrawn at once: the first of them.",
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    pool = models.CharField(max_length=16, choices=POOLS)
    why = models.CharField(max_length=12, choices=Why.choices)
    opponents = models.JSONField(help_text="Ids of players.")
    at = models.DateTimeField()
    rating_before = models.FloatField()
    deviation_before = models.FloatField()
    games_before = models.PositiveIntegerField()
    rating_after = models.FloatField()
    deviation_after = models.FloatField()
    games_after = models.PositiveIntegerField(help_text="0: no game that counts is left.")
    day_after = models.FloatField(null=True, help_text="Of the last game that counts, as of a PlayerRating.")
    back_to_after = models.FloatField(null=True, help_text="As `back_to` of a PlayerRating.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["number", "player", "pool", "why"], name="rating_change_once")
        ]
        indexes = [
            models.Index(fields=["player", "pool", "-number"], name="rating_change_of_player"),
            models.Index(fields=["game"], name="rating_change_of_game"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player_id} in {self.pool}, {self.why}"

    @property
    def after(self) -> Standing:
        rating = Rating(self.rating_after, self.deviation_after)
        return Standing(rating, self.games_after, self.day_after, self.back_to_after)


class Tick(models.Model):
    """A player whom another one wants to find again in the list; seen by the owner alone."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "player"], name="tick_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} has ticked {self.player_id}"


class Archive(models.Model):
    """Games that were not played here, whose players nobody here knows: a list of its own, by this label."""

    label = models.CharField(max_length=80, unique=True)
    games = models.PositiveIntegerField(help_text="That counted.")

    def __str__(self) -> str:
        return self.label


class ArchiveStanding(models.Model):
    """How a player of an archive stood at its end; no account, only the archive's own number."""

    archive = models.ForeignKey(Archive, on_delete=models.CASCADE, related_name="standings")
    pool = models.CharField(max_length=16, choices=POOLS)
    number = models.PositiveBigIntegerField(help_text="Of the player, in the archive.")
    rating = models.FloatField()
    deviation = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["archive", "pool", "number"], name="archive_standing_once")
        ]
        indexes = [models.Index(fields=["archive", "pool", "-rating"], name="archive_standing_list")]

    def __str__(self) -> str:
        return f"{self.number} in {self.pool}: {self.rating:.1f}"


class Exclusion(models.Model):
    """A player whose results count for nothing, by an act of staff."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_exclusion"
    )
    since = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.player_id)
