"""Headers every answer of the house carries."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control


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
