"""Accounts to look up. What staff may do to them is done by services, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth import admin as _registers_groups  # noqa: F401  before they are taken out again
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import Player
from accounts.staff.acts import ACTS, LONGEST
from accounts.staff.selectors import acts_and_notes_on
from homeworlds.names import LONGEST_NAME
from upkeep.admin import ActsWithReason, ReasonForm

# These could be changed here without a reason; the last two show keys of second factors and of sessions.
admin.site.unregister([Group, EmailAddress, Authenticator, UserSession])

LABELS: Final[dict[str, Promise]] = {
    "warn": gettext_lazy("Warn"),
    "silence": gettext_lazy("Mute for a while"),
    "end-silence": gettext_lazy("Let talk again"),
    "suspend": gettext_lazy("Suspend for a while"),
    "end-suspension": gettext_lazy("Let play again"),
    "rename": gettext_lazy("Rename"),
    "address": gettext_lazy("Change the lost address"),
    "note": gettext_lazy("Note for staff"),
    "export": gettext_lazy("Export for the player"),
    "erase": gettext_lazy("Delete the account"),
    "close": gettext_lazy("Close this account"),
    "reopen": gettext_lazy("Open this account again"),
    "make-staff": gettext_lazy("Make staff"),
    "end-staff": gettext_lazy("Staff no more"),
    "remove-second-factor": gettext_lazy("Remove the second factor"),
}


class DaysForm(ReasonForm):
    days = forms.IntegerField(
        label=gettext_lazy("For how many days"), min_value=1, max_value=LONGEST.days, initial=7
    )
    field_order = ("days", "reason")


class NameForm(ReasonForm):
    name = forms.CharField(label=gettext_lazy("New name"), max_length=LONGEST_NAME)
    field_order = ("name", "reason")


class AddressForm(ReasonForm):
    address = forms.EmailField(
        label=gettext_lazy("New address"),
        help_text=gettext_lazy(
            "Ask for proof first, and say in the reason which it was. The old address is told."
        ),
    )
    field_order = ("address", "reason")


class NoteForm(ReasonForm):
    """The reason is the note itself, and staff keep it to themselves."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = gettext_lazy("Note")
        self.fields["reason"].help_text = gettext_lazy("All staff can read it, for ever, and nobody else.")


@admin.register(Player)
class PlayerAdmin(ActsWithReason):
    """Names, addresses and passwords are changed by their owners, or by services that write it down."""

    list_display = ["name", "kind", "bot_level", "email", "is_active", "is_staff", "date_joined"]
    list_filter = ["kind", "is_active", "is_staff", ("refused_address", admin.EmptyFieldListFilter)]
    search_fields = ["name", "name_key", "email", "public_id__exact"]
    fields = [
        "public_id", "name", "email", "kind", "bot_level", "refused_address", "date_joined", "last_login",
        "is_active", "suspended_until", "silenced_until", "is_staff", "is_superuser",
    ]  # fmt: skip
    forms: ClassVar[Mapping[str, type[ReasonForm]]] = {
        "silence": DaysForm, "suspend": DaysForm, "rename": NameForm, "address": AddressForm,
        "note": NoteForm,
    }  # fmt: skip
    acts = ACTS
    labels = LABELS
    act_template = "admin/accounts/player/act.html"

    def done_to(self, shown: Player) -> dict[str, Player]:
        return {"player": shown}

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With all that was done to the player and noted of him."""
        player = self.get_object(request, object_id)
        more = {"written": acts_and_notes_on(player) if player else (), **(extra_context or {})}
        return super().change_view(request, object_id, form_url, more)

    def after(self, request: HttpRequest, act: str, shown: Player, done: object) -> HttpResponse:
        if act != "export":
            return super().after(request, act, shown, done)
        name = f'attachment; filename="homeworlds-{shown.public_id}.json"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
        return HttpResponse(str(done), content_type="application/json", headers=headers)
