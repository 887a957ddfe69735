"""Where a player is logged in, and the end of all that at once."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import F

from accounts.models import Player


def sessions_of(player: Player) -> list[UserSession]:
    """The living sessions, the latest first; what has ended meanwhile is cleared away."""
    return sorted(UserSession.objects.purge_and_list(player), key=lambda each: each.created_at, reverse=True)


@transaction.atomic
def forget_sessions(*, player: Player) -> None:
    """Ends every session of the player, listed or not, from the next request on. `player` is brought up to
    date."""
    for session in UserSession.objects.filter(user=player):
        session.end()
    Player.objects.filter(pk=player.pk).update(sessions_ended=F("sessions_ended") + 1)
    player.refresh_from_db(fields=["sessions_ended"])
