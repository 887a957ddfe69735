"""What the regions of a table ask for themselves."""

import secrets
from typing import Any
from urllib.parse import urlencode

from django import template

from games.access import Viewer
from games.models import Game
from games.table.news import sealed
from games.table.slots import FORECAST, TAKE_ALONG, SlotLink

register = template.Library()


@register.simple_tag(takes_context=True)
def told(context: dict[str, Any], topic: str, public_id: str, version: str) -> str:
    """The query of an address that asks for news: what this page shows, and the seal under it."""
    return urlencode(sealed(context["request"], public_id, version, topic))


@register.simple_tag(name="new_key")
def key_of_form() -> str:
    """Of a form that is sent twice and makes one game."""
    return secrets.token_urlsafe(24)


@register.simple_tag
def take_along(public_id: str) -> tuple[SlotLink, ...]:
    """What apps above games offer of a game."""
    return TAKE_ALONG(public_id)


@register.simple_tag
def forecast(game: Game, viewer: Viewer) -> str:
    """How an open game may end, if the viewer plays."""
    return FORECAST(game, list(game.seats.all()), viewer)
