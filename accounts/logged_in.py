"""Where a player is logged in, and the end of that: of one session, or of all at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from accounts.browsers import in_words
from accounts.models import Player
from upkeep.clock import local_now

LISTED: Final = "listed"
"""In a session that stands in its player's list."""
SEEN_SECONDS: Final = 3600
"""So often, by each process, it is written down that a session is in use."""
_MOST_KEPT: Final = 10_000
_hours: dict[str, int] = {}
"""The hour for which this process has written that down, by session."""


@dataclass(frozen=True, slots=True)
class Place:
    """A browser that somebody is logged in with."""

    pk: int
    is_this_one: bool
    browser: str
    user_agent: str
    ip: str
    since: datetime
    seen: datetime


def places_of(player: Player, *, current: str | None) -> list[Place]:
    """The living sessions, this one first, then the latest seen; what has ended meanwhile is cleared away.

    `current` is the key of the session that asks.
    """
    listed = [
        Place(
            each.pk,
            each.session_key == current,
            in_words(each.user_agent),
            each.user_agent,
            each.ip,
            each.created_at,
            each.last_seen_at,
        )
        for each in UserSession.objects.purge_and_list(player)
    ]
    return sorted(listed, key=lambda each: (each.is_this_one, each.seen, each.pk), reverse=True)


def begin_to_list(request: HttpRequest) -> None:
    """The account library has put the session into the list."""
    request.session[LISTED] = True


def see_session(request: HttpRequest) -> None:
    """Writes down that the session of a logged-in player is in use, now and then: a look costs no query."""
    key = request.session.session_key
    hour = int(local_now().timestamp() // SEEN_SECONDS)
    if key is None or not request.session.get(LISTED) or _hours.get(key) == hour:
        return
    if len(_hours) >= _MOST_KEPT:
        _hours.clear()
    _hours[key] = hour
    UserSession.objects.filter(session_key=key).update(last_seen_at=local_now())


@transaction.atomic
def forget_session(*, player: Player, pk: int) -> bool:
    """Ends one session of the list, from its next request on; False: the player has no such one any more."""
    session = UserSession.objects.filter(user=player, pk=pk).first()
    if session is None:
        return False
    session.end()
    return True


@transaction.atomic
def forget_sessions(*, player: Player) -> None:
    """Ends every session of the player, listed or not, from the next request on. `player` is brought up to
    date."""
    for session in UserSession.objects.filter(user=player):
        session.end()
    Player.objects.filter(pk=player.pk).update(sessions_ended=F("sessions_ended") + 1)
    player.refresh_from_db(fields=["sessions_ended"])
