"""Accounts to look up. What staff may do to them is done by services, each with a reason."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import Player
from accounts.staff.acts import ACTS
from upkeep.admin import ActsWithReason

# These could be changed here without a reason; the last two show keys of second factors and of sessions.
admin.site.unregister([Group, EmailAddress, Authenticator, UserSession])

LABELS: Final[dict[str, Promise]] = {
    "close": gettext_lazy("Close this account"),
    "reopen": gettext_lazy("Open this account again"),
    "make-staff": gettext_lazy("Make staff"),
    "end-staff": gettext_lazy("Staff no more"),
    "remove-second-factor": gettext_lazy("Remove the second factor"),
}


@admin.register(Player)
class PlayerAdmin(ActsWithReason):
    """Names, addresses and passwords are changed by their owners."""

    list_display = ["name", "kind", "bot_level", "email", "is_active", "is_staff", "date_joined"]
    list_filter = ["kind", "is_active", "is_staff", ("refused_address", admin.EmptyFieldListFilter)]
    search_fields = ["name", "name_key", "email", "=public_id"]
    fields = [
        "public_id", "name", "email", "kind", "bot_level", "refused_address", "date_joined",
        "last_login",
        "is_active", "is_staff", "is_superuser",
    ]  # fmt: skip
    acts = ACTS
    labels = LABELS
    act_template = "admin/accounts/player/act.html"

    def done_to(self, shown: Player) -> dict[str, Player]:
        return {"player": shown}
