"""The file that a player takes away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import ForeignKey, Model

from accounts.models import Player
from accounts.own_data.parts import WHY, Part, Why, all_left_out, all_parts, columns_of
from upkeep.clock import database_now


def export_of(player: Player, *, by_staff: bool = False) -> str:
    """All that the site keeps of the player, as JSON: each table with its rows, and what is not there with
    the reason. Other players appear by their names, games by their public ids. A file made `by_staff` has
    nothing that nobody else may know while games run."""
    return json.dumps(
        {
            "site": settings.SITE_URL,
            "player": player.name,
            "made_at": database_now(),
            "tables": {part.name: list(_rows(part, player, by_staff)) for part in all_parts()},
            "not_in_this_file": list(_kept_back(by_staff)),
        },
        cls=DjangoJSONEncoder,
        ensure_ascii=False,
        indent=1,
    )


def _rows(part: Part, player: Player, by_staff: bool) -> Iterator[dict[str, Any]]:
    fields = {column.name: column for column in columns_of(part.model)}
    shown = {name: fields[name] for name in part.columns if not (by_staff and name in part.secret)}
    others = [name for name, column in shown.items() if isinstance(column, ForeignKey) and _is_named(column)]
    rows = part.rows(player).order_by("pk").select_related(*others)
    if by_staff and part.running is not None:
        rows = rows.exclude(part.running)
    for row in rows.iterator(chunk_size=1000):
        values = {name: _value(row, column) for name, column in shown.items()}
        yield {"id": row.pk, **values}


def _is_named(column: ForeignKey[Any, Any]) -> bool:
    """Whether what it leads to has a name that people know it by."""
    return column.related_model is Player or hasattr(column.related_model, "public_id")


def _value(row: Model, column: Any) -> Any:
    if not isinstance(column, ForeignKey) or not _is_named(column):
        return getattr(row, column.attname)
    led_to = getattr(row, column.name)
    return led_to.name if isinstance(led_to, Player) else led_to and led_to.public_id


def _kept_back(by_staff: bool) -> Iterator[dict[str, str]]:
    for part in all_parts():
        if by_staff and part.running is not None:
            yield {"table": part.name, "rows_by": "running", "why": str(WHY[Why.RUNNING])}
        for column in part.secret if by_staff else ():
            yield {"table": part.name, "column": column, "why": str(WHY[Why.RUNNING])}
        for column, why in part.kept_back.items():
            yield {"table": part.name, "column": column, "why": str(WHY[why])}
        for column, why in part.not_mine.items():
            yield {"table": part.name, "rows_by": column, "why": str(WHY[why])}
    for model, why in all_left_out():
        yield {"table": model._meta.model_name or "", "why": str(WHY[why])}
