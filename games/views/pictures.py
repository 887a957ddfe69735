"""Pictures of a game: for whom its page exists, and made so that they can be kept."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from board.picture.apart import SECONDS, TooSlow
from games.access import game_for_request
from games.models import Game, Visibility
from games.table.pictures import (
    chart_png,
    kept_png,
    picture_of,
    picture_version,
    thumbnail_of,
    thumbnail_version,
)
from upkeep.answers import TooManyRequests
from upkeep.limits import Limit, check_limit, place_of

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
SHARED_SECONDS: Final = 300
"""For so long nobody asks again; the names may change."""
THUMBNAIL_SECONDS: Final = 24 * 3600
"""Its address changes with the game."""

DRAWN: Final = Limit("picture", most=60, seconds=60)
"""Pictures drawn for one visitor; what is kept is not counted."""
IN_HAND: Final = 4
"""Pictures in a web server: one is drawn, the others wait for that. Its other threads are for pages."""
BUSY_SECONDS: Final = 2
SLOW_SECONDS: Final = 30
"""When a picture that took too long is asked for again."""
_in_hand: Final = threading.BoundedSemaphore(IN_HAND)
_drawing: Final = threading.Lock()


@require_safe
def picture_svg(request: HttpRequest, public_id: str, number: int) -> HttpResponseBase:
    """The table after an entry of the log; 0: the empty table."""
    game, language = game_for_request(request, public_id), _language(request)
    version = picture_version(game, number, language)

    def draw() -> bytes:
        return picture_of(game, number, language=language).encode()

    return _answer(request, game, f"{version}-svg", SVG, draw, SHARED_SECONDS)


@require_safe
def picture_png(request: HttpRequest, public_id: str, number: int) -> HttpResponseBase:
    """As above; 429 in a line of plain text where too many are asked for, 503 where it takes too long."""
    game, language = game_for_request(request, public_id), _language(request)
    version = picture_version(game, number, language)

    def draw() -> bytes:
        return kept_png(game, version) or _drawn(request, game, number, language)

    try:
        return _answer(request, game, f"{version}-png", PNG, draw, SHARED_SECONDS)
    except TooManyRequests as busy:
        return _later(gettext("Many pictures are being drawn. Try again in a moment."), 429, busy.retry_after)
    except TooSlow:
        return _later(gettext("Drawing this picture takes too long. Try again soon."), 503, SLOW_SECONDS)


def _later(words: str, status: int, seconds: int) -> HttpResponse:
    answer = HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")
    answer["Retry-After"], answer["Cache-Control"] = str(seconds), "no-store"
    return answer


def _drawn(request: HttpRequest, game: Game, number: int, language: str) -> bytes:
    """Raises TooManyRequests, TooSlow (also where only others are drawn meanwhile), and Http404: no such
    entry."""
    check_limit(DRAWN, place_of(request))
    if not _in_hand.acquire(blocking=False):
        raise TooManyRequests(retry_after=BUSY_SECONDS)
    try:
        return _drawn_in_turn(game, number, language)
    finally:
        _in_hand.release()


def _drawn_in_turn(game: Game, number: int, language: str) -> bytes:
    if not _drawing.acquire(timeout=SECONDS):
        raise TooSlow
    try:
        version = picture_version(game, number, language)
        kept = kept_png(game, version)  # by whoever drew before
        return kept or chart_png(game, version, picture_of(game, number, language=language))
    finally:
        _drawing.release()


def _language(request: HttpRequest) -> str:
    """Of the address, lest one cache gives a picture to readers of another language."""
    asked = request.GET.get("lang", "")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@require_safe
def thumbnail(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The present table very small, for lists."""
    game = game_for_request(request, public_id)
    answer = _answer(
        request, game, thumbnail_version(game), SVG, lambda: thumbnail_of(game).encode(), THUMBNAIL_SECONDS
    )
    # Kept for long under an address that anybody can make up beforehand: not where others get it from.
    answer["Cache-Control"] = f"private, max-age={THUMBNAIL_SECONDS}"
    return answer


def _answer(
    request: HttpRequest, game: Game, version: str, kind: str, draw: Callable[[], bytes], seconds: int
) -> HttpResponseBase:
    """The picture, or 304 without drawing it for whoever has it."""
    etag = quote_etag(version)
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(draw())
    answer["Content-Type"] = kind
    public = game.visibility == Visibility.PUBLIC
    answer["ETag"] = etag
    answer["Cache-Control"] = f"{'public' if public else 'private'}, max-age={seconds}"
    if public:
        # Meant to be shown elsewhere.
        answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
