"""The commonest question of all, answered before anything that costs: nothing is new at this table."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from games.news import is_sealed, version_now

GetResponse = Callable[[HttpRequest], HttpResponse]


def nothing_new(get_response: GetResponse) -> GetResponse:
    """Answers 204 to an open table while its game stands where it stood, without session and user.

    Everything else goes its way to the view: news, what is not sealed, and seals that do not hold.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if path.endswith("/news/") and "seal" in request.GET:
            public_id = path.split("/")[-3]
            # An address without a game before it cannot be sealed.
            if is_sealed(request, public_id) and version_now(public_id) == request.GET.get("after"):
                return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return get_response(request)

    return middleware
