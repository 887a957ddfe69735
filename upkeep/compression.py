"""Answers are compressed by the site itself, whatever stands in front of it.

The length of a compressed page tells how well its parts fit together, so that who can have a page made with
words of his own in it, and see its length, may guess what else is in it (the BREACH attack). Every answer is
therefore made longer by chance (Django's `GZipMiddleware`), and one that holds what nobody may guess is not
compressed at all: whoever reads such a thing says so by `hold_secret`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware

WORTH_IT: Final = ("text/", "application/json", "image/svg+xml")
_secret: ContextVar[bool] = ContextVar("the answer in the making holds a secret", default=False)


def hold_secret() -> None:
    """The answer in the making is not compressed; outside of one it does nothing."""
    _secret.set(True)


def compressed(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """What is streamed stays as it is: what it will hold is not known yet."""
    gzip = GZipMiddleware(get_response)

    def middleware(request: HttpRequest) -> HttpResponse:
        before = _secret.set(False)
        try:
            response = get_response(request)
            plain = _secret.get()
        finally:
            _secret.reset(before)
        if plain or response.streaming or not response.get("Content-Type", "").startswith(WORTH_IT):
            return response
        return gzip.process_response(request, response)

    return middleware
