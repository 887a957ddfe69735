"""Headers every answer of the house carries, and cookies that have got other names."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from accounts.known_browsers import KEPT_FOR

OF_THIS_HOST: Final = "__Host-"


def house_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Keeps pages out of caches and other sites' frames.

    A page may show what only its viewer may see, and even a public one carries the viewer's menu: no cache,
    not even the browser's, keeps an HTML page or anything said to somebody with a session. What says itself
    how long it may be kept, such as a picture, then stays in that browser. Static files keep their own
    headers.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        )
        is_page = response.headers.get("Content-Type", "text/html").startswith("text/html")
        # Static files are answered before there is a session.
        with_session = hasattr(request, "session") and not request.session.is_empty()
        if is_page or (with_session and "Cache-Control" not in response):
            response["Cache-Control"] = "private, no-store"
        elif with_session:
            patch_cache_control(response, private=True)
        return response

    return middleware


def cookies_of_before(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Who is logged in from the release before stays so: its cookies had names without `__Host-`.

    To be taken away with the next release: as long as they count, a neighbour under the same domain can plant
    one in a browser that has none of the new name.
    """
    ages = {
        settings.SESSION_COOKIE_NAME: settings.SESSION_COOKIE_AGE,
        settings.CSRF_COOKIE_NAME: settings.CSRF_COOKIE_AGE,
        settings.LANGUAGE_COOKIE_NAME: settings.LANGUAGE_COOKIE_AGE,
        settings.KNOWN_COOKIE_NAME: int(KEPT_FOR.total_seconds()),
    }
    old_names = {name: name.removeprefix(OF_THIS_HOST) for name in ages if name.startswith(OF_THIS_HOST)}
    if not old_names:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        before = {name: request.COOKIES[old] for name, old in old_names.items() if old in request.COOKIES}
        taken = {name: value for name, value in before.items() if name not in request.COOKIES}
        request.COOKIES.update(taken)
        response = get_response(request)
        for name, value in taken.items():
            if name not in response.cookies:
                response.set_cookie(
                    name, value, max_age=ages[name], secure=True, httponly=True, samesite="Lax"
                )
        for name in before:
            response.delete_cookie(old_names[name], samesite="Lax")
        return response

    return middleware
