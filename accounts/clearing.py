"""Clearing away what nobody comes back for: sessions that have expired, and guests."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Player
from accounts.signals import guest_gone
from upkeep.clock import database_now

AT_ONCE: Final = 500
LISTED_FOR: Final = timedelta(hours=1)
"""So long a session may be in the list of a player before it has to be among the sessions."""


def clear_expired_sessions() -> int:
    """Deletes sessions whose time is over, the oldest first, and their places in the lists of players; how
    many of both."""
    now = database_now()
    expired = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    keys = list(expired.values_list("pk", flat=True)[:AT_ONCE])
    ended, _each = Session.objects.filter(pk__in=keys, expire_date__lt=now).delete() if keys else (0, {})
    living = Exists(Session.objects.filter(pk=OuterRef("session_key")))
    left = UserSession.objects.filter(
        ~living, created_at__lt=now - LISTED_FOR, last_seen_at__lt=now - LISTED_FOR
    )
    listed = list(left.values_list("pk", flat=True)[:AT_ONCE])
    cleared, _each = UserSession.objects.filter(pk__in=listed).delete() if listed else (0, {})
    return ended + cleared


def gone_guests() -> QuerySet[Player]:
    """Guests whose only way in, the session of their browser, has run out."""
    since = database_now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    guests = Player.objects.filter(kind=Player.Kind.GUEST, is_active=True)
    return guests.alias(last_in=Coalesce("last_login", "date_joined")).filter(last_in__lt=since)


@transaction.atomic
def forget_guest(*, guest: Player) -> None:
    """Deletes a guest, or closes the account for good if games, words or acts hang on it.

    The apps above hear `guest_gone` first. Locks the guest; who has signed up meanwhile stays.
    """
    found = Player.objects.select_for_update().filter(pk=guest.pk, kind=Player.Kind.GUEST).first()
    if found is None:
        return
    guest_gone.send(sender=Player, player=found)
    try:
        with transaction.atomic():
            found.delete()
    except ProtectedError:
        found.is_active = False
        found.time_zone = found.language = ""
        found.save(update_fields=["is_active", "time_zone", "language"])
