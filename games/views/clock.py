"""The statement of one clock, for who opens it at the table or comes without a script."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import game_for_request
from games.table.clocks.statement import statement_of


@require_safe
def clock(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """A page of its own."""
    return _show(request, public_id, seat, "games/clock.html")


@require_safe
def clock_fragment(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """For the table, once it is opened there."""
    return _show(request, public_id, seat, "games/_clock.html")


def _show(request: HttpRequest, public_id: str, seat: int, template: str) -> HttpResponse:
    game = game_for_request(request, public_id)
    return render(request, template, {"clock": statement_of(game, request.user, seat)})
