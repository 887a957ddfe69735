"""What a player prefers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.reading import zone_named

GetResponse = Callable[[HttpRequest], HttpResponse]


def player_preferences(get_response: GetResponse) -> GetResponse:
    """Shows times in the reader's zone and, if the reader chose a language, texts in that language."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zone_named(user.time_zone)):
            return get_response(request)

    return middleware
