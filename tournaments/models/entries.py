"""Who plays in an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event, Series


class Why(models.TextChoices):
    """Why somebody is in no further round."""

    LEFT = "left", _("has withdrawn")
    TIME = "time", _("ran out of time")
    SUSPENDED = "suspended", _("is suspended")
    DELETED = "deleted", _("has deleted the account")
    CLUB = "club", _("has left the club")
    REMOVED = "removed", _("was withdrawn by the director")
    OUT = "out", _("is disqualified")


class Entry(models.Model):
    """Somebody in an event. Whoever leaves before the start has no entry any more."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="event_entries"
    )
    waits = models.BooleanField(default=False, help_text="For a place, in the order of coming.")
    number = models.PositiveSmallIntegerField(
        null=True, help_text="From 0, by rating at the start; who comes later follows. Empty before."
    )
    rating = models.FloatField(null=True, help_text="At the start: the measured one, else the presumed.")
    division = models.PositiveSmallIntegerField(null=True, help_text="From 1, the strongest.")
    from_round = models.PositiveSmallIntegerField(default=1, help_text="The first in which the player sits.")
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, help_text="Since when no further round is for the player.")
    why = models.CharField(max_length=9, blank=True, choices=Why)
    disqualified_at = models.DateTimeField(null=True, help_text="Since when the player has no place.")
    place = models.PositiveSmallIntegerField(null=True, help_text="At the end; of the division.")
    score = models.FloatField(null=True, help_text="At the end.")

    class Meta:
        ordering = ["event", "number", "entered_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number"),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, why="") | (Q(withdrawn_at__isnull=False) & ~Q(why="")),
                name="entry_withdrawn_why",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-event"], name="entries_of_player"),
            models.Index(
                fields=["player", "place"], name="entries_with_place", condition=Q(place__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.event_id}"


class StandingEntry(models.Model):
    """Somebody who is entered for every edition of a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="standing_entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standing_entries"
    )
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "player"], name="standing_entry_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in every {self.series_id}"


class EventInvitation(models.Model):
    """Somebody whom the director has asked, and who may enter."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_invitations"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_invitation_once")]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.event_id}"
