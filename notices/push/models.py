"""Browsers that may be called."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PushDevice(models.Model):
    """One browser of a player, as it subscribed: where its push service takes messages, and the keys by which
    nobody but the browser reads them."""

    class Off(models.TextChoices):
        """Why nothing goes there."""

        BY_HAND = "by-hand", _("switched off")
        SILENT = "silent", _("off by itself: no answer for 30 days")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    endpoint = models.CharField(_("address at its push service"), max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100, help_text="The browser's public key.")
    auth = models.CharField(max_length=40, help_text="The secret that browser and site share.")
    name = models.CharField(_("name"), max_length=60)
    created_at = models.DateTimeField(_("since"))
    is_on = models.BooleanField(default=True)
    off_reason = models.CharField(max_length=8, choices=Off.choices, blank=True)
    last_reached_at = models.DateTimeField(
        _("last reached"), null=True, help_text="When its service last took a message."
    )
    failing_since = models.DateTimeField(
        null=True, help_text="When the first try failed since one that did not; empty: none has."
    )
    tested_at = models.DateTimeField(null=True, help_text="When a test was last sent to it.")
    arrived_at = models.DateTimeField(null=True, help_text="When the browser said that the test was there.")

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return f"{self.player_id} {self.name}"
