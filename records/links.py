"""Ways from the table to what can be taken away of its game."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from games.table.slots import SlotLink


def links_of_records(public_id: str) -> tuple[SlotLink, ...]:
    return (
        SlotLink(gettext("in notation"), reverse("records:record_text", args=[public_id])),
        SlotLink(gettext("as JSON"), reverse("records:record_json", args=[public_id])),
    )
