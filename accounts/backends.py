from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from accounts.models import Player
from upkeep.kept.compiled_query import CompiledQuery
from upkeep.watching.logs import bind


class PeopleBackend(AuthenticationBackend):
    """Only people log in with a password; a guest has only a session, and no session is ever a bot's."""

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        return isinstance(user, Player) and user.is_active and user.kind == Player.Kind.HUMAN

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Player | None:
        """By confirmed addresses only, and one password at the most is compared: how many have signed up with
        an address shows neither in the answer nor in its time. Whose account is closed is let in no further
        than to the page that says so: the account library looks."""
        email, password = credentials.get("email"), credentials.get("password")
        if not password:
            return None
        player = Player.objects.filter(email__iexact=email).first() if email else None
        if player is None:
            Player().set_password(password)  # which takes as long as comparing one
            return None
        return player if player.check_password(password) and player.is_human else None

    def get_user(self, user_id: int) -> Player | None:
        player = next(iter(_BY_ID(user_id)), None)
        if player is not None:
            bind(user=player.public_id)  # no line of the log looks anybody up
        return player


_BY_ID = CompiledQuery(
    lambda pk: Player.objects.filter(pk=pk, is_active=True).exclude(kind=Player.Kind.BOT), int
)
