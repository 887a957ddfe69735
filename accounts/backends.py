from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.models import Player
from upkeep.kept.prepared import Prepared


class PeopleBackend(AuthenticationBackend):
    """Only people log in with a password; a guest has only a session, and no session is ever a bot's."""

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        return isinstance(user, Player) and user.is_active and user.kind == Player.Kind.HUMAN

    def _authenticate_by_email(self, email: str, password: str) -> Player | None:
        """By confirmed addresses only, and one password at the most is compared: how many have signed up with
        an address shows neither in the answer nor in its time."""
        player = Player.objects.filter(email__iexact=email).first() if email else None
        return self._check_password(player, password)

    def get_user(self, user_id: int) -> Player | None:
        return next(iter(_BY_ID(user_id)), None)


_BY_ID = Prepared(lambda pk: Player.objects.filter(pk=pk, is_active=True).exclude(kind=Player.Kind.BOT), int)
