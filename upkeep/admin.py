"""The acts of staff and the tallies, to look at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from upkeep.models import StaffAct, Tally


class ReadOnly:
    """For all staff to see and for nobody to change: what staff do goes through services."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_staff

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_staff

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["at", "staff", "act", "object_kind", "object_id", "reason"]
    list_filter = ["act", "object_kind"]
    list_select_related = ["staff"]
    search_fields = ["=object_id", "staff__name"]


@admin.register(Tally)
class TallyAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "label", "count", "total", "changed_at"]
    ordering = ["name", "label"]
