"""An event, and the series that it may be an edition of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from games.clocks.arithmetic import Pace
from games.models import Company
from homeworlds.rules import MAX_PLAYERS, Preset, RuleSet, Variant, with_options
from tournaments.times import longest_round
from upkeep.public_ids import random_letters

EVENT_ID_LENGTH: Final = 8
LONGEST_TITLE: Final = 60
LONGEST_ABOUT: Final = 2000


def new_event_id() -> str:
    return random_letters(EVENT_ID_LENGTH)


class Repeats(models.TextChoices):
    """When the next edition starts."""

    NEVER = "never", _("it is held once")
    AFTER = "after", _("a week after the last one is over")
    WEEKLY = "weekly", _("every week")
    MONTHLY = "monthly", _("every month")


class Series(models.Model):
    """Editions that follow each other. Its row is the lock under which they are made."""

    key = models.CharField(
        max_length=40, unique=True, help_text="As the schedule in the settings calls it; else by lot."
    )
    repeats = models.CharField(max_length=8, choices=Repeats)
    edition = models.PositiveIntegerField(default=0, help_text="The last one that was opened.")
    next_at = models.DateTimeField(
        null=True, help_text="When the next one starts, of weekly and monthly ones; else by the last one."
    )
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="No edition follows any more.")

    def __str__(self) -> str:
        return f"{self.key}, {self.edition} editions"


class Format(models.TextChoices):
    DIVISIONS = "divisions", _("Divisions")
    SWISS = "swiss", _("Swiss")
    PODS = "pods", _("Pods by score")
    AT_ONCE = "all-at-once", _("Pods all at once")
    KNOCKOUT = "knockout", _("Knock-out")

    @property
    def is_for_two(self) -> bool:
        return self in (Format.DIVISIONS, Format.SWISS, Format.KNOCKOUT)

    @property
    def begins_at_once(self) -> bool:
        """All tables are known on the first day, and nobody waits for a round."""
        return self in (Format.DIVISIONS, Format.AT_ONCE)

    @property
    def seats_latecomers(self) -> bool:
        """Whoever comes, or comes back, after the start sits in the next round."""
        return self in (Format.SWISS, Format.PODS)


class Points(models.TextChoices):
    """What a table is worth; the arithmetic knows them by the same names."""

    TWO = "two", _("A win is 1, a draw ½.")
    WIN = "win", _("A win is 5; a draw shares 5 among those left, 2 at most for each.")
    ORDER = "order", _("Whoever is out first gets 0, the next 1, and so on; the winner gets most.")


class TieBreak(models.TextChoices):
    OPPONENTS = "opponents", _("the opponents’ average points a game")
    WINS = "wins", _("wins")
    BERGER = "sonneborn-berger", _("the points of those whom one finished ahead of (Sonneborn-Berger)")
    BUCHHOLZ = "buchholz-cut-1", _("the opponents’ points, the lowest left out (Buchholz, cut 1)")
    DIRECT = "direct-encounter", _("the games among those who are level, if all of them have met")
    RATING = "rating", _("the rating at the start")

    @property
    def is_of_two(self) -> bool:
        """For games of two only."""
        return self in (TieBreak.BUCHHOLZ, TieBreak.DIRECT)


class EventStatus(models.TextChoices):
    OPEN = "open", pgettext_lazy("an event", "Open")
    RUNNING = "running", pgettext_lazy("an event", "Running")
    FINISHED = "finished", pgettext_lazy("an event", "Finished")
    CANCELLED = "cancelled", pgettext_lazy("an event", "Cancelled")


class EventIsFixed(TypeError):
    """An attempt to change what was agreed on, after the start."""


FIXED: Final = frozenset(
    {
        "format", "variant", "options", "preset", "size", "rounds", "best_of", "has_final", "clock_start",
        "clock_increment", "clock_cap", "excuses", "vacation_allowed", "rated", "red_alert",
        "sandbox_allowed", "talk_allowed", "take_back_allowed", "points", "tie_breaks", "round_lasts",
        "late_entry", "club_id", "series_id", "edition", "seed", "started_at",
    }
)  # fmt: skip
"""Fields that stay as they are from the start on."""


class EventRows(models.QuerySet["Event"]):
    def update(self, **values: Any) -> int:
        if values.keys() & FIXED:
            raise EventIsFixed
        return super().update(**values)


class Event(models.Model):
    """A tournament. Its row is the one lock of all that belongs to it, but for results, which are appended in
    the transactions of their games. What players agreed on is fixed from the start on."""

    public_id = models.CharField(
        max_length=EVENT_ID_LENGTH, unique=True, default=new_event_id, editable=False
    )
    title = models.CharField(max_length=LONGEST_TITLE)
    about = models.TextField(blank=True, max_length=LONGEST_ABOUT)
    format = models.CharField(max_length=11, choices=Format)
    status = models.CharField(max_length=9, choices=EventStatus, default=EventStatus.OPEN)
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="events_directed",
        help_text="Empty: it runs by itself.",
    )
    club = models.ForeignKey(
        Club, null=True, on_delete=models.PROTECT, related_name="events", help_text="Its members enter."
    )
    series = models.ForeignKey(Series, null=True, on_delete=models.PROTECT, related_name="events")
    edition = models.PositiveIntegerField(default=0, help_text="Of the series, from 1.")

    variant = models.CharField(max_length=24, choices=[(str(each), str(each)) for each in Variant])
    options = models.JSONField(help_text="Every option of the rule set with its value.")
    preset = models.CharField(max_length=16, blank=True, choices=[(str(each), str(each)) for each in Preset])
    size = models.PositiveSmallIntegerField(help_text="Players at a table; some may be smaller.")
    rounds = models.PositiveSmallIntegerField(
        help_text="As announced; divisions and a knock-out have as many as their players ask for."
    )
    best_of = models.PositiveSmallIntegerField(default=1, help_text="Of a knock-out: 1 or 3 games.")
    has_final = models.BooleanField(default=False, help_text="Pods all at once end with a table of the best.")
    clock_start = models.DurationField()
    clock_increment = models.DurationField()
    clock_cap = models.DurationField()
    excuses = models.PositiveSmallIntegerField(default=1)
    vacation_allowed = models.BooleanField(default=True)
    rated = models.BooleanField(default=True)
    red_alert = models.BooleanField(default=False, help_text="Of friendly events: the site warns everybody.")
    sandbox_allowed = models.BooleanField(default=True)
    talk_allowed = models.BooleanField(default=True)
    take_back_allowed = models.BooleanField(default=True)
    points = models.CharField(max_length=5, choices=Points)
    tie_breaks = models.JSONField(help_text="In their order; the rating comes last.")
    round_lasts = models.DurationField(
        null=True, help_text="Empty: no table waits for another, so games end by their clocks."
    )
    late_entry = models.BooleanField(default=False, help_text="Until half of the rounds are over.")
    seed = models.PositiveBigIntegerField(help_text="Of all lots of the event.")

    least = models.PositiveSmallIntegerField(help_text="With fewer entrants it does not start.")
    most = models.PositiveSmallIntegerField(help_text="More entrants wait for a place.")
    starts_when_full = models.BooleanField(default=False)
    by_invitation = models.BooleanField(default=False)
    company = models.CharField(max_length=8, choices=Company, default=Company.EVERYBODY)
    rating_from = models.PositiveSmallIntegerField(null=True)
    rating_to = models.PositiveSmallIntegerField(null=True)

    opens_at = models.DateTimeField(help_text="From then on one can enter.")
    starts_at = models.DateTimeField(
        null=True, help_text="Empty: when it is full, or when the edition before is over."
    )
    put_off = models.PositiveSmallIntegerField(default=0, help_text="So often, for want of entrants.")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    by_hand = models.BooleanField(default=False, help_text="The director pairs the next round.")
    waits_until = models.DateTimeField(
        null=True, help_text="So long the director may pair it; then it is paired by itself."
    )
    last_number = models.PositiveBigIntegerField(default=0, help_text="Of the acts.")
    called_at = models.DateTimeField(null=True, help_text="When a worker was last called to go on with it.")
    hooked = models.BooleanField(
        default=False, db_default=False, editable=False, help_text="Its news are told elsewhere, too."
    )

    objects = models.Manager.from_queryset(EventRows)()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.UniqueConstraint(
                fields=["series", "edition"], name="event_edition_once", condition=Q(series__isnull=False)
            ),
            models.CheckConstraint(condition=Q(size__gte=2, size__lte=MAX_PLAYERS), name="event_size"),
            models.CheckConstraint(condition=Q(rounds__gte=1), name="event_rounds"),
            models.CheckConstraint(condition=Q(best_of__in=(1, 3)), name="event_best_of"),
            models.CheckConstraint(condition=Q(least__gte=2), name="event_least"),
        ]
        indexes = [
            models.Index(fields=["starts_at"], name="event_starts", condition=Q(status="open")),
            models.Index(fields=["status", "-created_at"], name="event_list"),
            models.Index(fields=["director", "status"], name="event_of_director"),
            models.Index(fields=["waits_until"], name="event_waits", condition=Q(waits_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.public_id

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises EventIsFixed."""
        if self._agreed.get("started_at") is not None and any(
            getattr(self, name) != value for name, value in self._agreed.items() if name in FIXED
        ):
            raise EventIsFixed
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("tournaments:event", args=[self.public_id])

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any]) -> Event:
        event: Event = super().from_db(db, field_names, values)
        event._agreed = dict(zip(field_names, values, strict=True))
        return event

    _agreed: Mapping[str, Any] = {}

    @property
    def pace(self) -> Pace:
        return Pace(self.clock_start, self.clock_increment, self.clock_cap)

    @property
    def lasts(self) -> timedelta:
        """So long a round, and a game, lasts at most; where nothing is said, as long as any may."""
        return self.round_lasts or longest_round(self.pace)

    @property
    def is_hidden(self) -> bool:
        """Who is no member of its club knows nothing of it."""
        return self.club is not None and self.club.hidden

    @property
    def is_over(self) -> bool:
        return self.status in (EventStatus.FINISHED, EventStatus.CANCELLED)

    @property
    def last_latecomer_round(self) -> int:
        """The last round before which one may still enter; 0: before the start only."""
        return self.rounds // 2 if self.late_entry and Format(self.format).seats_latecomers else 0

    def rules(self) -> RuleSet:
        return with_options(RuleSet(variant=Variant(self.variant)), self.options)
