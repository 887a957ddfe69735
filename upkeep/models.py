"""What the site remembers of its own running and of what its staff did; it knows no other app."""

from datetime import timedelta
from typing import Any, NoReturn, TypeVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

Row = TypeVar("Row", bound=models.Model)


class IsAppendOnly(TypeError):
    """An attempt to alter or delete what was written."""


class AppendOnlyRows(models.QuerySet[Row]):
    def update(self, **values: Any) -> int:
        raise IsAppendOnly

    def delete(self) -> NoReturn:
        raise IsAppendOnly


class AppendOnly(models.Model):
    """A row of a log. It may be appended, one at a time or many at once; nothing alters or deletes it."""

    objects = models.Manager.from_queryset(AppendOnlyRows)()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise IsAppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise IsAppendOnly


class Heartbeat(models.Model):
    """When the timekeeper was last here; one row, locked by whoever moves it on. `upkeep.clock` reads it."""

    at = models.DateTimeField(help_text="In the time of the site.")
    ahead = models.DurationField(
        default=timedelta(0),
        db_default=timedelta(0),
        help_text="So much more the database's clock shows since it jumped, which nobody believes.",
    )
    tripped_at = models.DateTimeField(
        null=True, help_text="Since when too many clocks run out at once for any to be let fall."
    )
    released_until = models.DateTimeField(null=True, help_text="Until then staff let them fall all the same.")
    witness = models.CharField(
        max_length=36, default="", db_default="", help_text="Whose ticks they are; empty: nobody's."
    )
    witnessed_at = models.DateTimeField(
        null=True, help_text="What was written then; of another beat the witness knows nothing."
    )
    ticks = models.FloatField(default=0.0, db_default=0.0, help_text="Seconds of the witness at that moment.")

    class Meta:
        db_table = "games_heartbeat"

    def __str__(self) -> str:
        return str(self.at)


class Outage(models.Model):
    """A while in which nobody could play; no clock counts it. Of a short one only live clocks were moved."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    live_only = models.BooleanField()

    class Meta:
        db_table = "games_outage"
        indexes = [models.Index(fields=["ended_at"], name="outage_ended")]

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"


class Tally(models.Model):
    """How often something was done, and how much that came to, in all processes together."""

    name = models.CharField(max_length=40)
    label = models.CharField(max_length=40, blank=True, help_text="A kind of it, such as a level of bots.")
    count = models.PositiveBigIntegerField(default=0)
    total = models.FloatField(default=0, help_text="Seconds, of what takes time.")
    changed_at = models.DateTimeField(help_text="The last time, by the database's clock.")

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["name", "label"], name="tally_once")]

    def __str__(self) -> str:
        return f"{self.name} {self.label}".strip()


class Fault(models.Model):
    """An error of the site's own, however often it happened, in whatever process."""

    fingerprint = models.CharField(max_length=64, unique=True)
    headline = models.CharField(_("what"), max_length=200)
    process = models.CharField(
        _("where"), max_length=20, blank=True, help_text=_("The part that saw it last.")
    )
    text = models.TextField(
        _("last report"), help_text=_("The log line with its traceback, without secrets.")
    )
    count = models.PositiveBigIntegerField(_("how often"), default=0)
    untold = models.PositiveBigIntegerField(default=0, help_text="How often since the last mail.")
    first_at = models.DateTimeField(_("first"), db_default=Now())
    last_at = models.DateTimeField(_("last"), db_default=Now(), db_index=True)
    mailed_at = models.DateTimeField(_("mailed"), null=True, blank=True)

    class Meta:
        verbose_name = _("error")
        verbose_name_plural = _("errors")
        ordering = ["-last_at"]

    def __str__(self) -> str:
        return self.headline


class StaffActQuerySet(AppendOnlyRows["StaffAct"]):
    def write_without_names(self, act: "StaffAct") -> None:
        """The one thing of an act that may change: what its reason calls somebody who deleted the account."""
        unguarded: models.QuerySet[StaffAct] = models.QuerySet(self.model, using=self.db)
        unguarded.bulk_update([act], ["reason"])


class StaffAct(AppendOnly):
    """One act of staff: who did what to whom, when and why. Written once, in the commit of the act itself."""

    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("staff")
    )
    at = models.DateTimeField(_("when"), db_default=Now())
    act = models.CharField(_("what"), max_length=40, help_text=_("The name of the service."))
    object_kind = models.CharField(_("kind of object"), max_length=40)
    object_id = models.CharField(_("object"), max_length=40, db_index=True, help_text=_("The public id."))
    reason = models.TextField(_("reason"))
    concerns = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        related_name="staff_acts",
        verbose_name=_("whom it concerns"),
        help_text=_("They read what was done, when and why."),
    )
    internal = models.BooleanField(
        _("internal"), default=False, db_default=False, help_text=_("Only staff read it.")
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        db_index=False,
        related_name="+",
        verbose_name=_("asked for by"),
        help_text=_("Another member of staff; the same one: it was confirmed at the server."),
    )

    objects = StaffActQuerySet.as_manager()

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(name="staff_act_has_reason", condition=~models.Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.act} {self.object_kind} {self.object_id}"


class StaffRequest(models.Model):
    """An act that somebody of staff may not do alone, asked of the others; the log of acts says what came of
    it. Its arguments stand as the form sent them."""

    class Answer(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        REFUSED = "refused", _("refused")

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("asked for by")
    )
    at = models.DateTimeField(_("when"), db_default=Now())
    until = models.DateTimeField(_("until"), db_index=True)
    page = models.CharField(max_length=60, help_text="The model on whose page of the admin the act stands.")
    row = models.BigIntegerField(help_text="The key of what is shown there.")
    act = models.CharField(_("what"), max_length=40, help_text="By its name in addresses.")
    arguments = models.JSONField()
    reason = models.TextField(_("reason"))
    answer = models.CharField(_("answer"), max_length=10, choices=Answer, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("request for a second member")
        verbose_name_plural = _("requests for a second member")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.act} {self.page} {self.row}"
