"""Games and their logs to look at, never to change; secret alignments are on no page at all. What staff do
about talk that was reported is done by services, each with a reason."""

from __future__ import annotations

from typing import Final

from django.contrib import admin
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.models import Game, LogEntry, Report, Seat
from games.services.talk import hide_message, settle_reports, show_message
from upkeep.admin import ActsWithReason, ReadOnly


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    inlines = [SeatInline]
    list_display = ["public_id", "status", "variant", "players", "log_number", "changed_at", "bot_due_at"]
    list_filter = ["status", "variant"]
    search_fields = ["public_id"]
    ordering = ["-changed_at"]


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game", "number", "kind", "seat", "text", "created_at"]
    list_filter = ["kind"]
    list_select_related = ["game"]
    search_fields = ["=game__public_id"]
    ordering = ["-pk"]


ACTS: Final = {"hide": hide_message, "show": show_message, "settle": settle_reports}
LABELS: Final[dict[str, Promise]] = {
    "hide": gettext_lazy("Take the message away"),
    "show": gettext_lazy("Bring the message back"),
    "settle": gettext_lazy("Leave it: settled"),
}


@admin.register(Report)
class ReportAdmin(ActsWithReason):
    """What players want staff to look at."""

    list_display = ["created_at", "settled_at", "reporter", "author", "said", "reason"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter)]
    list_select_related = ["message__author", "reporter"]
    fields = ["created_at", "settled_at", "reporter", "reason", "author", "said", "game"]
    ordering = ["-pk"]
    acts = ACTS
    labels = LABELS
    act_template = "admin/games/report/act.html"

    @admin.display(description=gettext_lazy("author"))
    def author(self, report: Report) -> str:
        return report.message.author.name

    @admin.display(description=gettext_lazy("message"))
    def said(self, report: Report) -> str:
        return report.message.text

    @admin.display(description=gettext_lazy("game"))
    def game(self, report: Report) -> str:
        return report.message.game.public_id

    def done_to(self, shown: Report) -> dict[str, int]:
        return {"message_id": shown.message_id}
