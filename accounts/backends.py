from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.models import Player


class PeopleBackend(AuthenticationBackend):
    """Only people log in with a password; a guest has only a session, and no session is ever a bot's."""

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        return isinstance(user, Player) and user.is_active and user.kind == Player.Kind.HUMAN

    def get_user(self, user_id: int) -> Player | None:
        return Player.objects.filter(pk=user_id, is_active=True).exclude(kind=Player.Kind.BOT).first()
