"""What proves the deal of a game, to read and to take away."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import game_for_request
from games.table.deal import shown_deal


@require_safe
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    game = game_for_request(request, public_id)
    context = {"deal": shown_deal(game), "public_id": game.public_id}
    return render(request, "games/deal.html", context)


@require_safe
def deal_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """What `python -m homeworlds.deal` checks. Raises Http404 where nothing was sealed."""
    shown = shown_deal(game_for_request(request, public_id))
    if not shown.places:
        raise Http404
    name = f"homeworlds-{public_id}-deal.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(shown.file(), json_dumps_params={"indent": 1}, headers=headers)
