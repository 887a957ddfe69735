"""Games and their logs to look at, never to change; secret alignments are on no page at all."""

from __future__ import annotations

from django.contrib import admin

from games.models import Game, LogEntry, Seat
from upkeep.admin import ReadOnly


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
