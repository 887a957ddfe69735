"""The drawn game: its page, and the drawings that other pages load when there is room for them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import game_for_request
from games.table.charts import game_chart, tide_beside
from games.table.head import title_of
from games.table.view import table_for
from games.views.around import from_seat_of


@require_safe
def drawn(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tide, lifelines and bank of a game that has begun; `at` in the address marks a turn."""
    game = game_for_request(request, public_id)
    shown = game_chart(game, at=_at(request), from_seat=from_seat_of(request))
    title = title_of(table_for(game, request.user))
    return render(request, "games/drawn.html", {"drawn": shown, "title": title, "public_id": public_id})


@require_safe
def tide(request: HttpRequest, public_id: str) -> HttpResponse:
    """The tide alone, for beside the table."""
    game = game_for_request(request, public_id)
    shown = tide_beside(game, from_seat_of(request))
    return render(request, "games/_tide_drawn.html", {"tide": shown, "public_id": public_id})


def _at(request: HttpRequest) -> int | None:
    at = request.GET.get("at", "")
    return int(at) if at.isascii() and at.isdecimal() and len(at) < 7 else None
