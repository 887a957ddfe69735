"""What was done in an event, by its director, its players and by itself; its players can read all of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.event import Event
from tournaments.models.tables import EventTable
from upkeep.models import AppendOnly, AppendOnlyRows


class Kind(models.TextChoices):
    OPENED = "opened"
    INVITED = "invited"
    ENTERED = "entered"
    MOVED_UP = "moved-up"
    """From the waiting list."""
    LEFT = "left"
    """Before the start."""
    REPLACED = "replaced"
    PUT_OFF = "put-off"
    STARTED = "started"
    PAIRED = "paired"
    BY_HAND = "by-hand"
    """The director pairs the next round, or no longer."""
    NO_PAIRING = "no-pairing"
    """The next round cannot be paired as things are: once for each round."""
    FORBIDDEN = "forbidden"
    """The director keeps two apart,"""
    LIFTED = "lifted"
    """or no longer."""
    CLOSED = "closed"
    """A round is over."""
    WITHDRAWN = "withdrawn"
    RETURNED = "returned"
    EXTENDED = "extended"
    ADJUDICATED = "adjudicated"
    ANNULLED = "annulled"
    DISQUALIFY = "disqualify"
    CORRECTED = "corrected"
    """What a table counts for."""
    CO_ASKED = "co-asked"
    CO_JOINED = "co-joined"
    CO_LEFT = "co-left"
    HANDED_OVER = "handed-over"
    EDITED = "edited"
    MESSAGE = "message"
    FINISHED = "finished"
    GOES_ON = "goes-on"
    """A game goes on after all, and with it the event."""
    CANCELLED = "cancelled"


class Acts(AppendOnlyRows["Act"]):
    def forget_words(self) -> int:
        """The one thing that may change: what somebody has said who has deleted the account. That it was said
        stays."""
        said = list(self.filter(Q(data__has_key="words") | Q(data__has_key="reason")))
        for act in said:
            act.data = {**act.data, **{name: "" for name in ("words", "reason") if name in act.data}}
        unguarded: models.QuerySet[Act] = models.QuerySet(self.model, using=self.db)
        return unguarded.bulk_update(said, ["data"])


class Act(AppendOnly):
    """Appended, never changed."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="acts")
    number = models.PositiveBigIntegerField(help_text="From 1, without gaps.")
    kind = models.CharField(max_length=11, choices=Kind)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="event_acts",
        help_text="Empty: the site itself.",
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="event_acts_concerning"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="event_acts_beside",
        help_text="Of two whom it concerns alike, the one with the higher id.",
    )
    table = models.ForeignKey(EventTable, null=True, on_delete=models.PROTECT, related_name="acts")
    data = models.JSONField(default=dict)

    objects = models.Manager.from_queryset(Acts)()

    class Meta:
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="act_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"
