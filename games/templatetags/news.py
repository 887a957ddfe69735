"""What an address carries that asks whether anything is new."""

from typing import Any
from urllib.parse import urlencode

from django import template

from games.table.news import sealed

register = template.Library()


@register.simple_tag(takes_context=True)
def told(context: dict[str, Any], topic: str, public_id: str, version: str) -> str:
    """The query of the address: what this page shows, and the seal under it."""
    return urlencode(sealed(context["request"], public_id, version, topic))
