"""Games and their logs to look at; secret alignments are on no page at all. What staff do in games, and about
talk that was reported, is done by services, each with a reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import Player
from board.words.refusals import sentence
from games.models import FormerPlayer, Game, LogEntry, Report, Seat, Status, TalkMessage, Visibility
from games.refusals import GameRefusal
from games.services import pause_game, resume_game
from games.services.deciding import decide_game, extend_clock, resign_for
from games.services.looking import look_as_staff
from games.services.talk import hide_message, settle_reports, show_message
from upkeep.admin import ActsWithReason, LooksWithReason, ReadOnly, ReasonForm


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    exclude = ["half_made"]


class LogEntryInline(ReadOnly, admin.TabularInline):
    model = LogEntry
    fields = ["number", "kind", "seat", "text", "created_at"]
    ordering = ["number"]


class SeatsForm(ReasonForm):
    """Of a game; its seats by their names."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(number, seat.shown_name) for number, seat in enumerate(game.seats.all())]
        for name in {"seat", "winners"} & set(self.fields):
            self.fields[name].choices = names


class ResignForm(SeatsForm):
    seat = forms.TypedChoiceField(label=gettext_lazy("For whom"), coerce=int, widget=forms.RadioSelect)
    field_order = ("seat", "reason")


class PublicReasonForm(ReasonForm):
    """The table itself says why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Whoever may watch the game can read it, in the list of turns."),
    )


class ExtendForm(PublicReasonForm):
    hours = forms.IntegerField(label=gettext_lazy("Hours"), min_value=1, max_value=24 * 14)
    field_order = ("hours", "reason")


class DecideForm(SeatsForm):
    winners = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who wins, or draws"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    draw = forms.BooleanField(label=gettext_lazy("It is a draw of these"), required=False)
    field_order = ("winners", "draw", "reason")


def by_staff(service: Callable[..., Game]) -> Callable[..., Game]:
    """The service as an act: it says as a form does why not."""

    def act(*, staff: Player, game: Game, reason: str) -> Game:
        try:
            return service(game_id=game.pk, by=staff, reason=reason)
        except GameRefusal as refusal:
            raise ValidationError(sentence(refusal)) from refusal

    return act


@admin.register(Game)
class GameAdmin(LooksWithReason):
    look_title = gettext_lazy("Look at a game that is not for everybody to watch")
    acts = {
        "resign-for": resign_for,
        "extend": extend_clock,
        "pause": by_staff(pause_game),
        "resume": by_staff(resume_game),
        "decide": decide_game,
        "void": decide_game,
    }
    labels = {
        "resign-for": gettext_lazy("Resign for a player"),
        "extend": gettext_lazy("Give the player to move more time"),
        "pause": gettext_lazy("Pause it: its clocks stand still"),
        "resume": gettext_lazy("End the pause"),
        "decide": gettext_lazy("Decide, or correct the result"),
        "void": gettext_lazy("End it void: it counts for nobody"),
    }
    forms = {
        "resign-for": ResignForm,
        "extend": ExtendForm,
        "pause": PublicReasonForm,
        "resume": PublicReasonForm,
        "decide": DecideForm,
    }

    inlines = [SeatInline, LogEntryInline]
    exclude = ["creation_key"]
    list_display = ["public_id", "status", "variant", "players", "log_number", "changed_at", "bot_due_at"]
    list_filter = ["status", "variant"]
    search_fields = ["public_id__startswith"]
    ordering = ["-pk"]

    def is_private(self, shown: Game) -> bool:
        return shown.visibility != Visibility.PUBLIC

    def look(self, staff: Player, shown: Game, reason: str) -> None:
        look_as_staff(staff=staff, game=shown, reason=reason)

    def done_to(self, shown: Game) -> dict[str, Game]:
        return {"game": shown}

    def form_of(self, act: str, shown: Game) -> Callable[..., ReasonForm]:
        form = super().form_of(act, shown)
        return partial(form, game=shown) if issubclass(form, SeatsForm) else form


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, admin.ModelAdmin):
    """Of games that everybody may watch; those of others stand on the page of the game, which asks why."""

    exclude = ["key"]
    list_display = ["game", "number", "kind", "seat", "text", "created_at"]
    list_filter = ["kind"]
    list_select_related = ["game"]
    search_fields = ["game__public_id__exact"]
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        entries: QuerySet[LogEntry] = super().get_queryset(request)
        return entries.filter(game__visibility=Visibility.PUBLIC)


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Not from games that run in which the reader sits or sat: others talk there of what players do not
        hear."""
        sits = Seat.objects.filter(player=request.user).values("game")
        sat = FormerPlayer.objects.filter(player=request.user).values("seat__game")
        own = Game.objects.filter(Q(pk__in=sits) | Q(pk__in=sat), status=Status.RUNNING)
        reports: QuerySet[Report] = super().get_queryset(request)
        return reports.exclude(message__game__in=own.values("pk"))

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

    def judged(self, shown: Report) -> TalkMessage:
        return shown.message
