"""Why a rating changed: a page for each finished game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import game_for_request
from ratings.presenters.explained import ratings_of_game


@require_safe
def game_ratings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Whoever sees the game sees this. Before its end there is nothing, whatever it is."""
    game = game_for_request(request, public_id)
    found = ratings_of_game(game)
    if found is None:
        raise Http404
    names = ", ".join([seat.shown_name for seat in game.seats.all()])
    return render(request, "pages/ratings/game.html", {"game": game, "found": found, "names": names})
