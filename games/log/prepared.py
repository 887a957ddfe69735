"""Queries whose SQL is made once: where rows are wide, making it costs more than asking."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=models.Model)
STAND_IN: Final = -770_000
"""Where an int will stand; a text stands there by this number."""


class Prepared(Generic[Row]):
    """What `make` asks for, which gets a stand-in for each value; asked by calling it with the values.

    The query set is one of whole rows of a model: filtered, annotated, joined by `select_related` or locked,
    not sliced by a value. Each thread makes it once, for its connection.
    """

    def __init__(self, make: Callable[..., models.QuerySet[Row]], *values: type[int] | type[str]) -> None:
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
    def __init__(self, rows: models.QuerySet[Any], connection: Any, stand_ins: list[int | str]) -> None:
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
        first, last = info["select_fields"][0], info["select_fields"][-1] + 1
        self.model, self.own = info["model"], slice(first, last)
        self.names = [column[0].target.attname for column in select[first:last]]
        self.related = get_related_populators(info, select, connection.alias)
        self.annotated = list(self.compiler.annotation_col_map.items())
        self.converters = self.compiler.get_converters([column[0] for column in select])

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
        return [self._row(row) for row in self.compiler.apply_converters(rows, self.converters)]

    def _row(self, row: list[Any]) -> Any:
        made = self.model.from_db(self.connection.alias, self.names, row[self.own])
        for related in self.related:
            related.populate(row, made)
        for name, column in self.annotated:
            setattr(made, name, row[column])
        return made
