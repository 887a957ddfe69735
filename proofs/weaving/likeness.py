"""The state of the site with all that is by chance or by the clock taken out, so that two ways to it can be
compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from django.apps import apps
from django.db import models

BY_CHANCE: Final = """
public_id key creation_key seed session_key session_data share_token token watch_token news body password
""".split()
OF_WHO_IS_GONE: Final = ("games_notice", "notices_thread", "ladders_wish")
"""Written beside the deletion of an account they are dropped when their turn comes: nobody is told."""
BY_THE_CLOCK: Final = (models.DateField, models.DurationField, models.TimeField, models.JSONField)
"""A field with date and time is one of a date."""
MOMENTS_AS_NUMBERS: Final = ("day", "day_after", "ticks")
DIGITS: Final = 6
"""Of a rating: what it lost by waiting goes by the moment, too."""
NEW: Final = "new"
IS_THERE: Final = "is there"
"""Of a column that says no more than that."""
Rows = Counter[tuple[Any, ...]]
Likeness = Mapping[str, Rows]
"""By table."""


@cache
def _columns(model: type[models.Model]) -> tuple[tuple[str, Any], ...]:
    """Names, and the model that a column leads to, IS_THERE, or None."""
    found: list[tuple[str, Any]] = []
    for field in model._meta.concrete_fields:
        if field.primary_key and field.remote_field is None:
            found.append((field.attname, model))
        elif field.remote_field is not None:
            found.append((field.attname, field.related_model))
        elif field.name in BY_CHANCE or (isinstance(field, models.DateTimeField) and field.null):
            found.append((field.attname, IS_THERE))
        elif not isinstance(field, BY_THE_CLOCK) and field.name not in MOMENTS_AS_NUMBERS:
            found.append((field.attname, None))
    return tuple(found)


@cache
def _models() -> dict[str, type[models.Model]]:
    return {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}


class Numbered:
    """Knows which rows were there before: all others are new, whatever number they got."""

    def __init__(self) -> None:
        last = models.Max("pk")
        self._last = {each: each._base_manager.aggregate(last=last)["last"] for each in _models().values()}

    def likeness(self, tables: Iterable[str]) -> Likeness:
        return {table: self._rows(table) for table in set(tables) if table in _models()}

    def exactly(self, tables: Iterable[str]) -> Mapping[str, Hashable]:
        """The same without what is by the clock, but with every number as it is, and what is kept as JSON."""
        return {table: self._as_they_are(table) for table in set(tables) if table in _models()}

    def _as_they_are(self, table: str) -> Hashable:
        model = _models()[table]
        names = [name for name, _ in _columns(model)]
        names += [each.attname for each in model._meta.concrete_fields if isinstance(each, models.JSONField)]
        moments = [name for name, leads in _columns(model) if leads is IS_THERE]
        places = {names.index(name) for name in moments}
        return frozenset(
            tuple(bool(value) if place in places else repr(value) for place, value in enumerate(row))
            for row in model._base_manager.values_list(*names)
        )

    def _rows(self, table: str) -> Rows:
        model = _models()[table]
        columns = _columns(model)
        found = model._base_manager.all()
        if table in OF_WHO_IS_GONE:
            found = found.filter(player__deleted_at=None)
        rows = found.values_list(*[name for name, _ in columns])
        return Counter(
            tuple(self._plain(value, leads) for value, (_, leads) in zip(row, columns, strict=True))
            for row in rows
        )

    def _plain(self, value: Any, leads: Any) -> Any:
        if leads is IS_THERE:
            return bool(value)
        if isinstance(value, float):
            return round(value, DIGITS)
        if leads is None or value is None:
            return value if isinstance(value, str | int | float | bool | None) else str(value)
        last = self._last.get(leads)
        if isinstance(value, int) and (last is None or value > last):
            return NEW
        return value


def unlike(one: Likeness, other: Likeness) -> str:
    """Table by table what the first has more and what it has less, in a line."""
    return "; ".join(
        f"{table} has {sorted(map(str, one[table] - other[table]))[:2]} "
        f"instead of {sorted(map(str, other[table] - one[table]))[:2]}"
        for table in sorted(one)
        if one[table] != other[table]
    )
