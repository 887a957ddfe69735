"""Clubs to look at, and what players have reported of them; what staff do to them goes through services, each
with a reason. Of a hidden club nothing is shown before somebody says why it is looked at."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from accounts.models import Player
from clubs.models import Club, ClubReport, Membership
from clubs.names import LONGEST_CLUB_NAME
from clubs.services.staff import (
    clear_club,
    close_club_as_staff,
    look_at_club,
    rename_club,
    settle_club_reports,
)
from upkeep.admin import ActsWithReason, LooksWithReason, ReadOnly, ReasonForm


class MembershipInline(ReadOnly, admin.TabularInline):
    model = Membership
    fields = ["player", "role", "joined_at"]
    ordering = ["joined_at"]


class RenameForm(ReasonForm):
    name = forms.CharField(label=gettext_lazy("New name"), max_length=LONGEST_CLUB_NAME)
    field_order = ("name", "reason")


ACTS: Final = {"rename": rename_club, "clear": clear_club, "close": close_club_as_staff}
LABELS: Final = {
    "rename": gettext_lazy("Give it another name"),
    "clear": gettext_lazy("Take away what it says of itself"),
    "close": gettext_lazy("Close it"),
}
FORMS: Final = {"rename": RenameForm}


@admin.register(Club)
class ClubAdmin(LooksWithReason):
    acts = ACTS
    labels = LABELS
    forms = FORMS
    look_title = gettext_lazy("Look at a hidden club")
    inlines = [MembershipInline]
    list_display = ["public_id", "called", "size", "hidden", "joining", "created_at", "closed_at"]
    list_filter = ["hidden", "joining"]
    search_fields = ["public_id", "name"]
    ordering = ["-created_at"]

    @admin.display(description=gettext_lazy("name"))
    def called(self, club: Club) -> str:
        return "–" if club.hidden else club.name

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Club], search_term: str
    ) -> tuple[QuerySet[Club], bool]:
        """Of hidden clubs no name is found out by looking for it."""
        found, several = super().get_search_results(request, queryset, search_term)
        return found.filter(Q(hidden=False) | Q(public_id=search_term)) if search_term else found, several

    def is_private(self, shown: Club) -> bool:
        return shown.hidden

    def look(self, staff: Player, shown: Club, reason: str) -> None:
        look_at_club(staff=staff, club=shown, reason=reason)

    def done_to(self, shown: Club) -> dict[str, Any]:
        return {"club": shown}


@admin.register(ClubReport)
class ClubReportAdmin(ActsWithReason):
    """What players want staff to look at; each act settles all reports of the club that wait."""

    acts = {**ACTS, "settle": settle_club_reports}
    labels = {**LABELS, "settle": gettext_lazy("Leave it: settled")}
    forms = FORMS
    list_display = ["created_at", "settled_at", "reporter", "club", "said", "reason"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter)]
    list_select_related = ["club", "reporter"]
    fields = ["created_at", "settled_at", "reporter", "reason", "club", "said"]
    ordering = ["-pk"]
    act_template = "admin/clubs/clubreport/act.html"

    def done_to(self, shown: ClubReport) -> dict[str, Any]:
        return {"club": shown.club}

    def judged(self, shown: ClubReport) -> Club:
        return shown.club
