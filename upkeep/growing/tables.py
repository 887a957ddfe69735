"""What a database says of its tables, so that two can be compared whatever the order of their columns is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper

Row = tuple[object, ...]
UNNAMED: Final = ("fk_", "__", "sqlite_")
"""How names begin that SQLite and Django count out as they come upon them."""
CASTS: Final = re.compile(r"::[a-z ]+(\[\])?|[()]")
POSTGRES: Final = {
    "constraint": """SELECT r.relname, c.conname, pg_get_constraintdef(c.oid) FROM pg_constraint c
        JOIN pg_class r ON r.oid = c.conrelid WHERE c.connamespace = %s::regnamespace""",
    "index": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = %s",
    "column": """SELECT table_name, column_name, data_type, character_maximum_length, is_nullable,
        column_default, collation_name, is_identity FROM information_schema.columns
        WHERE table_schema = %s""",
}


def described(database: BaseDatabaseWrapper) -> set[Row]:
    """Every column, index and constraint: its kind, its table, and what the database says of it. Those of
    PostgreSQL are of the schema in which tables are made."""
    with database.cursor() as cursor:
        return set(_of_postgres(cursor) if database.vendor == "postgresql" else _of_sqlite(database, cursor))


def _of_postgres(cursor: Any) -> Iterable[Row]:
    cursor.execute("SELECT current_schema()")
    [schema] = cursor.fetchone()
    for kind, sql in POSTGRES.items():
        cursor.execute(sql, [schema])
        for row in cursor.fetchall():
            yield kind, *(_as_written_first(each, schema) for each in row)


def _as_written_first(said: object, schema: str) -> object:
    """PostgreSQL writes the casts of a condition otherwise once its column was altered and altered back; and
    before a table its schema, for which it has a second name if it is temporary."""
    if not isinstance(said, str):
        return said
    return CASTS.sub("", said.replace(f"{schema}.", "").replace("pg_temp.", ""))


def _of_sqlite(database: BaseDatabaseWrapper, cursor: Any) -> Iterable[Row]:
    look = database.introspection
    for table in look.table_names(cursor):
        cursor.execute(f"PRAGMA table_info({database.ops.quote_name(table)})")
        yield from (("column", table, *row[1:]) for row in cursor.fetchall())
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = %s", [table])
        yield from (("index", table, *row) for row in cursor.fetchall() if row[1])
        for name, about in look.get_constraints(cursor, table).items():
            said = tuple(sorted((key, str(value)) for key, value in about.items()))
            yield "constraint", table, "" if name.startswith(UNNAMED) else name, said
