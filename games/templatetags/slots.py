"""What apps above games put on a table."""

from django import template

from games.table.slots import TAKE_ALONG, SlotLink

register = template.Library()


@register.simple_tag
def take_along(public_id: str) -> tuple[SlotLink, ...]:
    return TAKE_ALONG(public_id)
