from django.db.models import QuerySet

from accounts.models import Player
from accounts.names import name_key


def name_is_taken(name: str, *, by_other_than: Player | None = None) -> bool:
    """Whether somebody has this name or one that looks like it."""
    same = Player.objects.filter(name_key=name_key(name))
    return (same.exclude(pk=by_other_than.pk) if by_other_than else same).exists()


def bots_of_level(level: str) -> QuerySet[Player]:
    """The accounts of one level, always in the same order; an account holds at most one seat in a game."""
    return Player.objects.filter(kind=Player.Kind.BOT, bot_level=level, is_active=True).order_by("pk")
