"""The commonest question of all, answered before anything that costs: nothing is new at this table."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse

from games.table.news import DRAW, TABLE, TALK, is_quiet

TOPICS: Final = {
    "/news/": (TABLE, "games:news"),
    "/talk/said/": (TALK, "games:talk_said"),
    "/draw/": (DRAW, "games:draw"),
}
"""How the addresses end at which an open table asks, what about, and whose views would answer."""

GetResponse = Callable[[HttpRequest], HttpResponse]


def nothing_new(get_response: GetResponse) -> GetResponse:
    """Answers 204 to an open table while its game stands where it stood, without session and user.

    Everything else goes its way to the view: news, what is not sealed, and seals that do not hold.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if "seal" in request.GET and request.method == "GET":
            for end, (topic, view) in TOPICS.items():
                before, found, rest = request.path_info.rpartition(end)
                # An address without a game before it cannot be sealed.
                if found and not rest and is_quiet(request, before.rpartition("/")[2], topic):
                    request.answered_for = view  # type: ignore[attr-defined]  # for who counts it
                    return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return get_response(request)

    return middleware
