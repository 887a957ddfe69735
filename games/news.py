"""What an open table asks every few seconds: has anything happened?

"No" is said without session and without SQL. The address that asks carries a seal, by which the site knows
what it told whom: this game, at this version, to the holder of this session cookie, not long ago. Somebody
who may not see the game any more learns from it, for less than a day, that nothing has happened since he
still might. Whatever is new is told by the view alone, which checks what it always checks.

The version lies in the cache, where a commit that changes it puts it. What is lost there is fetched again by
one small query, and what has become wrong there does not last.
"""

from __future__ import annotations

import time
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.http import HttpRequest

from games.access import VERSION_FIELDS, version_of
from games.models import Game

KEPT_SECONDS: Final = 20
"""The longest that a version in the cache can be wrong: one that could not be replaced while the cache was
away, or one read just before a commit."""
PERIOD: Final = 12 * 3600
"""A seal is good until the end of the period after the one in which it was made."""


def sealed(request: HttpRequest, public_id: str, version: str) -> dict[str, str]:
    """What an address that asks for news carries: the version that the answer shows, and its seal."""
    return {"after": version, "seal": _signer().signature(_claim(request, public_id, version, _period()))}


def is_sealed(request: HttpRequest, public_id: str) -> bool:
    """Whether this request asks for news of what the site itself has told this visitor lately."""
    version, seal = request.GET.get("after", ""), request.GET.get("seal", "")
    return any(_holds(_claim(request, public_id, version, _period() - ago), seal) for ago in (0, 1))


def version_now(public_id: str) -> str | None:
    """`version_of` the game, from the cache or else by one query; None when there is no such game."""
    version: str | None = cache.get(_key(public_id))
    if version is None:
        game = Game.objects.only(*VERSION_FIELDS).filter(public_id=public_id).first()
        if game is None:
            return None
        version = version_of(game)
        # A commit between the query and here has told a newer one, which `add` leaves alone.
        cache.add(_key(public_id), version, KEPT_SECONDS)
    return version


def tell_version(game: Game) -> None:
    """Lets open tables know of the game as it stands, once the transaction is committed; never before, and
    not at all when it is rolled back. For every service that changes `version_of` a game."""
    key, version = _key(game.public_id), version_of(game)

    def tell() -> None:
        cache.set(key, version, KEPT_SECONDS)

    # The turn counts, whatever becomes of the cache.
    transaction.on_commit(tell, robust=True)


def _signer() -> Signer:
    return Signer(salt="games.news")


def _claim(request: HttpRequest, public_id: str, version: str, period: int) -> str:
    # The cookie itself, not the session: whoever has logged out or is somebody else now has another.
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return f"{public_id} {version} {period} {cookie}"


def _holds(claim: str, seal: str) -> bool:
    try:
        _signer().unsign(f"{claim}:{seal}")
    except BadSignature:
        return False
    return True


def _period() -> int:
    return int(time.time()) // PERIOD


def _key(public_id: str) -> str:
    return f"version:{public_id}"
