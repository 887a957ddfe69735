"""Addresses elsewhere that are told of news: of a player, or of what several people share, such as a club."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notices.models import Delivery, Outgoing

OWN: Final = "own"
"""The schema of an address that gets our own signed message; the others are those of services we know."""
LONGEST_NAME: Final = 40


class Hook(models.Model):
    """One address. Whoever knows it can write there, so no page shows it again."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    about = models.CharField(
        max_length=64, blank=True, help_text="What it belongs to if to no player: a key, as notices have it."
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    schema = models.CharField(max_length=10)
    address = models.CharField(max_length=1000)
    secret = models.CharField(max_length=80, blank=True, help_text="Of the signature; own messages alone.")
    created_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, help_text="When it was told of something last, or was to be.")
    last_answer = models.CharField(max_length=40, blank=True, help_text="A status of HTTP, or a word.")
    failing_since = models.DateTimeField(null=True, help_text="Nothing has arrived since; empty: it works.")
    off_at = models.DateTimeField(null=True, help_text="Since when it is told of nothing.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=True) & ~Q(about="") | Q(player__isnull=False, about=""),
                name="hook_is_of_one",
            )
        ]
        indexes = [models.Index(fields=["about"], name="hook_about", condition=~Q(about=""))]

    def __str__(self) -> str:
        return f"{self.pk} {self.schema}"


class HookPost(Outgoing):
    """A piece of news for the hooks of what it is about, whoever plays there; or a try that somebody asked
    for. Its kind says what is sent (`notices.hooks.places`)."""

    TEST: Final = "test"

    about = models.CharField(max_length=64, help_text="As of a hook; empty for tries.")
    kind = models.CharField(max_length=20)
    news = models.PositiveBigIntegerField(help_text="Tells it from others of its kind: a row, mostly.")
    target = models.PositiveBigIntegerField(
        default=Delivery.TO_ALL, help_text="A hook; 0: all that there are, as yet unknown."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["about", "kind", "news", "target"], name="hook_post_once")
        ]
        indexes = [
            models.Index(fields=["due_at"], name="hook_post_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["created_at"], name="hook_post_settled", condition=Q(due_at__isnull=True)),
            models.Index(fields=["target", "-id"], name="hook_post_of_hook"),
        ]

    def __str__(self) -> str:
        return f"{self.about} {self.kind}/{self.news}"
