"""Where the account library meets our players."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.forms import Form
from django.http import HttpRequest

from accounts.models import Player


def display_name(player: Player) -> str:
    return player.name


class AccountAdapter(DefaultAccountAdapter):
    def save_user(self, request: HttpRequest, user: Player, form: Form, commit: bool = True) -> Player:
        user.name = form.cleaned_data["name"]
        return super().save_user(request, user, form, commit)

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """The name is chosen in the form and never made up."""
