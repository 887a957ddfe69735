"""The outbox to look at: what was sent to whom, and what a mail server said to what it refused; the words of
mails are on no page."""

from __future__ import annotations

from django.contrib import admin

from notices.models import AccountMail, Delivery, Notice
from upkeep.admin import ReadOnly
from upkeep.growing.staff_lists import LatelyUsedFilter


class Deliveries(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """By the channels besides mail."""

    model = Delivery
    fields = ("channel", "due_at", "tries", "sent_at", "dropped", "answer")
    extra = 0


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    fields = ["player", "kind", "key", "created_at", "due_at", "tries", "sent_at", "dropped", "answer"]
    list_display = ["created_at", "player", "kind", "due_at", "tries", "sent_at", "dropped", "answer"]
    list_filter = (("dropped", LatelyUsedFilter), ("kind", LatelyUsedFilter))
    list_select_related = ["player"]
    search_fields = ["player__name"]
    people = ("player",)
    inlines = (Deliveries,)
    ordering = ["-pk"]


@admin.register(AccountMail)
class AccountMailAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    fields = [
        "player", "address", "kind", "created_at", "due_at", "good_until", "tries", "sent_at", "dropped",
        "answer",
    ]  # fmt: skip
    list_display = ["created_at", "player", "address", "kind", "tries", "sent_at", "dropped", "answer"]
    list_filter = (("dropped", LatelyUsedFilter), ("kind", LatelyUsedFilter))
    list_select_related = ["player"]
    search_fields = ["player__name", "=address"]
    people = ("player",)
    exactly = ("address",)
    ordering = ["-pk"]
