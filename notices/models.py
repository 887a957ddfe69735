"""The outbox: mails written in the commit that makes the news, sent later by a worker."""

from __future__ import annotations

import enum
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Dropped(enum.StrEnum):
    """Why a notice was not sent."""

    STALE = "stale"
    SEEN = "seen"
    """Its player had the page open that shows it."""
    MUTED = "muted"
    """Its player wants no mails about the same."""
    TAKEN_BACK = "taken-back"
    """What it tells of."""
    SWITCHED_OFF = "switched-off"
    NO_ADDRESS = "no-address"
    REFUSED = "refused"
    """The mail server says that there is no such address."""
    TOO_MANY_TRIES = "too-many-tries"
    UNKNOWN_KIND = "unknown-kind"
    """No app has registered it, for as long as it was tried."""
    SPREAD = "spread"
    """Each of its player's targets has a delivery of its own."""
    NOTHING = "nothing"
    """Nothing waits and nothing has happened."""
    NO_TARGET = "no-target"
    """Its player, or the channel, has none any more."""


LONGEST_ANSWER: Final = 200


class Outgoing(models.Model):
    """One mail, from being written to being sent or dropped."""

    created_at = models.DateTimeField(_("written"))
    due_at = models.DateTimeField(
        _("due"), null=True, help_text="When a worker may take it; empty once settled."
    )
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    sent_at = models.DateTimeField(_("sent"), null=True)
    dropped = models.CharField(_("dropped"), max_length=40, blank=True, help_text=_("Why it was not sent."))
    answer = models.CharField(
        _("answer"),
        max_length=LONGEST_ANSWER,
        blank=True,
        default="",
        db_default="",
        help_text=_("What the mail server said when it last refused it."),
    )

    class Meta:
        abstract = True

    def not_kept(self) -> dict[str, Any]:
        """Fields, as they are once it is settled."""
        return {}


class Notice(Outgoing):
    """One piece of news for one player. `news` tells it from others of its kind and key: the log number of a
    turn.

    The bell shows it, and it is its own delivery by mail, which nearly everybody has and most have alone: so
    a turn writes one row. Each other channel has a `Delivery` of it.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=40, help_text=_("A name that an app has registered."))
    # Empty, so unlike any other, in what the previous release writes while a site is upgraded.
    key = models.CharField(  # noqa: DJ001
        max_length=64, null=True, help_text="What it is about, as its app calls it: a game's public id."
    )
    news = models.PositiveIntegerField()
    held_until = models.DateTimeField(
        null=True, help_text="When it may go at the earliest: another mail about the same has just gone, say."
    )
    seen_at = models.DateTimeField(
        null=True, help_text="When its player saw it; empty: the bell has it as new."
    )
    # Only the previous release fills it. It goes with the next, and so does the constraint on it.
    game = models.BigIntegerField(null=True, db_column="game_id", editable=False)

    class Meta:
        db_table = "games_notice"
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            # The key comes first, so that those without one are found quickly.
            models.UniqueConstraint(fields=["key", "player", "kind", "news"], name="notice_told_once"),
            models.UniqueConstraint(fields=["player", "game", "kind", "news"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="notice_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["created_at"], name="notice_settled", condition=Q(due_at__isnull=True)),
            models.Index(fields=["player", "-id"], name="notice_of_player"),
            models.Index(fields=["player", "key"], name="notice_unseen", condition=Q(seen_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}/{self.news}"


class Delivery(Outgoing):
    """One notice on its way by a channel other than mail."""

    TO_ALL: Final = 0

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(_("channel"), max_length=16, help_text=_("A name that a channel has."))
    target = models.PositiveBigIntegerField(
        default=TO_ALL,
        help_text="A row of the channel's own, a device say; 0: all that the player has, as yet unknown.",
    )
    held_until = models.DateTimeField(null=True, help_text="As of a notice.")

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel", "target"], name="delivery_once"),
        ]
        indexes = [
            models.Index(
                fields=["channel", "due_at"], name="delivery_due", condition=Q(due_at__isnull=False)
            ),
            models.Index(fields=["channel", "target", "-id"], name="delivery_of_target"),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} {self.channel} {self.target}"


class Preferences(models.Model):
    """What a player is told besides by mail, and when; who has none is told at any hour."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    topics = models.JSONField(
        default=dict, help_text="By the name of each column besides mail that was chosen for: its topics."
    )
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_to = models.TimeField(_("to"), null=True, blank=True)
    urgent_at_night = models.BooleanField(
        _("a clock with less than two hours rings in quiet hours, too"), default=True
    )
    words_shown = models.BooleanField(
        _("words on the lock screen"),
        default=True,
        help_text=_("Without them a message says how many games wait: no names, no picture."),
    )

    def __str__(self) -> str:
        return f"{self.player_id} {self.quiet_from}-{self.quiet_to}"


class Digest(Outgoing):
    """The daily mail of a player: one row, due again and again while it is wanted. `created_at` is the end of
    what the last one told."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    at = models.TimeField(_("at"), help_text="By the player's clock.")
    weekdays = models.PositiveSmallIntegerField(
        _("weekdays"), default=127, help_text="A bit for each day, that of Monday is the lowest."
    )
    when_nothing = models.BooleanField(_("a mail also when nothing waits"), default=False)
    _after: dict[str, Any] | None = None

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="digest_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.player_id} {self.at}"

    def goes_on(self, *, told_until: datetime, next_at: datetime) -> None:
        """Once this one is settled."""
        self._after = {"created_at": told_until, "due_at": next_at, "tries": 0}

    def not_kept(self) -> dict[str, Any]:
        return self._after or {}


class Thread(models.Model):
    """All that one player is told about the same; mail programs show it together."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64, help_text="As in notices.")
    muted = models.BooleanField(default=False, help_text="The player wants no mails about it.")
    mailed_at = models.DateTimeField(null=True, help_text="When a mail went last; warnings do not count.")
    mailed_notice = models.BigIntegerField(null=True, help_text="Whose mail that was.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="thread_once")]
        indexes = [models.Index(fields=["mailed_at"], name="thread_quiet", condition=Q(muted=False))]

    def __str__(self) -> str:
        return f"{self.player_id} {self.key}"


class AccountMail(Outgoing):
    """One mail about an account, most with a code or a link that only its reader may have: its words are gone
    as soon as it is settled, and its address with them where nobody has an account by it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("player"),
        help_text=_("Empty where the address belongs to nobody."),
    )
    address = models.EmailField(_("e-mail address"), blank=True)
    kind = models.CharField(_("kind"), max_length=100, help_text=_("The name of its template."))
    subject = models.CharField(max_length=200, blank=True)
    body = models.TextField(blank=True)
    good_until = models.DateTimeField(
        _("good until"), null=True, help_text=_("Its code is worth nothing after that.")
    )

    class Meta:
        verbose_name = _("account e-mail")
        verbose_name_plural = _("account e-mails")
        indexes = [
            models.Index(fields=["due_at"], name="account_mail_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["created_at"], name="account_mail_settled", condition=Q(due_at__isnull=True)
            ),
            models.Index(fields=["address"], name="account_mail_address"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def not_kept(self) -> dict[str, Any]:
        words = {"subject": "", "body": ""}
        return words if self.player_id else {**words, "address": ""}


# Found by the framework where the app has its models.
from notices.push.models import PushDevice as PushDevice  # noqa: E402
