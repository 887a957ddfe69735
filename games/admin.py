"""Games and their logs to look at, never to change; secret alignments are not here at all."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import Game, LogEntry, Seat


class ReadOnly:
    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


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
