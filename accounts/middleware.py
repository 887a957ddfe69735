"""What a player prefers, and the house's own answers."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation

from accounts.reading import zone_named
from accounts.responses import HouseAnswer, render_answer

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


class HouseAnswers:
    """Turns a raised HouseAnswer into its page, and a bare 405 into the house's."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            page = render(request, "405.html", status=response.status_code)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return render_answer(request, exception) if isinstance(exception, HouseAnswer) else None
