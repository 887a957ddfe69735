"""Pictures of a game: for whom its page exists, and made so that they can be kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from games.access import game_for_request
from games.models import Game, Visibility
from games.table.pictures import digest_of, picture_of, png_of, thumbnail_of, thumbnail_version

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
SHARED_SECONDS: Final = 300
"""For so long nobody asks again; the names may change."""
THUMBNAIL_SECONDS: Final = 24 * 3600
"""Its address changes with the game."""


@require_safe
def picture_svg(request: HttpRequest, public_id: str, number: int) -> HttpResponseBase:
    """The table after an entry of the log; 0: the empty table."""
    game = game_for_request(request, public_id)
    svg = picture_of(game, number, language=_language(request))
    return _answer(request, game, f"{digest_of(svg)}-svg", SVG, svg.encode, SHARED_SECONDS)


@require_safe
def picture_png(request: HttpRequest, public_id: str, number: int) -> HttpResponseBase:
    game = game_for_request(request, public_id)
    svg = picture_of(game, number, language=_language(request))
    return _answer(request, game, f"{digest_of(svg)}-png", PNG, lambda: png_of(svg), SHARED_SECONDS)


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
