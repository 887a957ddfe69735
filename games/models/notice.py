"""The outbox: notices written in the commit that makes the news, sent later by a worker."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class NoticeKind(models.TextChoices):
    TURN = "turn", _("It is your turn")
    INVITATION = "invitation", _("Invitation")
    START = "start", _("A game starts")
    END = "end", _("A game ends")
    DRAW = "draw", _("A draw is offered")
    TERMS = "terms", _("Terms have changed")
    REMOVED = "removed", _("Removed from a table")
    CANCELLED = "cancelled", _("A game is given up")


class Notice(models.Model):
    """One mail to one player. `news` tells it from others of its kind: the log number of a turn."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=NoticeKind)
    news = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="When a worker may take it; empty once settled.")
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    dropped = models.CharField(max_length=40, blank=True, help_text="Why it was not sent.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "kind", "news"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="notice_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["created_at"], name="notice_settled", condition=Q(due_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id}/{self.news}"
