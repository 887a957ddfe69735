"""The house's answers for what cannot be done now.

Raise one anywhere in a view, and the middleware `HouseAnswers` draws its page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar, Final
from urllib.parse import urlsplit

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader

from upkeep.away.errors import Away

RETRY_SECONDS: Final = 10
TOKEN: Final = "csrfmiddlewaretoken"
SECRET: Final = ("password", "code", "secret", "token")
"""A form with a field so named is not shown again."""
MOST_FIELDS: Final = 100
MOST_SENT: Final = 50_000
"""So much of a form is shown again at most, in characters."""
WRITTEN: Final = ("turn", "text", "reason", "about", "words", "word", "message")
"""What is written in these fields is shown, though it be a single word."""


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


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that has taken nothing, as its reader filled it in."""

    path: str
    chosen: list[tuple[str, str]]
    typed: list[tuple[str, str]]
    """What somebody wrote: it is shown, and can be changed."""


def sent_by(request: HttpRequest) -> Sent | None:
    """What was sent, to be sent again with another token; None where nothing was, or too much, or anything
    that is nobody's to show. Only for what this site's own pages sent: `is_from_here`."""
    fields = [(name, value) for name, value in _sent(request) if name != TOKEN]
    if not fields or len(fields) > MOST_FIELDS or sum(len(value) for _, value in fields) > MOST_SENT:
        return None
    typed = [(name, value) for name, value in fields if _is_written(name, value)]
    return Sent(request.get_full_path(), [each for each in fields if each not in typed], typed)


def _is_written(name: str, value: str) -> bool:
    return bool(value.strip()) and (name in WRITTEN or len(value.split()) > 1)


def is_from_here(request: HttpRequest) -> bool:
    """Whether a page of this very site has sent it, as the browser says, which no other page can make it
    say."""
    if "Sec-Fetch-Site" in request.headers:
        return request.headers["Sec-Fetch-Site"] == "same-origin"
    came = urlsplit(request.headers.get("Origin") or request.headers.get("Referer", ""))
    return (came.scheme, came.netloc) == (request.scheme, request.get_host())


def render_answer(request: HttpRequest, answer: HouseAnswer) -> HttpResponse:
    context: dict[str, object] = {"message": answer.message, "back": answer.back or "/"}
    if is_from_here(request):
        context |= {"sent": sent_by(request), "again": isinstance(answer, TooManyRequests)}
    response = render(request, f"{answer.status}.html", context, status=answer.status)
    if isinstance(answer, TooManyRequests):
        response["Retry-After"] = str(answer.retry_after)
    return response


def cannot_now(request: HttpRequest, away: Away) -> HttpResponse:
    """What was asked cannot be done while this lasts; whatever was sent can be sent again from the page.

    Neither a context processor nor the session is asked: the page must come while the database is away.
    """
    context = {
        "full": away is Away.NO_ROOM,
        "path": request.get_full_path(),
        "sent": _sent(request),
    }
    response = bare_page("503.html", HTTPStatus.SERVICE_UNAVAILABLE, context)
    response["Retry-After"] = str(RETRY_SECONDS)
    # An open table says it in the line above it: htmx leaves the page as it is, with all that was typed.
    if away is Away.NO_ROOM:
        response["X-Reason"] = "full"
    return response


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """What can be sent again, with the token it came with; nothing when a password or a code was among it."""
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
    except (SuspiciousOperation, OSError):  # too large, or cut off
        return []
    secret = any(word in name.lower() for name, _value in fields if name != TOKEN for word in SECRET)
    return [] if secret else fields


def bare_page(template: str, status: int, context: dict[str, object]) -> HttpResponse:
    """A page that needs nothing of what may be broken, not even the static files."""
    try:
        return HttpResponse(loader.render_to_string(template, context), status=status)
    except ValueError:  # no manifest of static files
        words = loader.render_to_string("errors/bare.txt", {"status": status, **context})
        return HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")


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
