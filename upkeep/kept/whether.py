"""Of many queries at once whether there is a row: one statement, whose SQL is made once.

As `prepared` it leans on what Django keeps to itself, the compiler of a query.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime

Ask: TypeAlias = Callable[[datetime], QuerySet[Any, Any]]
"""The rows that are looked for at this moment."""
STAND_IN: Final = datetime(5000, 1, 1, tzinfo=UTC)
"""Where the moment will stand, and whatever is so long before or after it."""
NEAR: Final = timedelta(days=36_500)


class Whether:
    """Asked by calling it with the moment: the names of those of which any query finds a row.

    A moment in a query is the one that it is given, or so long before or after it: ValueError is raised for
    any other. Whatever else it asks for, a setting or a day, stays as it was when it was asked first. Each
    thread makes the SQL once, for its connection.
    """

    def __init__(self, asked: Mapping[str, Sequence[Ask]]) -> None:
        self._asked = dict(asked)
        self._made = threading.local()

    def __call__(self, now: datetime) -> set[str]:
        connection: Any = connections[DEFAULT_DB_ALIAS]
        made: _Made | None = getattr(self._made, "query", None)
        if made is None or made.connection is not connection:
            made = self._made.query = _Made(self._asked, connection)
        return made.ask(now)


class _Made:
    def __init__(self, asked: Mapping[str, Sequence[Ask]], connection: Any) -> None:
        self.connection = connection
        self.names: list[str] = []
        self.parameters: list[Any] = []
        columns = []
        for name, asks in asked.items():
            if wholes := [whole for ask in asks if (whole := self._exists(ask(STAND_IN)))]:
                self.names.append(name)
                columns.append(f"({' OR '.join(wholes)})")
        self.sql = f"SELECT {', '.join(columns)}" if columns else ""
        moments = ((place, _moment(given)) for place, given in enumerate(self.parameters))
        self.places = [(place, moment - STAND_IN) for place, moment in moments if moment]
        if any(abs(apart) > NEAR for _place, apart in self.places):
            raise ValueError("a moment in it is not made of the one that is given")

    def _exists(self, rows: QuerySet[Any, Any]) -> str:
        """Empty where no row can ever be found."""
        compiler = rows.query.exists().get_compiler(connection=self.connection)
        try:
            sql, parameters = compiler.as_sql()
        except EmptyResultSet:
            return ""
        self.parameters += parameters
        return f"EXISTS ({sql})"

    def ask(self, now: datetime) -> set[str]:
        if not self.sql:
            return set()
        parameters = self.parameters.copy()
        for place, apart in self.places:
            parameters[place] = self.connection.ops.adapt_datetimefield_value(now + apart)
        with self.connection.cursor() as cursor:
            cursor.execute(self.sql, parameters)
            row = cursor.fetchone()
        return {name for name, there in zip(self.names, row, strict=True) if there}


def _moment(given: Any) -> datetime | None:
    """What stands for a moment; SQLite is given texts."""
    if isinstance(given, str):
        given = parse_datetime(given) if len(given) > len("5000-01-01") and given[:4].isdecimal() else None
    if not isinstance(given, datetime):
        return None
    return given if given.tzinfo else given.replace(tzinfo=UTC)
