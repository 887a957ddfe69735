"""The terms and rules of one game, for who opens them at its table or comes without a script."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import game_for_request
from games.table.about import about_game


@require_safe
def about(request: HttpRequest, public_id: str) -> HttpResponse:
    """A page of its own."""
    return _show(request, public_id, "games/about.html")


@require_safe
def about_fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """For the table, once its panel is opened."""
    return _show(request, public_id, "games/_about_body.html")


def _show(request: HttpRequest, public_id: str, template: str) -> HttpResponse:
    return render(
        request, template, {"about": about_game(game_for_request(request, public_id), request.user)}
    )
