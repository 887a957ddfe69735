"""A game to take away: in notation, and as JSON."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.models import Game
from games.views.around import opened_game
from records.writing import export_json, export_text


@require_safe
def record_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game in notation."""
    text = export_text(_started(request, public_id))
    return _file(public_id, "txt", text, "text/plain; charset=utf-8")


@require_safe
def record_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game as `import_record` reads it: one object on one line, so that files can be joined."""
    record = json.dumps(export_json(_started(request, public_id)), ensure_ascii=False)
    return _file(public_id, "json", f"{record}\n", "application/json")


def _started(request: HttpRequest, public_id: str) -> Game:
    """Before the start there is nothing to take away."""
    game = opened_game(request, public_id)
    if game.started_at is None:
        raise Http404
    return game


def _file(public_id: str, ending: str, content: str, kind: str) -> HttpResponse:
    disposition = f'inline; filename="homeworlds-{public_id}.{ending}"'
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": disposition})
