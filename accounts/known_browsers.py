"""Browsers that a player has logged in with: who guesses elsewhere does not lock the player out of them.

The cookie says so and opens nothing: it only puts wrong passwords from this browser into a count of their own
(OWASP calls it a device cookie).
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.models import Player

KEPT_FOR: Final = timedelta(days=365)
_SALT: Final = "accounts.known_browsers"
_PLAYERS: Final = 5
"""So many players of one browser are remembered."""


def remember_browser(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """From now on this browser is one the player has logged in with."""
    known = _known(request)
    known.pop(player.public_id, None)
    known[player.public_id] = secrets.token_urlsafe(9)
    for forgotten in list(known)[:-_PLAYERS]:
        del known[forgotten]
    response.set_cookie(
        settings.KNOWN_COOKIE_NAME,
        signing.dumps(known, salt=_SALT),
        max_age=KEPT_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def name_of_browser(request: HttpRequest, player: Player | None) -> str:
    """What this browser is called for the player; empty if the player has never logged in with it."""
    return _known(request).get(player.public_id, "") if player else ""


def _known(request: HttpRequest) -> dict[str, str]:
    """The browser's own name for each player, the latest last; empty for a cookie that nobody here made."""
    try:
        known: dict[str, str] = signing.loads(
            request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=_SALT, max_age=KEPT_FOR
        )
    except signing.BadSignature:
        return {}
    return known
