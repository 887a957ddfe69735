"""The acts of staff, the tallies and the errors, to look at."""

from __future__ import annotations

from django.contrib import admin

from upkeep.admin.pages import ReadOnly
from upkeep.growing.staff_lists import LatelyUsedFilter
from upkeep.models import Fault, StaffAct, Tally


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["at", "staff", "asked_by", "act", "object_kind", "object_id", "internal", "reason"]
    list_filter = [("act", LatelyUsedFilter), ("object_kind", LatelyUsedFilter), "internal"]
    list_select_related = ["staff", "asked_by"]
    search_fields = ["=object_id", "staff__name"]
    people = ("staff",)
    exactly = ("object_id",)


@admin.register(Tally)
class TallyAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "label", "count", "total", "changed_at"]
    ordering = ["name", "label"]


@admin.register(Fault)
class FaultAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["headline", "process", "count", "first_at", "last_at", "mailed_at"]
    list_filter = [("process", LatelyUsedFilter)]
