"""Ways from the table to what can be taken away of its game."""

from __future__ import annotations

from django.utils.translation import gettext

from games.table.slots import SlotLink
from upkeep.kept.addresses import address_of


def links_of_records(public_id: str) -> tuple[SlotLink, ...]:
    return (
        SlotLink(gettext("in notation"), address_of("records:record_text", public_id)),
        SlotLink(gettext("as JSON"), address_of("records:record_json", public_id)),
    )
