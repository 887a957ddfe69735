"""Lists of staff that cost as much among millions of rows as among a few."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

MOST_LISTED: Final = 2000
"""Rows that a list leads to; what is farther down is searched for."""
MOST_PEOPLE: Final = 200
"""Whose names have in them what is searched for."""


class BoundedPaginator(Paginator):
    """Counts no further than it leads."""

    @cached_property
    def count(self) -> int:
        return int(self.object_list.order_by().values("pk")[:MOST_LISTED].count())

    @property
    def ends_early(self) -> bool:
        """There may be more."""
        return self.count == MOST_LISTED


class LatelyUsedFilter(admin.AllValuesFieldListFilter):
    """The values to choose from are those of the latest rows."""

    def __init__(
        self,
        field: Any,
        request: HttpRequest,
        params: dict[str, Any],
        model: type[Model],
        model_admin: Any,
        field_path: str,
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        latest = model._default_manager.order_by("-pk").values_list(field.name, flat=True)[:MOST_LISTED]
        self.lookup_choices = sorted(set(latest))


def found_by_people(
    rows: QuerySet[Any], term: str, people: tuple[str, ...], exactly: tuple[str, ...] = ()
) -> QuerySet[Any]:
    """The rows of people, by these fields, whose names have this in them or who have this id; or whose other
    fields are exactly this. The people are found first: each part of the search goes by an index then."""
    called = Q(name__icontains=term) | Q(public_id=term)
    names = get_user_model()._default_manager.filter(called).order_by("pk")
    ids = list(names.values_list("pk", flat=True)[:MOST_PEOPLE])
    wanted = Q(pk__in=[])
    for field in people:
        wanted |= Q(**{f"{field}__in": ids})
    for field in exactly:
        wanted |= Q(**{field: term})
    return rows.filter(wanted)
