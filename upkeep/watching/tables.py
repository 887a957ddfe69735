"""How large the tables of the database are. Cheap whatever they hold: PostgreSQL is asked for what it has
estimated, and nothing is counted beyond a bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import connection

from upkeep.watching.measures import PREFIX, family

COUNTED_TO: Final = 100_000
_ESTIMATES: Final = """
    SELECT relname, reltuples::bigint, pg_total_relation_size(oid) FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
"""


@family(
    PREFIX + "table_rows", "table", f"Rows, as PostgreSQL estimates them; else counted up to {COUNTED_TO}."
)
def rows_of_tables() -> Mapping[str, float]:
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return {name: _counted(cursor, name) for name in _names(cursor)}
        cursor.execute(_ESTIMATES)
        # -1: nobody has estimated it yet.
        return {name: _counted(cursor, name) if rows < 0 else rows for name, rows, _size in cursor.fetchall()}


@family(PREFIX + "table_bytes", "table", "Bytes with indexes; of SQLite the whole file.")
def bytes_of_tables() -> Mapping[str, float]:
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            return {"all": cursor.fetchone()[0]}
        cursor.execute(_ESTIMATES)
        return {name: size for name, _rows, size in cursor.fetchall()}


def _names(cursor: Any) -> Iterator[str]:
    yield from connection.introspection.table_names(cursor)


def _counted(cursor: Any, table: str) -> int:
    """Not beyond the bound, and one more shows that there are more."""
    name = connection.ops.quote_name(table)
    cursor.execute(f"SELECT count(*) FROM (SELECT 1 FROM {name} LIMIT {COUNTED_TO + 1}) AS found")  # noqa: S608
    count: int = cursor.fetchone()[0]
    return count
