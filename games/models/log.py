"""The append-only log of a game, which is its truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, IntegerField, OuterRef, Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext_lazy as _

from games.models.game import KEY_LENGTH, Game
from upkeep.models import AppendOnly, AppendOnlyRows, IsAppendOnly

TAKEN_BACK: Final = Coalesce(
    Cast(KeyTextTransform("turn", "data"), IntegerField()), F("answers"), output_field=IntegerField()
)
"""Of a take-back: the number of the turn, as `games.log.taking_back.turn_taken_back` has it."""


class LogQuerySet(AppendOnlyRows["LogEntry"]):
    def update(self, **values: Any) -> int:
        """Of caches only."""
        if not values.keys() <= LogEntry.CACHES:
            raise IsAppendOnly
        return models.QuerySet.update(self, **values)

    def standing(self) -> LogQuerySet:
        """Without turns that were taken back, and without what a reopening has undone. A take-back is the
        entry right after its turn, or names it; a reopening names the first entry that it undoes."""
        game = LogEntry.objects.filter(game=OuterRef("game"))
        taken_back = game.filter(kind=EntryKind.TAKE_BACK).alias(turn=TAKEN_BACK)
        taken_back = taken_back.filter(turn=OuterRef("number"))
        reopened = game.filter(kind=EntryKind.REOPENED, number__gt=OuterRef("number")).alias(
            first=Cast(KeyTextTransform("before", "data"), IntegerField())
        )
        return self.filter(~Exists(taken_back), ~Exists(reopened.filter(first__lte=OuterRef("number"))))

    def played(self) -> LogQuerySet:
        """Without what was noted aside: the entries by which the game itself has gone on."""
        return self.exclude(kind__in=ASIDES)

    def standing_turns(self) -> LogQuerySet:
        return self.standing().filter(kind=EntryKind.TURN)

    def write_renamed(self, entries: Sequence[LogEntry]) -> None:
        """The one thing of an entry that may change: what a homeworld is called, when its player has deleted
        the account, also where staff say it. The turns stay the same turns."""
        unguarded: models.QuerySet[LogEntry] = models.QuerySet(self.model, using=self.db)
        unguarded.bulk_update(entries, ["text", "data", "position", "places"])


class EntryKind(models.TextChoices):
    TURN = "turn", _("Turn")
    RESIGNATION = "resignation", _("Resignation")
    TIME = "time", _("Loss on time")
    DRAW = "draw", _("Draw")
    TAKE_BACK = "take-back", _("Take-back")
    SEAT_CHANGE = "seat-change", _("Seat change")
    DECISION = "decision", _("Decision of the staff")
    CLOCK = "clock", _("Clock")
    VOID = "void", _("Void")
    REOPENED = "reopened", _("Reopened")


ASIDES: Final = frozenset({EntryKind.CLOCK, EntryKind.SEAT_CHANGE})
"""What leaves position and mover alone: it makes no turn stale, and no turn stand."""


class LogEntry(AppendOnly):
    """What happened in a game: the truth, appended and never changed. The rest is cache."""

    CACHES = frozenset({"position", "position_hash", "places", "eliminated", "revealed"})

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="log")
    number = models.PositiveIntegerField(help_text="From 1, without gaps.")
    kind = models.CharField(max_length=11, choices=EntryKind)
    seat = models.PositiveSmallIntegerField(null=True, help_text="The seat's number.")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    text = models.TextField(blank=True, help_text="The turn in canonical notation.")
    data = models.JSONField(default=dict, help_text="What other kinds of entry need.")
    answers = models.PositiveIntegerField(help_text="The number of the entry it answers.")
    key = models.CharField(
        max_length=KEY_LENGTH, blank=True, help_text="The same key gets the same answer again."
    )
    created_at = models.DateTimeField()

    position = models.TextField(help_text="After the entry, in notation.")
    position_hash = models.CharField(max_length=32, help_text="Equal for repeated positions.")
    places = models.JSONField(default=dict)
    eliminated = models.JSONField(default=list)
    revealed = models.JSONField(default=list, help_text="Alignments made public by the entry.")

    objects = LogQuerySet.as_manager()

    class Meta:
        ordering = ["game_id", "number"]
        verbose_name_plural = "log entries"
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="log_number"),
            models.UniqueConstraint(
                fields=["game", "player", "key"], name="log_key_once", condition=~Q(key="")
            ),
            models.CheckConstraint(condition=Q(number=F("answers") + 1), name="log_answers_last"),
        ]
        indexes = [
            models.Index(fields=["game", "position_hash"], name="log_repetition"),
            models.Index(fields=["created_at"], name="log_flags", condition=Q(kind__in=["time", "clock"])),
            models.Index(fields=["kind", "-id"], name="log_not_turns", condition=~Q(kind="turn")),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"
