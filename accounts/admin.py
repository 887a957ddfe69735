"""Accounts to look up. What staff may do to them is done by services, each with a reason."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from accounts.staff_services import ACTS
from upkeep.admin import ReadOnly

# These could be changed here without a reason, and the last one shows the keys of second factors.
admin.site.unregister([Group, EmailAddress, Authenticator])

LABELS: Final[dict[str, Promise]] = {
    "close": gettext_lazy("Close this account"),
    "reopen": gettext_lazy("Open this account again"),
    "make-staff": gettext_lazy("Make staff"),
    "end-staff": gettext_lazy("Staff no more"),
    "remove-second-factor": gettext_lazy("Remove the second factor"),
}


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("All staff can read it, for ever."),
    )


@admin.register(Player)
class PlayerAdmin(ReadOnly, admin.ModelAdmin):
    """Names, addresses and passwords are changed by their owners."""

    list_display = ["name", "kind", "bot_level", "email", "is_active", "is_staff", "date_joined"]
    list_filter = ["kind", "is_active", "is_staff"]
    search_fields = ["name", "name_key", "email", "=public_id"]
    fields = [
        "public_id", "name", "email", "kind", "bot_level", "date_joined", "last_login",
        "is_active", "is_staff", "is_superuser",
    ]  # fmt: skip
    change_form_template = "admin/accounts/player/look.html"

    def get_urls(self) -> list[URLPattern]:
        act = path(
            "<int:pk>/act/<slug:act>/", self.admin_site.admin_view(self.act), name="accounts_player_act"
        )
        return [act, *super().get_urls()]

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
        player = get_object_or_404(Player, pk=pk)
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                ACTS[act](staff=request.user, player=player, reason=form.cleaned_data["reason"])
            except ValidationError as refusal:
                form.add_error(None, refusal)
            else:
                messages.success(request, _("That is done and written down."))
                return redirect("admin:accounts_player_change", player.pk)
        context = {
            **self.admin_site.each_context(request), "title": LABELS[act], "player": player, "form": form,
            "opts": self.opts,
        }  # fmt: skip
        return render(request, "admin/accounts/player/act.html", context, status=422 if form.errors else 200)
