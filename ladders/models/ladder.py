"""The ladder of two players. Its log is the truth; places are a cache that `replay_ladders` rebuilds."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from games.clocks.arithmetic import Pace
from games.models import Game
from homeworlds.rules import Preset, RuleSet, Variant, with_options
from ladders.arithmetic.order import EventKind, Result
from upkeep.models import AppendOnly, AppendOnlyRows
from upkeep.public_ids import random_letters

LADDER_ID_LENGTH: Final = 8
SITE: Final = "site"
"""The public id of the site's own ladder; no random id has such letters."""


def new_ladder_id() -> str:
    return random_letters(LADDER_ID_LENGTH)


class Ladder(models.Model):
    """The site's, of which there is one, or a club's. Its row is the one lock of all that belongs to it."""

    public_id = models.CharField(
        max_length=LADDER_ID_LENGTH, unique=True, default=new_ladder_id, editable=False
    )
    club = models.OneToOneField(
        Club, null=True, on_delete=models.PROTECT, related_name="ladder", help_text="Empty: the site's."
    )
    variant = models.CharField(max_length=24, choices=[(str(each), str(each)) for each in Variant])
    options = models.JSONField(help_text="Every option of the rule set with its value.")
    preset = models.CharField(max_length=16, blank=True, choices=[(str(each), str(each)) for each in Preset])
    clock_start = models.DurationField()
    clock_increment = models.DurationField()
    clock_cap = models.DurationField()
    size = models.PositiveIntegerField(default=0, help_text="So many players; a cache.")
    last_number = models.PositiveBigIntegerField(default=0, help_text="Of the log.")
    sampled_on = models.DateField(null=True, help_text="The last day of which places are kept.")
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        constraints = [
            models.CheckConstraint(
                condition=Q(club__isnull=True, public_id=SITE) | (Q(club__isnull=False) & ~Q(public_id=SITE)),
                name="ladder_one_of_the_site",
            )
        ]

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        return reverse("ladders:ladder", args=[self.public_id])

    @property
    def title(self) -> str:
        """In the language that is active."""
        if self.club is None:
            return gettext("Site ladder")
        return gettext("Ladder of {club}").format(club=self.club.name)

    @property
    def is_hidden(self) -> bool:
        """Who is no member of its club knows nothing of it."""
        return self.club is not None and self.club.hidden

    @property
    def pace(self) -> Pace:
        return Pace(self.clock_start, self.clock_increment, self.clock_cap)

    def rules(self) -> RuleSet:
        return with_options(RuleSet(variant=Variant(self.variant)), self.options)


class Limbo(models.TextChoices):
    """Why somebody is about to leave."""

    LEAVES = "leaves", _("leaves the ladder")
    CLOCK = "clock", _("ran out of time")
    SUSPENDED = "suspended", _("is suspended")
    CLUB = "club", _("has left the club")
    DELETED = "deleted", _("has deleted the account")


class WhyLeft(models.TextChoices):
    LEFT = "left"
    CLOCK = "clock"
    AWAY = "away"
    """Lost on time before the third turn."""
    NO_SHOW = "no-show"
    """The same without any turn."""
    NEWCOMER = "newcomer"
    """Challenged nobody in time."""
    DELETED = "deleted"
    SUSPENDED = "suspended"
    CLUB = "club"
    """Is no member of the club any more."""


class Rung(models.Model):
    """A player's place. While places move they are negative for one statement, so that no two are alike."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rungs")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rungs")
    place = models.IntegerField(help_text="From 1, without gaps.")
    joined_at = models.DateTimeField()
    challenge_by = models.DateTimeField(
        null=True, help_text="A newcomer leaves again then; empty once a challenge was sent."
    )
    vacation_counted = models.DateTimeField(
        null=True, help_text="The beginning of the vacation for which that was put off last."
    )
    limbo = models.CharField(max_length=9, blank=True, choices=Limbo)
    offered_at = models.DateTimeField(null=True, help_text="When the player offered a game last.")
    warned_at = models.DateTimeField(null=True, help_text="That the place sinks; empty if it does not.")
    sinks_at = models.DateTimeField(null=True, help_text="By one place, unless the player is there again.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="rung_once"),
            models.UniqueConstraint(fields=["ladder", "place"], name="rung_place"),
        ]
        indexes = [
            models.Index(
                fields=["challenge_by"], name="rung_newcomer", condition=Q(challenge_by__isnull=False)
            ),
            models.Index(fields=["ladder"], name="rung_in_limbo", condition=~Q(limbo="")),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.player_id} of {self.ladder_id}"


RESULTS: Final = [(str(result), str(result)) for result in Result]


class Challenge(models.Model):
    """A game of the ladder."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="challenge")
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="challenges_sent"
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="challenges_received"
    )
    from_place = models.PositiveIntegerField(help_text="Of the challenger, when the game began.")
    to_place = models.PositiveIntegerField(help_text="Of the challenged, when the game began.")
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, help_text="Empty while the game runs.")
    settled_number = models.PositiveBigIntegerField(null=True, help_text="Of the settlement in the log.")
    result = models.CharField(max_length=5, blank=True, choices=RESULTS)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(challenger=F("challenged")), name="challenge_not_oneself")
        ]
        indexes = [
            models.Index(
                fields=["ladder", "challenger"], name="challenge_sent", condition=Q(settled_at__isnull=True)
            ),
            models.Index(
                fields=["ladder", "challenged"],
                name="challenge_received",
                condition=Q(settled_at__isnull=True),
            ),
            models.Index(fields=["ladder", "challenger", "-settled_at"], name="challenge_of_challenger"),
            models.Index(fields=["ladder", "challenged", "-settled_at"], name="challenge_of_challenged"),
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} against {self.challenged_id}"


class Events(AppendOnlyRows["LadderEvent"]):
    def standing(self) -> Events:
        """Without what was undone, and without what followed from that."""
        undone = LadderEvent.objects.filter(ladder=models.OuterRef("ladder"), kind=EventKind.UNDONE)
        return self.filter(
            ~models.Exists(undone.filter(cause=models.OuterRef("number"))),
            Q(cause=0) | ~models.Exists(undone.filter(cause=models.OuterRef("cause"))),
        ).exclude(kind=EventKind.UNDONE)


class LadderEvent(AppendOnly):
    """What happened on a ladder: the truth, appended and never changed."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveBigIntegerField(help_text="From 1, without gaps.")
    kind = models.CharField(max_length=10, choices=[(str(kind), str(kind)) for kind in EventKind])
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="ladder_events",
        help_text="Of a challenge and its settlement the challenger; empty for the end of the ladder.",
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="ladder_events_with"
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="ladder_events")
    result = models.CharField(max_length=5, blank=True, choices=RESULTS)
    why = models.CharField(max_length=10, blank=True, help_text="Of a limbo, or of somebody who left.")
    cause = models.PositiveBigIntegerField(
        default=0, help_text="The number of the settlement that this follows from, or undoes; 0: none."
    )
    until = models.DateTimeField(null=True, help_text="Of a bar.")
    at = models.DateTimeField()
    data = models.JSONField(
        default=dict, help_text="What it came to: places before and after, by what they are called."
    )

    objects = models.Manager.from_queryset(Events)()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="ladder_event_number")]
        indexes = [
            models.Index(fields=["ladder", "player", "-number"], name="ladder_event_of_player"),
            models.Index(fields=["ladder", "other", "-number"], name="ladder_event_with_player"),
            models.Index(fields=["ladder", "cause"], name="ladder_event_cause", condition=~Q(cause=0)),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"


class PlaceThen(models.Model):
    """Where somebody stood at the beginning of a day; kept for some days, so that one sees what has moved."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    place = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "day", "player"], name="place_then_once")]

    def __str__(self) -> str:
        return f"{self.place}: {self.player_id} on {self.day}"
