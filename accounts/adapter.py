"""Where the account library meets our players."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.reading import language_to_keep
from accounts.sessions import where_to_go_on
from upkeep.answers import Conflict


def display_name(player: Player) -> str:
    return player.name


class AccountAdapter(DefaultAccountAdapter):
    def save_user(self, request: HttpRequest, user: Player, form: Form, commit: bool = True) -> Player:
        user.name = form.cleaned_data["name"]
        user.language = language_to_keep()
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError as error:  # a double click, or somebody was faster
            raise Conflict(
                _("Somebody has signed up with this name or address in this very moment."),
                back=reverse("account_signup"),
            ) from error

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """On to where the visitor was going; the code of a guest who signs up comes by here too."""
        address: str = where_to_go_on(request) or super().get_login_redirect_url(request)
        return address

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """The name is chosen in the form and never made up."""
