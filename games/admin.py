"""Games and their logs to look at, never to change; secret alignments are on no page at all. What staff do
about talk that was reported is done by services, each with a reason."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin import ReasonForm
from games.models import Game, LogEntry, Report, Seat
from games.services.talk import hide_message, settle_reports, show_message
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


ACTS: Final = {"hide": hide_message, "show": show_message, "settle": settle_reports}
LABELS: Final[dict[str, Promise]] = {
    "hide": gettext_lazy("Take the message away"),
    "show": gettext_lazy("Bring the message back"),
    "settle": gettext_lazy("Leave it: settled"),
}


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):
    """What players want staff to look at."""

    list_display = ["created_at", "settled_at", "reporter", "author", "said", "reason"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter)]
    list_select_related = ["message__author", "reporter"]
    fields = ["created_at", "settled_at", "reporter", "reason", "author", "said", "game"]
    ordering = ["-pk"]
    change_form_template = "admin/games/report/look.html"

    @admin.display(description=gettext_lazy("author"))
    def author(self, report: Report) -> str:
        return report.message.author.name

    @admin.display(description=gettext_lazy("message"))
    def said(self, report: Report) -> str:
        return report.message.text

    @admin.display(description=gettext_lazy("game"))
    def game(self, report: Report) -> str:
        return report.message.game.public_id

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.act)
        return [path("<int:pk>/act/<slug:act>/", view, name="games_report_act"), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        more = {"acts": LABELS, "pk": object_id, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, more)

    def act(self, request: HttpRequest, pk: int, act: str) -> HttpResponse:
        if act not in ACTS:
            raise Http404
        report = get_object_or_404(Report.objects.select_related("message__author"), pk=pk)
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                ACTS[act](staff=request.user, message_id=report.message_id, reason=reason)
            except ValidationError as refusal:
                form.add_error(None, refusal)
            else:
                messages.success(request, _("That is done and written down."))
                return redirect("admin:games_report_change", report.pk)
        context = {
            **self.admin_site.each_context(request), "title": LABELS[act], "report": report, "form": form,
            "opts": self.opts,
        }  # fmt: skip
        return render(request, "admin/games/report/act.html", context, status=422 if form.errors else 200)
