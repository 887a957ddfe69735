"""Queries whose SQL is made once: where rows are wide, making it costs more than asking.

It leans on what Django keeps to itself: the compiler of a query, how rows become objects, and where an object
keeps what was prefetched. `homeworlds_site/tests/test_prepared.py` says so when that has changed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import ModelIterable, get_related_populators
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row")
STAND_IN: Final = -770_000
"""Where an int will stand; a text stands there by this number."""


class CompiledQuery(Generic[Row]):
    """What `make` asks for, which gets a stand-in for each value; asked by calling it with the values.

    The query set is one of rows of a model, whole or in part, or of `values_list`: filtered, annotated,
    joined by `select_related` or locked, not sliced by a value. Each thread makes it once, for its
    connection.
    """

    def __init__(
        self, make: Callable[..., models.QuerySet[Any, Row]], *values: type[int] | type[str]
    ) -> None:
        self._make = make
        self._stand_ins = [kind(STAND_IN - number) for number, kind in enumerate(values)]
        self._made = threading.local()

    def __call__(self, *values: int | str) -> list[Row]:
        connection: Any = connections[DEFAULT_DB_ALIAS]
        made: _Made | None = getattr(self._made, "query", None)
        if made is None or made.connection is not connection:
            made = self._made.query = _Made(self._make(*self._stand_ins), connection, self._stand_ins)
        return made.ask(values)


class _Made:
    def __init__(self, rows: models.QuerySet[Any, Any], connection: Any, stand_ins: list[int | str]) -> None:
        self.connection = connection
        self.compiler = rows.query.get_compiler(connection=connection)
        self.sql, given = self.compiler.as_sql()
        self.locks = rows.query.select_for_update
        self.parameters = list(given)
        self.places = [
            (place, stand_ins.index(value), type(value))
            for place, value in enumerate(self.parameters)
            if isinstance(value, int | str) and value in stand_ins
        ]
        if {number for _, number, _ in self.places} != set(range(len(stand_ins))):
            raise ValueError("a value stands nowhere in the query")
        select, info = self.compiler.select, self.compiler.klass_info
        self.converters = self.compiler.get_converters([column[0] for column in select])
        self.model = info["model"] if issubclass(rows._iterable_class, ModelIterable) else None
        if self.model is not None:
            first, last = info["select_fields"][0], info["select_fields"][-1] + 1
            self.own = slice(first, last)
            self.names = [column[0].target.attname for column in select[first:last]]
            self.related = get_related_populators(info, select, connection.alias)
            self.annotated = list(self.compiler.annotation_col_map.items())

    def ask(self, values: tuple[int | str, ...]) -> list[Any]:
        # What Django asks as it makes the SQL: a lock outside of a transaction would be none.
        if self.locks and self.connection.get_autocommit():
            raise TransactionManagementError("A row is locked in a transaction only.")
        parameters = self.parameters.copy()
        for place, number, kind in self.places:
            parameters[place] = kind(values[number])
        with self.connection.cursor() as cursor:
            cursor.execute(self.sql, parameters)
            rows = cursor.fetchall()
        converted = self.compiler.apply_converters(rows, self.converters) if self.converters else rows
        return [tuple(row) if self.model is None else self._row(row) for row in converted]

    def _row(self, row: Any) -> Any:
        made = self.model.from_db(self.connection.alias, self.names, row[self.own])
        for related in self.related:
            related.populate(row, made)
        for name, column in self.annotated:
            setattr(made, name, row[column])
        return made


def give(parent: models.Model, name: str, rows: list[Any]) -> None:
    """What `prefetch_related` does of one object, with rows that are there already: `parent.name.all()` are
    these from now on."""
    found = getattr(parent, name).all()
    found._result_cache, found._prefetch_done = rows, True
    kept: dict[str, Any] = parent.__dict__.setdefault("_prefetched_objects_cache", {})
    kept[name] = found
