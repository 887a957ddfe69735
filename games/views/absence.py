"""Seats adrift: coming back, and playing on for somebody else."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games.services import come_back, substitute
from games.views.answers import change


@require_POST
def back(request: HttpRequest, public_id: str) -> HttpResponse:
    """The player takes the own seat up again; then the table. Once a game, so pressed twice it is done."""
    return change(request, public_id, partial(come_back, key="back"))


@require_POST
def take(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Somebody takes a seat adrift; then the table."""
    return change(request, public_id, partial(substitute, seat=number, key=f"take:{number}"))
