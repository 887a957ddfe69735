"""What is kept of somebody's notices, and of the ways by which they come, for who takes it away."""

from __future__ import annotations

from typing import Final

from accounts.own_data.parts import Part, Why, add_parts
from notices.feeds.models import CalendarMark, FeedLink
from notices.hooks.models import Hook
from notices.models import AccountMail, Delivery, Digest, Notice, Preferences, PushDevice, Thread

SETTLED: Final = ("created_at", "due_at", "tries", "sent_at", "dropped", "answer")
"""Of whatever goes out."""


def register_all() -> None:
    add_parts(
        Part(
            "notices",
            Notice,
            lambda player: Notice.objects.filter(player=player),
            ("player", "kind", "key", "news", "held_until", "seen_at", *SETTLED),
            kept_back={"game": Why.ORDER},
        ),
        Part(
            "deliveries",
            Delivery,
            lambda player: Delivery.objects.filter(notice__player=player),
            ("notice", "channel", "held_until", *SETTLED),
            kept_back={"target": Why.ORDER},
        ),
        Part(
            "what_reaches_you",
            Preferences,
            lambda player: Preferences.objects.filter(player=player),
            ("player", "topics", "quiet_from", "quiet_to", "urgent_at_night", "words_shown"),
        ),
        Part(
            "told_elsewhere",
            Hook,
            lambda player: Hook.objects.filter(player=player),
            (
                "player",
                "about",
                "name",
                "schema",
                "created_at",
                "tried_at",
                "last_answer",
                "failing_since",
                "off_at",
            ),
            kept_back={"address": Why.KEY, "secret": Why.KEY},
        ),
        Part(
            "feed_links",
            FeedLink,
            lambda player: FeedLink.objects.filter(player=player),
            ("made_at",),
            kept_back={"token": Why.KEY},
        ),
        Part(
            "calendar_marks",
            CalendarMark,
            lambda player: CalendarMark.objects.filter(player=player),
            ("player", "uid", "sequence", "changed_at"),
            kept_back={"said": Why.ORDER},
        ),
        Part(
            "push_devices",
            PushDevice,
            lambda player: PushDevice.objects.filter(player=player),
            (
                "player",
                "endpoint",
                "name",
                "created_at",
                "is_on",
                "off_reason",
                "last_reached_at",
                "failing_since",
                "tested_at",
                "arrived_at",
            ),
            kept_back={"p256dh": Why.KEY, "auth": Why.KEY},
        ),
        Part(
            "daily_mail",
            Digest,
            lambda player: Digest.objects.filter(player=player),
            ("at", "weekdays", "when_nothing", *SETTLED),
        ),
        Part(
            "threads",
            Thread,
            lambda player: Thread.objects.filter(player=player),
            ("player", "key", "muted", "mailed_at"),
            kept_back={"mailed_notice": Why.ORDER},
        ),
        Part(
            "account_mails",
            AccountMail,
            lambda player: AccountMail.objects.filter(player=player),
            ("player", "address", "kind", "good_until", *SETTLED),
            kept_back={"subject": Why.KEY, "body": Why.KEY},
        ),
    )
