"""Clubs to look at; what staff do to them goes through services, each with a reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy

from clubs.models import Club, Membership
from clubs.names import LONGEST_CLUB_NAME
from clubs.services.staff import clear_club, close_club_as_staff, rename_club
from upkeep.admin import ActsWithReason, ReadOnly, ReasonForm


class MembershipInline(ReadOnly, admin.TabularInline):
    model = Membership
    fields = ["player", "role", "joined_at"]
    ordering = ["joined_at"]


class RenameForm(ReasonForm):
    name = forms.CharField(label=gettext_lazy("New name"), max_length=LONGEST_CLUB_NAME)
    field_order = ("name", "reason")


@admin.register(Club)
class ClubAdmin(ActsWithReason):
    acts = {"rename": rename_club, "clear": clear_club, "close": close_club_as_staff}
    labels = {
        "rename": gettext_lazy("Give it another name"),
        "clear": gettext_lazy("Take away what it says of itself"),
        "close": gettext_lazy("Close it"),
    }
    forms = {"rename": RenameForm}
    inlines = [MembershipInline]
    list_display = ["public_id", "name", "size", "hidden", "joining", "created_at", "closed_at"]
    list_filter = ["hidden", "joining"]
    search_fields = ["public_id", "name"]
    ordering = ["-created_at"]

    def done_to(self, shown: Club) -> dict[str, Any]:
        return {"club": shown}
