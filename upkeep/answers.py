"""The house's answers for what cannot be done now.

Raise one anywhere in a view, and the middleware `HouseAnswers` draws its page.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class HouseAnswer(Exception):
    """A page of the house instead of the one asked for.

    `message` is a whole, translated sentence for the reader or empty for the page's own words; `back` is the
    address the page offers to go to, the home page if empty.
    """

    status: ClassVar[int]

    def __init__(self, message: str = "", *, back: str = "") -> None:
        super().__init__(message)
        self.message, self.back = message, back


class Forbidden(HouseAnswer):
    """Not this reader's to do."""

    status = 403


class Conflict(HouseAnswer):
    """Something has changed since the reader looked."""

    status = 409


class Gone(HouseAnswer):
    """It was here and will not come back."""

    status = 410


class TooManyRequests(HouseAnswer):
    status = 429

    def __init__(self, message: str = "", *, back: str = "", retry_after: int = 60) -> None:
        super().__init__(message, back=back)
        self.retry_after = retry_after


def render_answer(request: HttpRequest, answer: HouseAnswer) -> HttpResponse:
    context = {"message": answer.message, "back": answer.back or "/"}
    response = render(request, f"{answer.status}.html", context, status=answer.status)
    if isinstance(answer, TooManyRequests):
        response["Retry-After"] = str(answer.retry_after)
    return response


class HouseAnswers:
    """Turns a raised HouseAnswer into its page, and a bare 405 into the house's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
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
