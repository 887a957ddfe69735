"""Rounds, their tables, and what came of them. Results are the truth: all that is said of standings follows
from them."""

from __future__ import annotations

from datetime import datetime
from typing import Final, TypeAlias

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.models.entries import Entry
from tournaments.models.event import Event
from upkeep.models import AppendOnly, AppendOnlyRows


class RoundKind(models.TextChoices):
    NORMAL = "normal", _("Round")
    FINAL = "final", _("Final table")


class Timed(models.Model):
    """Until when games are played, and what has come of that."""

    ends_at = models.DateTimeField(null=True, help_text="Games that run then are adjudicated.")
    look_at = models.DateTimeField(
        null=True, help_text="When time brings something about next: a reminder, the end, what follows it."
    )
    reminded_at = models.DateTimeField(
        null=True, help_text="When its players were told that the end is near."
    )
    called_at = models.DateTimeField(null=True, help_text="When the director was asked to adjudicate.")

    class Meta:
        abstract = True


class Round(Timed):
    """Tables that were made at one time, and further games of their matches. Each gets its game after that,
    one by one."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds_paired")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    kind = models.CharField(max_length=6, choices=RoundKind, default=RoundKind.NORMAL)
    paired_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, help_text="When all its tables had their games.")
    closed_at = models.DateTimeField(null=True)
    alone = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Open, it is so by itself: made with no others, and no game of it went on after all.",
    )

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number"),
            models.UniqueConstraint(
                fields=["event"], name="round_open_once", condition=Q(closed_at__isnull=True, alone=True)
            ),
        ]
        indexes = [
            models.Index(fields=["event"], name="round_begins", condition=Q(begun_at__isnull=True)),
            models.Index(fields=["event"], name="round_open", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["look_at"], name="round_looks", condition=Q(look_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.event_id}"


class EventTable(Timed):
    """A table of a round. It has one game at most; what is annulled gets a table anew. One that came later
    and may last longer than its round has an end of its own; all others end with the round."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(help_text="From 1, in the round.")
    match = models.PositiveSmallIntegerField(
        default=0, help_text="Of a knock-out: its place in the draw, from 0; several games may belong to one."
    )
    leg = models.PositiveSmallIntegerField(default=1, help_text="Of a knock-out: which game of the match.")
    has_game = models.BooleanField(default=True, help_text="No: a bye.")
    game = models.OneToOneField(Game, null=True, on_delete=models.PROTECT, related_name="event_table")
    replaces = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="replaced_by", help_text="An annulled one."
    )
    annulled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="event_table_number"),
            models.CheckConstraint(
                condition=Q(has_game=True) | Q(game__isnull=True), name="event_table_bye_without_game"
            ),
        ]
        indexes = [
            models.Index(
                fields=["round", "number"],
                name="event_table_waits",
                condition=Q(game__isnull=True, has_game=True, annulled_at__isnull=True),
            ),
            models.Index(fields=["look_at"], name="event_table_looks", condition=Q(look_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.round_id}"

    @property
    def until(self) -> datetime | None:
        """When its game is adjudicated, if it still runs."""
        return self.ends_at or self.round.ends_at


Term: TypeAlias = Round | EventTable
"""What has an end: a round, or a table with one of its own."""


class TableSeat(models.Model):
    """Who sits there, in turn order from 0, whoever may play on for them."""

    table = models.ForeignKey(EventTable, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="table_seat_number"),
            models.UniqueConstraint(fields=["table", "entry"], name="table_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.table_id}"


class ResultKind(models.TextChoices):
    GAME = "game", _("the game")
    BYE = "bye", _("a bye")
    WALKOVER = "walkover", _("somebody was gone before the game began")
    CORRECT = "correct", _("corrected by the director")
    REOPENED = "reopened", _("the game goes on after all")


class Results(AppendOnlyRows["Result"]):
    def read(self, at: datetime) -> None:
        """The event has gone on with them, which is no part of what they say."""
        unguarded: models.QuerySet[Result] = models.QuerySet(self.model, using=self.db)
        unguarded.filter(pk__in=self.values("pk")).update(read_at=at)


class Result(AppendOnly):
    """How a table has ended, or that it goes on after all. Appended in the transaction of its game, without
    any lock of the event; a table is over when it has one ending more than reopenings."""

    table = models.ForeignKey(EventTable, on_delete=models.PROTECT, related_name="results")
    number = models.PositiveIntegerField(help_text="Of the table, from 1.")
    kind = models.CharField(max_length=8, choices=ResultKind)
    weight = models.SmallIntegerField(help_text="1: it is over; -1: it goes on after all.")
    places = models.JSONField(default=list, help_text="By seat; each is a `Placed`.")
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, help_text="When the event has gone on with it.")

    objects = models.Manager.from_queryset(Results)()

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="result_number"),
            models.CheckConstraint(condition=Q(weight__in=(1, -1)), name="result_weight"),
        ]
        indexes = [models.Index(fields=["table"], name="result_unread", condition=Q(read_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.number} of {self.table_id}: {self.kind}"


DRAW: Final = -1
"""Instead of a seat: nobody has won."""
NOBODY: Final = -2
"""Instead of a seat: it brings nobody anything."""


class Vote(models.Model):
    """How somebody who still plays would have the table adjudicated."""

    table = models.ForeignKey(EventTable, on_delete=models.PROTECT, related_name="votes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="votes")
    seat = models.SmallIntegerField(help_text="That has won; -1: those left draw.")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "entry"], name="table_vote_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.table_id}: {self.seat}"
