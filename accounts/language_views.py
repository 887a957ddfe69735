"""The choice of a language at the foot of every page."""

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.services import choose_language


def remember_language(response: HttpResponse, language: str) -> HttpResponse:
    """With the browser, for when nobody is logged in; empty: as the browser itself asks."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite=settings.LANGUAGE_COOKIE_SAMESITE)
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """A cookie for this browser, and the setting of whoever is logged in."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        raise BadRequest("no such language")
    if request.user.is_authenticated:
        choose_language(player=request.user, language=chosen)
    return remember_language(redirect(_where_from(request)), chosen)


def _where_from(request: HttpRequest) -> str:
    """The page with the button, as the browser names it; the address may be a secret, which no page repeats.

    The answer to a form may have an address that cannot be opened; from there it goes home.
    """
    page = request.headers.get("referer", "")
    safe = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if safe and "home" not in request.POST else "/"
