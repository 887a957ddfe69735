"""Rows in bulk: copies in SQL of one that the services have made, with some columns of their own."""

from __future__ import annotations

from typing import Any, Final

from django.db import connection

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def execute(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)


def one(sql: str, *values: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)
        row = cursor.fetchone()
    return row[0] if row and len(row) == 1 else row


def copy(model: Any, template: int, source: str, **columns: str) -> None:
    """A row for each of the source, `s`, like the template, `t`, but for these columns."""
    copy_joined(model, f"({source}) AS s WHERE t.id = {template:d}", **columns)


def copy_joined(model: Any, source: str, *values: Any, returning: str = "", **columns: str) -> list[Any]:
    """The same for templates that the source picks by itself. What `returning` says of each row."""
    table = model._meta.db_table
    names = [field.column for field in model._meta.concrete_fields if field.column != "id" or "id" in columns]
    made = ", ".join(f'"{name}"' for name in names)
    taken = ", ".join(columns.get(name, f't."{name}"') for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({made}) SELECT {taken} FROM {table} AS t, {source} {returning}",  # noqa: S608
            values or None,
        )
        return [row[0] for row in cursor] if returning else []


def public_id(number: str, length: int = 8) -> str:
    """An expression: letters as addresses have them, another for every number."""
    space = len(ALPHABET) ** length
    shuffled = f"(({number})::numeric * 48271777 % {space})::bigint"
    letters = [
        f"substr('{ALPHABET}', 1 + ({shuffled} / {len(ALPHABET) ** place} % {len(ALPHABET)})::int, 1)"
        for place in range(length)
    ]
    return " || ".join(letters)


def dice(number: str, sides: str | int) -> str:
    """An expression: from 0, always the same for the same number."""
    return f"(abs(hashint8(({number})::bigint)::bigint) % ({sides}))"


def series(number: int) -> str:
    return f"SELECT n FROM generate_series(1, {number:d}) AS n"  # noqa: S608
